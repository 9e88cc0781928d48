/** Variables that change what the judged text means; no child ever gets them (SECURITY.md "Environment of children"). */
const removed: ReadonlySet<string> = new Set([
  'BASH_ENV',
  'ENV',
  'SHELLOPTS',
  'BASHOPTS',
  'PS4',
  'CDPATH',
  'OLDPWD',
  'GLOBIGNORE',
  'EXECIGNORE',
]);

/** Whether a text is the name of a variable to a shell. */
export function isVariableName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text);
}

/** Whether a variable is always kept from commands, whoever set it. */
export function isRemovedName(name: string): boolean {
  return removed.has(name) || name.startsWith('BASH_FUNC_') || name.startsWith('BUN_');
}

const secretWords: ReadonlySet<string> = new Set(['KEY', 'SECRET', 'TOKEN', 'PASSWORD', 'CREDENTIAL']);

/** Whether a name looks secret: one of the words stands whole between underscores, in any case. */
export function isSecretName(name: string): boolean {
  // Down and up: some letters of other alphabets fold to ours in one direction only.
  return name
    .toLowerCase()
    .toUpperCase()
    .split('_')
    .some((word) => secretWords.has(word));
}

const coreNames: ReadonlySet<string> = new Set(
  (
    'PATH HOME USER LOGNAME SHELL LANG TERM TZ TMPDIR PWD CI SSH_AUTH_SOCK ' +
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT TEMP TMP USERPROFILE USERNAME APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES'
  ).split(' '),
);

/** Whether `inherit: core` passes a name on. */
export function isCoreName(name: string): boolean {
  return coreNames.has(name.toUpperCase()) || name.startsWith('LC_');
}

/** Set for every command: no pager, no password prompt of git waits for a person who is not there. */
export const alwaysSet: Readonly<Record<string, string>> = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
};

/** Set without a terminal where nobody else sets it: an editor that nobody sees would wait until the time limit; the message git proposes is taken. */
export const setWithoutTerminal: Readonly<Record<string, string>> = { GIT_EDITOR: 'true' };

/** Names of the environment markers by which clean-up finds what a run started. */
export const runMarker = 'AGENT_TOOLS_RUN';
export const serverMarker = 'AGENT_TOOLS_SERVER';

/** Library paths a PyInstaller program changes for itself and saves under `NAME_ORIG`. */
export const restoredNames: readonly string[] = [
  'LD_LIBRARY_PATH',
  'LD_PRELOAD',
  'DYLD_LIBRARY_PATH',
  'DYLD_INSERT_LIBRARIES',
  'LIBPATH',
];
