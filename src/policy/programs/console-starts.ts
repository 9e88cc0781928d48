import { commandOption, subscript } from './carrier-forms.ts';
import type { TextForm } from './form-texts.ts';
import { type StartsRow, starting } from './program-start.ts';
import type { RecipeForm } from './recipes.ts';
import { words } from './words.ts';

/** Calls in code of other languages that start a command. */
const embedded: TextForm = {
  anywhere: true,
  value:
    /\b(?:os\.(?:system|popen|execute)|job_?start|termopen|subprocess\.\w+|io\.popen|execSync|system(?:list)?)\(\s*["'](.*?)["']/s,
};
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
const metaLine = /\\!\s*(.+)$/gm;
const mysqlLines: readonly RegExp[] = [metaLine, /^[ \t]*system\s+(.+)$/gim];
const bang = /^[ \t]*!\s*(.+)$/gm;
const editorLine = /^(?:[^!'"\n]{0,24}[:\x1b])?[\d\s,.$%'a-z]{0,16}!\s*(.+)$/gm;
const sqliteLines: readonly RegExp[] = [
  /^[ \t]*\.(?:shell|system)\s+(.+)$/gm,
  /^[ \t]*\.(?:import|output|once|read)[ \t]+(?:-\S+[ \t]+)*["']?\|([^"'\n]+)/gm,
  /\bedit\s*\([^()\n]{0,400}?,\s*['"]([^'"\n]+)['"]\s*\)/gi,
];
const tcl = /\b(?:exec|spawn|system)\s+(?:-\w+\s+)*(?:--\s+)?([^\]\n;]+)/g;
const own = (...options: string[]): RecipeForm => ({ kind: 'own', files: /^$/, options });

/** Consoles, editors, builtins of shells, and others that run code of a shell by an option or a line, with what they run. */
export const consoleStarts = (): readonly StartsRow[] => [
  starting('gdb', {
    command: { valued: 'x' },
    texts: [
      embedded,
      { options: ['-ex', '-iex', '--eval-command'], value: /^(?:pipe|\|)\s.*?\|\s*(.*)$/s },
      { options: ['-ex', '-iex', '--eval-command'], value: /^(?:!|sh(?:ell)?\s)(.*)$/s },
    ],
    lines: [/^[ \t]*(?:shell\s|!)\s*(.+)$/gm, /^[ \t]*(?:pipe|\|)\s.*?\|\s*(.+)$/gm],
  }),
  starting('lldb', {
    command: { valued: 'oOsSkK', long: words('--one-line --source --file --core') },
    texts: [embedded, { options: ['-o', '-O', '--one-line'], value: /^(?:platform\s+)?shell\s+(.*)$/s }],
    lines: [/^[ \t]*(?:platform\s+)?shell\s+(.+)$/gm],
  }),
  starting('elvish xonsh osh oil ysh fish asciinema termtosvg chokidar', { texts: commandOption }),
  starting('su', { texts: [{ options: ['-c', '--command', '--session-command'] }] }),
  starting('tar', {
    texts: [
      {
        options: [
          ...['-I', '-F', '--to-command', '--use-compress-program', '--rsh-command', '--info-script'],
          '--new-volume-script',
        ],
      },
      { options: ['--checkpoint-action'], value: /^exec=(.*)$/s },
      { anywhere: true, value: /^-[A-Za-z]*[IF](.*\s.*)$/s },
    ],
  }),
  starting('rsync', { texts: [{ options: ['-e', '--rsh', '--rsync-path'] }] }),
  starting('ssh', { texts: overSsh }),
  starting('scp', { texts: [...overSsh, { options: ['-S'] }] }),
  starting('sftp', { texts: [...overSsh, { options: ['-S', '-D'] }], lines: [bang] }),
  starting('vi vim nvim ex', { texts: editor, recipes: [own('-S', '-s', '-u')], lines: [editorLine] }),
  starting('view', { texts: editor, lines: [editorLine] }),
  starting('vimdiff rview rvim gvim nvimdiff', { texts: editor }),
  starting('redis-cli mongosh mongo octave matlab maxima sage', { texts: [embedded] }),
  starting('gnuplot', { texts: [embedded], lines: [bang, /\bsystem\s*(?:\(\s*)?["'](.+?)["']/g] }),
  starting('expect', {
    texts: [{ options: ['-c'], value: /\b(?:spawn|system|exec)\s+(.*)$/s }],
    lines: [tcl],
  }),
  starting('sqlite3 duckdb', { texts: sqlite, lines: sqliteLines }),
  starting('psql', {
    texts: [
      ...meta,
      { options: ['-o', '--output', '-L'], value: /^\|(.*)$/s },
      { anywhere: true, value: /\bPROGRAM\s+'([^']+)'/is },
    ],
    lines: [metaLine, /\bPROGRAM\s+'((?:[^'\n]|'')+)'/gi, /^[ \t]*\\[og]\s*\|\s*(.+)$/gm],
  }),
  starting('mysql mariadb', {
    texts: [...meta, { options: ['-e', '--execute'], lines: mysqlLines }],
    lines: mysqlLines,
  }),
  starting('less', { texts: [{ anywhere: true, value: /^\+!(.*)$/s }], lines: [bang] }),
  starting('man', { texts: [{ options: ['-P', '--pager', '--html'] }], lines: [bang] }),
  starting('sort', { texts: [{ options: ['--compress-program'] }] }),
  starting('split', { texts: [{ options: ['--filter'] }] }),
  starting('rg', { texts: [{ options: ['--pre'] }] }),
  starting('mapfile readarray', { texts: [{ options: ['-C'] }, ...subscript] }),
  starting('[ test let declare typeset local export readonly unset printf read wait getopts', {
    texts: subscript,
  }),
  starting('bind', { texts: [{ options: ['-x'], value: /:\s*"?(.*?)"?$/s }] }),
  starting('complete compgen', {
    texts: [
      { options: ['-C'] },
      // A list of words for completion, which the shell expands.
      { options: ['-W'], value: /(\$\(.*\)|`.*`)/s },
    ],
  }),
  starting('cmd', { texts: [{ behind: /^\/[ck]$/i }] }),
  starting('nu', { texts: [{ options: ['-c', '--commands'], value: /^\^?(.*)$/s }] }),
  starting('ipython', {
    texts: [{ options: ['-c'], value: /^\s*(?:!|%s(?:x|ystem)\s+|%%(?:ba)?sh\s+)(.*)$/s }],
    lines: [/^[ \t]*(?:!|%s(?:x|ystem)\s+)(.+)$/gm],
  }),
  starting('osascript', { texts: [{ options: ['-e'], value: /\bdo shell script\s+"([^"]+)"/s }] }),
  starting('emacs', {
    texts: [
      {
        options: ['--eval', '-eval', '--execute'],
        value: /\((?:async-)?shell-command(?:-to-string)?\s+"([^"]+)"/s,
      },
    ],
  }),
  starting('gh', {
    texts: [
      { anywhere: true, under: /^alias$/, value: /^!(.*)$/s },
      { anywhere: true, under: /^--shell$/, value: /^(.*\s.*)$/s },
    ],
  }),
  starting('zip', { texts: [{ options: ['-TT', '--unzip-command'] }] }),
  starting('socat', { texts: [{ anywhere: true, value: /^(?:EXEC|SYSTEM|SHELL):(?:'|")?([^,]*)/is }] }),
  starting('nc netcat', { texts: [{ options: ['-e', '-c'] }] }),
  starting('ncat', { texts: [{ options: ['-e', '-c', '--exec', '--sh-exec'] }] }),
  starting('tcpdump', { texts: [{ options: ['-z'] }] }),
  starting('mosh', { texts: [{ options: ['--ssh', '--client'] }] }),
  starting('hg', {
    texts: [{ options: ['--config'], value: /^(?:alias\.[^=]+=!|hooks\.[^=]+=|ui\.(?:ssh|editor)=)(.*)$/s }],
  }),
  starting('gvpr', { texts: [embedded] }),
  starting('fzf sk', {
    texts: [
      { options: ['--preview', '-c', '--cmd'] },
      { options: ['--bind'], value: /(?:execute(?:-silent)?|become|reload|preview)\((.*)/s, until: ')' },
    ],
  }),
  starting('ed', {
    texts: [{ anywhere: true, value: /^!(.*)$/s }],
    lines: [editorLine, /^[\d,.$]*[rwe]\s+!\s*(.+)$/gm],
  }),
  starting('ttyrec', { texts: [{ options: ['-e'] }] }),
  starting('dc', { texts: [{ anywhere: true, value: /^\s*!\s*(.*)$/s }], lines: [bang] }),
  starting('apt apt-get dpkg', {
    texts: [{ options: ['-o', '--option'], value: /(?:Pre|Post)-(?:Invoke|Install-Pkgs)[^=]{0,64}=(.*)$/is }],
  }),
  starting('rpm rpmbuild rpmspec', { texts: [embedded, { anywhere: true, value: /%\((.*)/s, until: ')' }] }),
  starting('awk gawk mawk nawk', {
    // Awk reads no file by default.
    recipes: [{ kind: 'code', files: /^$/, options: ['-f', '--file', '-E', '--exec'] }],
  }),
  starting('sed gsed', { recipes: [own('-f', '--file')] }),
  starting('curl', { recipes: [own('-K', '--config')] }),
  starting('ftp lftp more', { lines: [bang] }),
  starting('troff groff', { lines: [/^[ \t]*[.']\s*sy\s+(.+)$/gm] }),
  starting('ghci', { lines: [/^[ \t]*:!\s*(.+)$/gm] }),
  starting('tclsh wish', { lines: [tcl] }),
  starting('pwsh powershell', {
    // PowerShell's operators that call a name may stand before it.
    lines: [/^[ \t]*(?:[&.][ \t]+)?(.+)$/gm],
  }),
  starting('m4', { lines: [/\be?syscmd\(\s*`?([^`')\n]+)/g] }),
];
