import { isPassed, placesFrom } from '../programs/leading-options.ts';
import {
  type Candidate,
  matchArguments,
  matchesWord,
  type Pattern,
  type PatternWord,
  type Words,
} from '../rules/pattern.ts';

/** Whether a word of a rule is a sub-command. */
function isCommandWord({ text, literal }: PatternWord): boolean {
  return literal && /^\w[\w.:@/-]*$/.test(text);
}

/**
 * Whether a rule that denies or asks matches a command with options before its sub-commands; `words` follow the program. `npm
 * publish *` matches `npm --prefix x publish` too. If a word may be an option's value, both readings are tried.
 */
export function matchesBehindOptions(pattern: Pattern, base: string, words: Words): boolean {
  const end = pattern.words.findIndex((word, index) => index > 0 && !isCommandWord(word));
  const commands = pattern.words.slice(1, end === -1 ? undefined : end);
  if (commands.length === 0 || !words.some((word) => isPassed(base, word))) return false;
  let places: readonly number[] = [0];
  const named: Candidate[] = [];
  for (const command of commands) {
    const next = placesFrom(base, words, places).filter((at) => matchesWord(command, words[at] ?? ''));
    if (next.length === 0) return false;
    named.push(command.text);
    places = next.map((at) => at + 1);
  }
  return places.some((at) => matchArguments(pattern, [...named, ...words.slice(at)]) !== null);
}
