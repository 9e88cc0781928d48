import { ownValue } from '../../core/record.ts';
import { awkTexts, sedTexts } from './script-texts.ts';

const meta = /\\!\s*(.+)$/gm;
const bang = /^[ \t]*!\s*(.+)$/gm;
const editor = /^(?:[^!'"\n]{0,24}[:\x1b])?[\d\s,.$%'a-z]{0,16}!\s*(.+)$/gm;
/** PowerShell's operators that call a name may stand before it. */
const anyLine = /^[ \t]*(?:[&.][ \t]+)?(.+)$/gm;
const tcl = /\b(?:exec|spawn|system)\s+(?:-\w+\s+)*(?:--\s+)?([^\]\n;]+)/g;

/** By program, how a line that it reads starts a command: the first group. */
const consoles: Readonly<Record<string, readonly RegExp[]>> = {
  psql: [meta, /\bPROGRAM\s+'((?:[^'\n]|'')+)'/gi, /^[ \t]*\\[og]\s*\|\s*(.+)$/gm],
  mysql: [meta, /^[ \t]*system\s+(.+)$/gim],
  mariadb: [meta, /^[ \t]*system\s+(.+)$/gim],
  sqlite3: [/^[ \t]*\.(?:shell|system)\s+(.+)$/gm],
  gdb: [/^[ \t]*(?:shell\s|!)\s*(.+)$/gm, /^[ \t]*(?:pipe|\|)\s.*?\|\s*(.+)$/gm],
  lldb: [/^[ \t]*(?:platform\s+)?shell\s+(.+)$/gm],
  ftp: [bang],
  sftp: [bang],
  lftp: [bang],
  ed: [editor, /^[\d,.$]*[rwe]\s+!\s*(.+)$/gm],
  ex: [editor],
  vi: [editor],
  vim: [editor],
  nvim: [editor],
  view: [editor],
  less: [bang],
  more: [bang],
  man: [bang],
  dc: [bang],
  duckdb: [/^[ \t]*\.(?:shell|system)\s+(.+)$/gm],
  troff: [/^[ \t]*[.']\s*sy\s+(.+)$/gm],
  groff: [/^[ \t]*[.']\s*sy\s+(.+)$/gm],
  gnuplot: [bang, /\bsystem\s*(?:\(\s*)?["'](.+?)["']/g],
  ghci: [/^[ \t]*:!\s*(.+)$/gm],
  ipython: [/^[ \t]*(?:!|%s(?:x|ystem)\s+)(.+)$/gm],
  tclsh: [tcl],
  wish: [tcl],
  expect: [tcl],
  pwsh: [anyLine],
  powershell: [anyLine],
  m4: [/\be?syscmd\(\s*`?([^`')\n]+)/g],
};

/** The commands that a program starts by the lines it reads; none of programs that are not known to. */
export function consoleTexts(base: string, text: string): readonly string[] {
  const name = base.replace(/\.(basic|tiny|nox|gtk3|exe)$/, '');
  if (/^[gmn]?awk$/.test(name)) return awkTexts(text);
  if (/^g?sed$/.test(name)) return sedTexts(text);
  const patterns = ownValue(consoles, name) ?? [];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, command = '']) => command.trim()));
}

/** Whether a program reads lines by which it starts commands: one of the script languages only where it is told to by an option. */
export function isConsole(base: string, words: readonly (string | null)[]): boolean {
  if (/^[gmn]?awk$|^g?sed$/.test(base))
    return words.some(
      (word, index) =>
        word?.startsWith('-f') === true && isInputPath(word === '-f' ? words[index + 1] : word.slice(2)),
    );
  return Object.hasOwn(consoles, base);
}

/** Whether a path that a program is told to read is what it is fed: its input, or what a substitution prints. */
export function isInputPath(path: string | null | undefined): boolean {
  return /^(-|\/dev\/(stdin|fd\/\d+)|<\(.*)$/s.test(path ?? '');
}
