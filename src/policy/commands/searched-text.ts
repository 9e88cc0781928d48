import type { ExecEffect } from '../../core/effect.ts';
import { isVariableName } from '../../core/environment.ts';
import { inSingleQuotes } from '../../core/text/quote-word.ts';
import { carriedBy } from '../programs/carriers.ts';
import { longestText } from './danger.ts';

/** Variables that programs use without being told to: they run their values or read settings from them. */
const heeded = /^(?:GIT|SSH|BASH|ENV$|PROMPT)|EDITOR$|PAGER$|_?COMMAND/;

function assignmentsOf(env: ExecEffect['env'], isMeant: (name: string) => boolean): string {
  return Object.entries(env)
    .filter(([name]) => isVariableName(name) && isMeant(name))
    .map(([name, value]) => `${name}=${inSingleQuotes(value)}\n`)
    .join('');
}

/** Quotes a word of an argv. A leading tilde, which no shell expands here but a program might, stays outside of the quotes. */
function quotedWord(word: string): string {
  return word.startsWith('~') ? `$'~'${inSingleQuotes(word.slice(1))}` : inSingleQuotes(word);
}

/**
 * Writes a command as a script that does the same on its own: the variables of its call are set first, and the words of an
 * argv are quoted. If there are too many variables, those that nothing refers to are left out.
 */
function writtenOut({ script, argv, env }: ExecEffect): string {
  const text = script ?? (argv ?? []).map(quotedWord).join(' ');
  const all = assignmentsOf(env, () => true);
  if (all.length + text.length <= longestText) return all + text;
  const named = new Set([text, ...Object.values(env)].flatMap((one) => one.match(/\w+/g) ?? []));
  return assignmentsOf(env, (name) => heeded.test(name) || named.has(name)) + text;
}

/** What to search for dangers: a script, or an argv with too many words for a text, which starts nothing by itself. */
export function searchedIn(effect: ExecEffect): { script: string | null; argv: readonly string[] | null } {
  const { argv } = effect;
  const script = writtenOut(effect);
  if (argv === null || script.length <= longestText) return { script, argv: null };
  const { commands, scripts } = carriedBy(argv);
  return commands.length + scripts.length === 0 ? { script: null, argv } : { script, argv: null };
}
