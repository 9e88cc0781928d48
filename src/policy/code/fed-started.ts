import { quoteWord } from '../../core/text/quote-word.ts';
import { unknownPart, type Words } from '../rules/pattern.ts';

/** Most commands that texts are written to, and most characters of the texts. */
const mostStarted = 32;
const longestFed = 65_536;
/** Matches programs that may run their input. */
const isFedShell =
  /(?:^|[\s/;|&(])(?:(?:ba|da|z|k|a|mk)?sh|python[\d.]*|perl|ruby|node|xargs|psql|mysql|sqlite3|gdb|ed|at|batch|parallel|tclsh|bc|make|ssh)\b/;

/** A command as shell text, without the mode of an opened pipe: `popen("sh", "w")`. */
function commandText(words: Words): string {
  const told =
    words.length === 2 && /^(?:[rw]\+?b?|[rw]b?\+?|-)$/.test(words[1] ?? '') ? words.slice(0, 1) : words;
  return told.map((word) => (word === null ? unknownPart : quoteWord(word))).join(' ');
}

/** The started commands that may run their input. */
function shellsIn(commands: readonly Words[], scripts: readonly string[]): readonly string[] {
  return [...commands.map(commandText), ...scripts].filter((text) => isFedShell.test(text));
}

/** Whether a started command may run its input. */
export function mayBeFed(commands: readonly Words[], scripts: readonly string[]): boolean {
  return shellsIn(commands, scripts).length > 0;
}

/** Scripts that start the commands of code with what it writes to them, at once and line by line. */
export function startedAndFed(
  commands: readonly Words[],
  scripts: readonly string[],
  fed: readonly string[],
): { readonly scripts: readonly string[]; readonly isCut: boolean } {
  if (fed.length === 0) return { scripts: [], isCut: false };
  const all = shellsIn(commands, scripts);
  const inputs = [...new Set([fed.join(''), fed.join('\n')])];
  const isTooLong = inputs.some((text) => text.length > longestFed);
  const started = isTooLong ? [] : all.slice(0, mostStarted);
  return {
    scripts: started.flatMap((text) => inputs.map((input) => `${text} <<< ${quoteWord(input)}`)),
    isCut: started.length < all.length,
  };
}
