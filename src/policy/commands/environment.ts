import type { NamedFolders } from '../../core/context.ts';
import type { ExecEffect } from '../../core/effect.ts';
import { isVariableName } from '../../core/environment.ts';
import { inSingleQuotes } from '../../core/text/quote-word.ts';
import { carriedBy } from '../programs/carriers.ts';
import { InheritedVariables } from '../shell/inherited-variables.ts';
import type { OuterVariables } from '../shell/seen-variables.ts';
import { messageWords } from '../shell/told-plainly.ts';
import { longestText } from './danger.ts';
import { isPlainLocale } from './variable-names.ts';

/** Whether a command inherits the environment of this program. */
function isOurs({ host, elevated }: ExecEffect): boolean {
  return !elevated && (host === 'local' || host === 'sandbox');
}

/** Tests whether programs of a command lack a variable unless the command itself sets it; null if the environment is not known. */
export function absentFrom(
  effect: ExecEffect,
  { inherited }: Pick<NamedFolders, 'inherited'>,
): ((name: string) => boolean) | null {
  if (!isOurs(effect) || inherited === undefined) return null;
  return (name) => inherited(name) === null && !Object.hasOwn(effect.env, name);
}

/** The variables that a command inherits, without those that its call sets; null if the environment is not known. */
export function outerOf(
  effect: ExecEffect,
  { inherited }: Pick<NamedFolders, 'inherited'>,
): OuterVariables | null {
  return isOurs(effect) && inherited !== undefined ? new InheritedVariables(inherited) : null;
}

/** Whether the locales of a command all read characters as the policy does; false if the environment is not known. */
export function hasPlainLocale(effect: ExecEffect, { inherited }: NamedFolders): boolean {
  if (!isOurs(effect) || inherited === undefined) return false;
  return ['LC_ALL', 'LC_CTYPE', 'LANG'].every((name) => {
    const value = effect.env[name] ?? inherited(name);
    return value === null || (value !== undefined && isPlainLocale(value));
  });
}

const english = /^(?:C|POSIX|en(?:_\w+)?)?(?:[.@][\w.@-]*)?$/;

/** Whether programs print English messages to a command, and no variable has the name of a placeholder for printed text. */
export function isPlainlyTold(effect: ExecEffect, folders: NamedFolders): boolean {
  const { inherited } = folders;
  const isAbsent = absentFrom(effect, folders);
  if (isAbsent === null || inherited === undefined || !messageWords.every(isAbsent)) return false;
  return ['LC_ALL', 'LC_MESSAGES', 'LANG', 'LANGUAGE'].every((name) => {
    const value = effect.env[name] ?? inherited(name);
    return value === null || value?.split(':').every((one) => english.test(one)) === true;
  });
}

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
