import { ownValue } from '../../core/record.ts';
import { inSingleQuotes } from '../../core/text/quote-word.ts';
import { awkNames, sedNames } from './base-name.ts';
import { cmakeTexts } from './cmake-tools.ts';
import { optionValues } from './option-value.ts';
import { awkTexts, sedTexts } from './script-texts.ts';
import { each } from './words.ts';

const meta = /\\!\s*(.+)$/gm;
const bang = /^[ \t]*!\s*(.+)$/gm;
const editor = /^(?:[^!'"\n]{0,24}[:\x1b])?[\d\s,.$%'a-z]{0,16}!\s*(.+)$/gm;
/** PowerShell's operators that call a name may stand before it. */
const anyLine = /^[ \t]*(?:[&.][ \t]+)?(.+)$/gm;
const sqlite: readonly RegExp[] = [
  /^[ \t]*\.(?:shell|system)\s+(.+)$/gm,
  /^[ \t]*\.(?:import|output|once|read)[ \t]+(?:-\S+[ \t]+)*["']?\|([^"'\n]+)/gm,
  /\bedit\s*\([^()\n]{0,400}?,\s*['"]([^'"\n]+)['"]\s*\)/gi,
];
const tcl = /\b(?:exec|spawn|system)\s+(?:-\w+\s+)*(?:--\s+)?([^\]\n;]+)/g;

/** By program, how a line that it reads starts a command: the first group. */
const consoles: Readonly<Record<string, readonly RegExp[]>> = {
  psql: [meta, /\bPROGRAM\s+'((?:[^'\n]|'')+)'/gi, /^[ \t]*\\[og]\s*\|\s*(.+)$/gm],
  ...each('mysql mariadb', [meta, /^[ \t]*system\s+(.+)$/gim]),
  ...each('sqlite3 duckdb', sqlite),
  gdb: [/^[ \t]*(?:shell\s|!)\s*(.+)$/gm, /^[ \t]*(?:pipe|\|)\s.*?\|\s*(.+)$/gm],
  lldb: [/^[ \t]*(?:platform\s+)?shell\s+(.+)$/gm],
  ...each('ftp sftp lftp less more man dc', [bang]),
  ed: [editor, /^[\d,.$]*[rwe]\s+!\s*(.+)$/gm],
  ...each('ex vi vim nvim view', [editor]),
  ...each('troff groff', [/^[ \t]*[.']\s*sy\s+(.+)$/gm]),
  gnuplot: [bang, /\bsystem\s*(?:\(\s*)?["'](.+?)["']/g],
  ghci: [/^[ \t]*:!\s*(.+)$/gm],
  ipython: [/^[ \t]*(?:!|%s(?:x|ystem)\s+)(.+)$/gm],
  ...each('tclsh wish expect', [tcl]),
  ...each('pwsh powershell', [anyLine]),
  m4: [/\be?syscmd\(\s*`?([^`')\n]+)/g],
};

/** The command that a file of options is to curl: a name and a value on each line, which may be in quotes. */
function curlTexts(text: string): readonly string[] {
  const lines = text.matchAll(
    /^[ \t]*-{0,2}([A-Za-z][\w.-]*)[ \t]*(?:[=:][ \t]*)?(?:"((?:[^"\\\n]|\\.)*)"|([^\n]*))/gm,
  );
  const options = [...lines].map(([, name = '', quoted, bare = '']) => {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? bare.trim();
    return value === '' ? `--${name}` : `--${name} ${inSingleQuotes(value)}`;
  });
  return options.length === 0 ? [] : [`curl ${options.join(' ')}`];
}

/** Options by which programs that do not so by themselves read lines that start commands, or say what they do. */
const scripted: readonly (readonly [program: RegExp, options: readonly string[]])[] = [
  [awkNames, ['-f', '--file']],
  [sedNames, ['-f', '--file']],
  [/^curl$/, ['-K', '--config']],
  [/^cmake$/, ['-P']],
];

/** The commands that a program starts by the lines it reads; none of programs that are not known to. */
export function consoleTexts(base: string, text: string): readonly string[] {
  const name = base.replace(/\.(basic|tiny|nox|gtk3|exe)$/, '');
  if (awkNames.test(name)) return awkTexts(text);
  if (sedNames.test(name)) return sedTexts(text);
  if (name === 'curl') return curlTexts(text);
  if (name === 'cmake') return cmakeTexts(text);
  const patterns = ownValue(consoles, name) ?? [];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, command = '']) => command.trim()));
}

/** Whether a program reads lines by which it starts commands: some only where they are told to by an option. */
export function isConsole(base: string, words: readonly (string | null)[]): boolean {
  const options = scripted.find(([program]) => program.test(base))?.[1];
  if (options !== undefined) return optionValues(words, options).some(isInputPath);
  return Object.hasOwn(consoles, base);
}

/** Whether a path that a program is told to read is what it is fed: its input, or what a substitution prints. */
export function isInputPath(path: string | null | undefined): boolean {
  return /^(-|\/dev\/(stdin|fd\/\d+)|<\(.*)$/s.test(path ?? '');
}
