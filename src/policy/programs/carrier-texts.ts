import { buildTexts } from './build-texts.ts';
import type { TextForm } from './form-texts.ts';
import { git } from './git-texts.ts';
import { each } from './words.ts';

const own: readonly TextForm[] = [{ options: ['-c', '--command'] }];
/** Calls in code of other languages that start a command. */
const embedded: TextForm = {
  anywhere: true,
  value:
    /\b(?:os\.(?:system|popen|execute)|job_?start|termopen|subprocess\.\w+|io\.popen|execSync|system(?:list)?)\(\s*["'](.*?)["']/s,
};
const latex: readonly TextForm[] = [{ anywhere: true, value: /\\write18\s*\{(.*)/s, until: '}' }];
const hooked: readonly TextForm[] = [
  { options: ['-o', '--option'], value: /(?:Pre|Post)-(?:Invoke|Install-Pkgs)[^=]{0,64}=(.*)$/is },
];
const commandName = 'exec|toolexec|command|cmd|run|under|askpass|pager|invoke|preview|wrapper';
/** Words that may be options of any program whose value is a command, by their names. */
export const tellsCommand = new RegExp(`(?:${commandName})(?:=|$)`);
/** Such options. */
export const anyProgram: readonly TextForm[] = [
  { anywhere: true, value: new RegExp(`^--?(?:[\\w-]*[-_])?(?:${commandName})=(.*[\\s/].*)$`, 's') },
  { behind: new RegExp(`^--?(?:[\\w-]*[-_])?(?:${commandName})$`), value: /^([^-].*\s.*)$/s },
];
/** Line ends, as they are typed for `screen`. */
const lineEnd = '(?:\\\\(?:n|r|015|012)|\\^M|\\s)';
const callback: readonly TextForm[] = [{ options: ['-C'] }];
/** A list of words for completion, which the shell expands. */
const choice: TextForm = { options: ['-W'], value: /(\$\(.*\)|`.*`)/s };
const overSsh: readonly TextForm[] = [
  { options: ['-o'], value: /^(?:Proxy|Local|Remote|KnownHosts)Command\s*[=\s]\s*(.*)$/is },
];
const editor: readonly TextForm[] = [
  embedded,
  { options: ['-c', '--cmd'], value: /\bexe(?:c(?:ute)?)?\s+["']!(.*?)["']/s },
  { options: ['-c', '--cmd'], value: /^[^!'"]{0,24}!(.*)$/s },
  { anywhere: true, value: /^\+[^!'"]{0,24}!(.*)$/s },
  { options: ['-c', '--cmd'], value: /^:?\s*ter(?:m(?:inal)?)?!?\s+(.*)$/s },
];
const sqlite: readonly TextForm[] = [
  { anywhere: true, value: /^\s*\.(?:shell|system)\s+(.*)$/s },
  { anywhere: true, value: /^\s*\.(?:import|output|once|read)\s+(?:-\S+\s+)*["']?\|([^"']*)/s },
  // The editor that the text is given to.
  { anywhere: true, value: /\bedit\s*\([^()]{0,400}?,\s*['"]([^'"]+)['"]\s*\)/is },
];
const meta: readonly TextForm[] = [{ anywhere: true, value: /\\!\s*(.*)$/s }];
/** A command in the index of an array, which the shell runs to evaluate the index. */
const subscript: readonly TextForm[] = [
  { anywhere: true, value: /(?<!\w)[A-Za-z_]\w*\[[^\][$`]*\$\((.*)/s, until: ')' },
  { anywhere: true, value: /(?<!\w)[A-Za-z_]\w*\[[^\][$`]*`(.*)/s, until: '`' },
];

/** Which words hold shell code, by program. */
export const textForms: Readonly<Record<string, readonly TextForm[]>> = {
  ...buildTexts,
  ...each('flock script elvish xonsh osh oil ysh fish sg asciinema termtosvg chokidar vagrant', own),
  ...each('su runuser', [{ options: ['-c', '--command', '--session-command'] }]),
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
  git,
  ...each('vi vim nvim ex view vimdiff rview rvim gvim nvimdiff', editor),
  lldb: [embedded, { options: ['-o', '-O', '--one-line'], value: /^(?:platform\s+)?shell\s+(.*)$/s }],
  ...each('redis-cli mongosh mongo gnuplot octave matlab maxima sage', [embedded]),
  gdb: [
    embedded,
    { options: ['-ex', '-iex', '--eval-command'], value: /^(?:pipe|\|)\s.*?\|\s*(.*)$/s },
    { options: ['-ex', '-iex', '--eval-command'], value: /^(?:!|sh(?:ell)?\s)(.*)$/s },
  ],
  expect: [{ options: ['-c'], value: /\b(?:spawn|system|exec)\s+(.*)$/s }],
  ...each('sqlite3 duckdb', sqlite),
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
  ...each('mapfile readarray', [...callback, ...subscript]),
  ...each('[ test let declare typeset local export readonly unset printf read wait getopts env', subscript),
  bind: [{ options: ['-x'], value: /:\s*"?(.*?)"?$/s }],
  ...each('complete compgen', [...callback, choice]),
  repo: [{ options: ['-c'], under: /^forall$/ }],
  cmd: [{ behind: /^\/[ck]$/i }],
  nu: [{ options: ['-c', '--commands'], value: /^\^?(.*)$/s }],
  ipython: [{ options: ['-c'], value: /^\s*(?:!|%s(?:x|ystem)\s+|%%(?:ba)?sh\s+)(.*)$/s }],
  osascript: [{ options: ['-e'], value: /\bdo shell script\s+"([^"]+)"/s }],
  emacs: [
    {
      options: ['--eval', '-eval', '--execute'],
      value: /\((?:async-)?shell-command(?:-to-string)?\s+"([^"]+)"/s,
    },
  ],
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
  ...each('nc netcat', [{ options: ['-e', '-c'] }]),
  ncat: [{ options: ['-e', '-c', '--exec', '--sh-exec'] }],
  tcpdump: [{ options: ['-z'] }],
  fzf: [{ options: ['--bind'], value: /(?:execute(?:-silent)?|become|reload|preview)\((.*)/s, until: ')' }],
  ed: [{ anywhere: true, value: /^!(.*)$/s }],
  ttyrec: [{ options: ['-e'] }],
  dc: [{ anywhere: true, value: /^\s*!\s*(.*)$/s }],
  ...each('latex pdflatex xelatex lualatex', latex),
  ...each('apt apt-get dpkg', hooked),
  // Definitions, paths of files and formats are templates, as what it is told to expand is.
  ...each('rpm rpmbuild rpmspec', [embedded, { anywhere: true, value: /%\((.*)/s, until: ')' }]),
  'nix-shell': [{ options: ['--run', '--command'] }],
  nodemon: [{ options: ['-x', '--exec'] }],
  ...each('entr watchexec', [{ options: ['-s'] }]),
  'systemd-run': [{ options: ['-p', '--property'], value: /^Exec\w+=[-@:+!|]*(.*)$/s }],
  'start-server-and-test': [{ anywhere: true, value: /^(.*\s.*)$/s }],
  screen: [{ behind: /^stuff$/, value: new RegExp(`^((?:${lineEnd}*(?!${lineEnd}).)*)`, 's') }],
  fly: [{ options: ['-C', '--command'] }],
  gcloud: [{ options: ['--command'] }],
};
