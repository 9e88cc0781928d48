import { inSingleQuotes } from '../../core/text/quote-word.ts';
import { awkNames, sedNames } from './base-name.ts';
import { cmakeTexts } from './cmake-tools.ts';
import { commandsOfLines } from './form-texts.ts';
import { optionValues } from './option-value.ts';
import { startsOf } from './program-starts.ts';
import { awkTexts, sedTexts } from './script-texts.ts';

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
  const { lines = [] } = startsOf(name);
  return commandsOfLines(lines, text);
}

/** Whether a program reads lines by which it starts commands: some only where they are told to by an option. */
export function isConsole(base: string, words: readonly (string | null)[]): boolean {
  const options = scripted.find(([program]) => program.test(base))?.[1];
  if (options !== undefined) return optionValues(words, options).some(isInputPath);
  return startsOf(base).lines !== undefined;
}

/** Whether a path that a program is told to read is what it is fed: its input, or what a substitution prints. */
export function isInputPath(path: string | null | undefined): boolean {
  return /^(-|\/dev\/(stdin|fd\/\d+)|<\(.*)$/s.test(path ?? '');
}
