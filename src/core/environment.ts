/** Variables that change the meaning of judged text; no child ever gets them (SECURITY.md "Environment of children"). */
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

/** A variable's name as it is looked up: Windows ignores the case of names, and has a `Path`. */
export function lookedUpName(name: string, platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32' ? name.toUpperCase() : name;
}

/** Variables by their names as they are looked up; of two that differ in case only, the later one. */
export function byLookedUpName(
  variables: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): Readonly<Record<string, string>> {
  if (platform !== 'win32') return variables;
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [lookedUpName(name, platform), value]),
  );
}

/** Whether a text is a valid name of a shell variable. */
export function isVariableName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text);
}

/** Whether a variable is always removed from the environment of commands, whoever set it. */
export function isRemovedName(name: string): boolean {
  return removed.has(name) || name.startsWith('BASH_FUNC_') || name.startsWith('BUN_');
}

const secretWords: ReadonlySet<string> = new Set(['KEY', 'SECRET', 'TOKEN', 'PASSWORD', 'CREDENTIAL']);

/** Whether a name looks secret: one of its words between underscores is in `secretWords`, ignoring case. */
export function isSecretName(name: string): boolean {
  // Both ways, because some letters of other alphabets fold to ASCII in one direction only.
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

/** Set for every command, so that no pager and no password prompt of git waits for a person who is not there. */
export const alwaysSet: Readonly<Record<string, string>> = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
};

/** Set without a terminal unless set otherwise: an invisible editor would wait until the time limit. Git's proposed message is used. */
export const setWithoutTerminal: Readonly<Record<string, string>> = { GIT_EDITOR: 'true' };

/** Names of the environment variables by which clean-up finds the processes of a run. */
export const runMarker = 'AGENT_TOOLS_RUN';
export const serverMarker = 'AGENT_TOOLS_SERVER';

/** Library paths that a PyInstaller program changes for itself and saves as `NAME_ORIG`. */
export const restoredNames: readonly string[] = [
  'LD_LIBRARY_PATH',
  'LD_PRELOAD',
  'DYLD_LIBRARY_PATH',
  'DYLD_INSERT_LIBRARIES',
  'LIBPATH',
];
