import { quoteWord } from '../rules/pattern.ts';
import { words } from './words.ts';

/** Words that hold a text which a shell reads. */
export interface TextForm {
  /** Options whose value it is, in its own word or attached; a letter also at the end of a cluster. */
  readonly options?: readonly string[];
  /** A word behind which it stands. */
  readonly behind?: RegExp;
  /** A word besides, without which it is none. */
  readonly under?: RegExp;
  /** Any word; without one of these three it is none. */
  readonly anywhere?: true;
  /** What of the word is the text: the first group; the whole word without. */
  readonly value?: RegExp;
  /** Characters of which the last one in that group ends the text; without one there is none. */
  readonly until?: string;
  /** What stands before the text. */
  readonly before?: string;
}

const own: readonly TextForm[] = [{ options: ['-c', '--command'] }];
/** Code of other languages that a program holds, as far as it starts commands. */
const embedded: TextForm = {
  anywhere: true,
  value:
    /\b(?:os\.(?:system|popen|execute)|job_?start|termopen|subprocess\.\w+|io\.popen|execSync|system(?:list)?)\(\s*["'](.*?)["']/s,
};
const latex: readonly TextForm[] = [{ anywhere: true, value: /\\write18\s*\{(.*)/s, until: '}' }];
const hooked: readonly TextForm[] = [
  { options: ['-o', '--option'], value: /(?:Pre|Post)-(?:Invoke|Install-Pkgs)[^=]{0,64}=(.*)$/is },
];
const make: readonly TextForm[] = [
  { options: ['-E', '--eval'] },
  { anywhere: true, value: /\$[({]shell\s+(.*)/s, until: ')}' },
  { anywhere: true, value: /^(?:SHELL|CC|CXX|CPP|LD|AR|RM|MAKE|INSTALL)\s*:?=(.*)$/s },
];
const commandName = 'exec|toolexec|command|cmd|run|under|askpass|pager|invoke|preview|wrapper';
/** A word that may be an option by whose name what it holds is a command, of whatever program. */
export const tellsCommand = new RegExp(`(?:${commandName})(?:=|$)`);
/** Such options. */
export const anyProgram: readonly TextForm[] = [
  { anywhere: true, value: new RegExp(`^--?(?:[\\w-]*[-_])?(?:${commandName})=(.*\\s.*)$`, 's') },
  { behind: new RegExp(`^--?(?:[\\w-]*[-_])?(?:${commandName})$`), value: /^([^-].*\s.*)$/s },
];
/** How the end of a line is typed for a screen. */
const lineEnd = '(?:\\\\(?:n|r|015|012)|\\^M|\\s)';
const callback: readonly TextForm[] = [{ options: ['-C'] }];
/** Words to choose from, which the shell expands. */
const choice: TextForm = { options: ['-W'], value: /(\$\(.*\)|`.*`)/s };
const overSsh: readonly TextForm[] = [
  { options: ['-o'], value: /^(?:Proxy|Local|Remote|KnownHosts)Command\s*[=\s]\s*(.*)$/is },
];
const editor: readonly TextForm[] = [
  embedded,
  { options: ['-c', '--cmd'], value: /\bexe(?:c(?:ute)?)?\s+["']!(.*?)["']/s },
  { options: ['-c', '--cmd'], value: /^[^!'"]{0,24}!(.*)$/s },
  { anywhere: true, value: /^\+[^!'"]{0,24}!(.*)$/s },
];
const meta: readonly TextForm[] = [{ anywhere: true, value: /\\!\s*(.*)$/s }];
/** Settings of git whose value is a command. */
const running =
  'core\\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|sequence\\.editor|diff\\.external|pager\\.[^=]+|credential\\.(?:[^=]*\\.)?helper|(?:difftool|mergetool|browser|man|guitool)\\.[^=]+\\.cmd|filter\\.[^=]+|diff\\.[^=]+\\.(?:command|textconv)|merge\\.[^=]+\\.driver|trailer\\.[^=]+\\.(?:cmd|command)|tar\\.[^=]+\\.command|gpg\\.(?:[^=]*\\.)?(?:program|defaultkeycommand)|uploadpack\\.packobjectshook|remote\\.[^=]+\\.(?:uploadpack|receivepack)|interactive\\.difffilter|sendemail\\.(?:tocmd|cccmd|sendmailcmd|smtpserver)|submodule\\.[^=]+\\.update|instaweb\\.httpd';
/** Such a setting by its whole name. */
export const settingThatRuns = new RegExp(`^(?:${running})$`, 'i');
const filters = 'tree index msg env commit parent tag-name'.split(' ').map((name) => `--${name}-filter`);
/** A command in the index of an array, which a shell runs where it looks for the element. */
const subscript: readonly TextForm[] = [
  { anywhere: true, value: /(?<!\w)[A-Za-z_]\w*\[[^\][$`]*\$\((.*)/s, until: ')' },
  { anywhere: true, value: /(?<!\w)[A-Za-z_]\w*\[[^\][$`]*`(.*)/s, until: '`' },
];

/** By program, which of its words hold texts that a shell reads. */
export const textForms: Readonly<Record<string, readonly TextForm[]>> = {
  flock: own,
  script: own,
  su: [{ options: ['-c', '--command', '--session-command'] }],
  runuser: [{ options: ['-c', '--command', '--session-command'] }],
  tar: [
    {
      options: [
        ...['-I', '-F', '--to-command', '--use-compress-program', '--rsh-command', '--info-script'],
        '--new-volume-script',
      ],
    },
    { options: ['--checkpoint-action'], value: /^exec=(.*)$/s },
    { anywhere: true, value: /^-[A-Za-z]*[IF](.*\s.*)$/s },
  ],
  rsync: [{ options: ['-e', '--rsh', '--rsync-path'] }],
  ssh: overSsh,
  scp: [...overSsh, { options: ['-S'] }],
  sftp: [...overSsh, { options: ['-S', '-D'] }],
  git: [
    {
      options: ['-c', '--config'],
      value: new RegExp(`^(?:alias\\.[^=]+=!|(?:${running})=!?)(.*)$`, 'is'),
    },
    { options: ['-c', '--config'], value: /^alias\.[^=]+=(?!!)(.*)$/is, before: 'git ' },
    { behind: /^alias\./i, value: /^!(.*)$/s },
    { behind: /^alias\./i, under: /^config$/, value: /^(?!!)(.*)$/s, before: 'git ' },
    { behind: settingThatRuns, under: /^config$/, value: /^!?(.*)$/s },
    {
      options: [
        ...['--exec', '--extcmd', '--upload-pack', '--receive-pack', '--open-files-in-pager', '--setup'],
        ...['--access-hook', '--httpd', '--smtp-server', ...filters],
      ],
    },
    { anywhere: true, under: /^grep$/, value: /^-[A-Za-z]*O(.+)$/s },
    { options: ['-u'], under: /^clone$/ },
    { options: ['-x'], under: /^(rebase|difftool)$/ },
    { anywhere: true, value: /(?:^|=)ext::(.*)$/s },
  ],
  make,
  gmake: make,
  vi: editor,
  vim: editor,
  nvim: editor,
  ex: editor,
  ...Object.fromEntries(words('view vimdiff rview rvim gvim nvimdiff').map((name) => [name, editor])),
  lldb: [embedded, { options: ['-o', '-O', '--one-line'], value: /^(?:platform\s+)?shell\s+(.*)$/s }],
  'redis-cli': [embedded],
  mongosh: [embedded],
  mongo: [embedded],
  gdb: [embedded, { options: ['-ex', '-iex', '--eval-command'], value: /^(?:!|sh(?:ell)?\s)(.*)$/s }],
  expect: [{ options: ['-c'], value: /\b(?:spawn|system|exec)\s+(.*)$/s }],
  sqlite3: [{ anywhere: true, value: /^\.(?:shell|system)\s+(.*)$/s }],
  psql: [
    ...meta,
    { options: ['-o', '--output', '-L'], value: /^\|(.*)$/s },
    { anywhere: true, value: /\bPROGRAM\s+'([^']+)'/is },
  ],
  mysql: [...meta, { options: ['-e', '--execute'], value: /^\s*system\s+(.*)$/is }],
  less: [{ anywhere: true, value: /^\+!(.*)$/s }],
  man: [{ options: ['-P', '--pager', '--html'] }],
  sort: [{ options: ['--compress-program'] }],
  split: [{ options: ['--filter'] }],
  rg: [{ options: ['--pre'] }],
  mapfile: [...callback, ...subscript],
  readarray: [...callback, ...subscript],
  ...Object.fromEntries(
    '[ test let declare typeset local export readonly unset printf read wait getopts env'
      .split(' ')
      .map((name) => [name, subscript]),
  ),
  bind: [{ options: ['-x'], value: /:\s*"?(.*?)"?$/s }],
  complete: [...callback, choice],
  compgen: [...callback, choice],
  repo: [{ options: ['-c'], under: /^forall$/ }],
  cmd: [{ behind: /^\/[ck]$/i }],
  nu: [{ options: ['-c', '--commands'], value: /^\^?(.*)$/s }],
  elvish: own,
  xonsh: own,
  osh: own,
  oil: own,
  ysh: own,
  ipython: [{ options: ['-c'], value: /^\s*(?:!|%s(?:x|ystem)\s+|%%(?:ba)?sh\s+)(.*)$/s }],
  osascript: [{ options: ['-e'], value: /\bdo shell script\s+"([^"]+)"/s }],
  emacs: [
    {
      options: ['--eval', '-eval', '--execute'],
      value: /\((?:async-)?shell-command(?:-to-string)?\s+"([^"]+)"/s,
    },
  ],
  fish: own,
  sg: own,
  gh: [
    { anywhere: true, under: /^alias$/, value: /^!(.*)$/s },
    { anywhere: true, under: /^--shell$/, value: /^(.*\s.*)$/s },
  ],
  zip: [{ options: ['-TT', '--unzip-command'] }],
  pm2: [{ behind: /^start$/ }],
  forever: [{ options: ['-c'] }],
  ansible: [{ options: ['-a', '--args'], value: /^(?:cmd=)?(.*\s.*)$/s }],
  salt: [{ behind: /^cmd\.(?:run|shell|run_all)$/ }],
  socat: [{ anywhere: true, value: /^(?:EXEC|SYSTEM|SHELL):(?:'|")?([^,]*)/is }],
  nc: [{ options: ['-e', '-c'] }],
  ncat: [{ options: ['-e', '-c', '--exec', '--sh-exec'] }],
  netcat: [{ options: ['-e', '-c'] }],
  tcpdump: [{ options: ['-z'] }],
  fzf: [{ options: ['--bind'], value: /(?:execute(?:-silent)?|become|reload|preview)\((.*)/s, until: ')' }],
  duckdb: [{ anywhere: true, value: /^\s*\.(?:shell|system)\s+(.*)$/s }],
  gnuplot: [embedded],
  octave: [embedded],
  matlab: [embedded],
  maxima: [embedded],
  sage: [embedded],
  ed: [{ anywhere: true, value: /^!(.*)$/s }],
  asciinema: own,
  termtosvg: own,
  ttyrec: [{ options: ['-e'] }],
  dc: [{ anywhere: true, value: /^\s*!\s*(.*)$/s }],
  latex,
  pdflatex: latex,
  xelatex: latex,
  lualatex: latex,
  apt: hooked,
  'apt-get': hooked,
  dpkg: hooked,
  rpm: [embedded, { options: ['-E', '--eval'], value: /%\((.*)/s, until: ')' }],
  cargo: [
    { options: ['--config'], value: /(?:wrapper|runner|linker)\s*=\s*["']?(.*?)["']?$/s },
    { options: ['-s', '--shell'], under: /^watch$/ },
  ],
  'nix-shell': [{ options: ['--run', '--command'] }],
  npx: [{ options: ['-c', '--call'] }],
  npm: [
    { options: ['-c', '--call'] },
    { anywhere: true, under: /^pkg$/, value: /^scripts\.[^=]+=(.*)$/s },
    { behind: /^[\w:-]+$/, under: /^set-script$/ },
  ],
  nodemon: [{ options: ['-x', '--exec'] }],
  entr: [{ options: ['-s'] }],
  watchexec: [{ options: ['-s'] }],
  screen: [{ behind: /^stuff$/, value: new RegExp(`^((?:${lineEnd}*(?!${lineEnd}).)*)`, 's') }],
  vagrant: own,
  fly: [{ options: ['-C', '--command'] }],
  gcloud: [{ options: ['--command'] }],
};

/** Variables whose value is a command that some program runs, or that a shell expands. */
const carryingVariable =
  /^(?:(?:GIT_(?:SEQUENCE_)?)?EDITOR|VISUAL|(?:GIT_|MAN|SYSTEMD_)?PAGER|GIT_SSH(?:_COMMAND)?|GIT_EXTERNAL_DIFF|GIT_PROXY_COMMAND|SUDO_EDITOR|LESSOPEN|LESSCLOSE|RUSTC(?:_WORKSPACE)?_WRAPPER|CARGO_TARGET_\w+_RUNNER|CC|CXX|(?:GIT|SSH|SUDO)_ASKPASS|RSYNC_(?:RSH|CONNECT_PROG)|FCEDIT|GIT_CONFIG_VALUE_\d+|BASH_ALIASES|PROMPT_COMMAND|PS[0-4]|BROWSER)$/;

/** Variables that name a file which programs write to. */
export const writtenVariable = /^(?:GIT_TRACE(?:2?(?:_\w+)?)?|SSLKEYLOGFILE|HISTFILE|LESSHISTFILE)$/;

/** Variables that hold options of an interpreter. */
const interpreterOptions: Readonly<Record<string, string>> = {
  NODE_OPTIONS: 'node',
  PERL5OPT: 'perl',
  RUBYOPT: 'ruby',
};

/** The texts that a shell reads of what a variable holds: all of it, or what is in options of a program. */
export function textsCarried(variable: string, value: string): readonly string[] {
  if (variable === 'TAR_OPTIONS') return [`tar ${value}`];
  if (writtenVariable.test(variable)) return value.includes('/') ? [`: >> ${quoteWord(value)}`] : [];
  const interpreter = interpreterOptions[variable];
  if (interpreter !== undefined) return [`${interpreter} ${value} -e 0`];
  // Settings as git hands them on: `'alias.x=!ls' 'a.b'='c'`.
  if (variable === 'GIT_CONFIG_PARAMETERS')
    return [`git${value.replaceAll("'='", '=').replace(/(^|\s+)(?=')/g, ' -c ')}`];
  // What a shell reads before anything else.
  if (variable === 'BASH_ENV' || variable === 'ENV') return [`. ${quoteWord(value)}`];
  return carryingVariable.test(variable) ? [value.replace(/^[|!-]+/, '')] : [];
}
