import { quoteWord } from '../../core/text/quote-word.ts';
import { type Candidate, unknownPart } from '../rules/pattern.ts';

/** Commands that texts are written to, and characters of those. */
const mostStarted = 32;
const longestFed = 65_536;
/** Whether what is started may run what is written to it. */
const isFedShell =
  /(?:^|[\s/;|&(])(?:(?:ba|da|z|k|a|mk)?sh|python[\d.]*|perl|ruby|node|xargs|psql|mysql|sqlite3|gdb|ed|at|batch|parallel|tclsh|bc|make|ssh)\b/;

/** A command as a shell reads it, without how a program that is started by a text is talked to: `popen("sh", "w")`. */
function commandText(words: readonly Candidate[]): string {
  const told =
    words.length === 2 && /^(?:[rw]\+?b?|[rw]b?\+?|-)$/.test(words[1] ?? '') ? words.slice(0, 1) : words;
  return told.map((word) => (word === null ? unknownPart : quoteWord(word))).join(' ');
}

/** What is started that may run what is written to it. */
function shellsIn(
  commands: readonly (readonly Candidate[])[],
  scripts: readonly string[],
): readonly string[] {
  return [...commands.map(commandText), ...scripts].filter((text) => isFedShell.test(text));
}

/** Whether something is started that may run what is written to it. */
export function mayBeFed(commands: readonly (readonly Candidate[])[], scripts: readonly string[]): boolean {
  return shellsIn(commands, scripts).length > 0;
}

/** Scripts that start what code starts with what it writes to that: all that at once, and line by line. */
export function startedAndFed(
  commands: readonly (readonly Candidate[])[],
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
