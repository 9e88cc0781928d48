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

/** Whether a command gets the environment of this program. */
function isOurs({ host, elevated }: ExecEffect): boolean {
  return !elevated && (host === 'local' || host === 'sandbox');
}

/** Whether no program of a command finds a variable in its environment, unless the command itself gives it one; null where nothing is known of that. */
export function absentFrom(
  effect: ExecEffect,
  { inherited }: Pick<NamedFolders, 'inherited'>,
): ((name: string) => boolean) | null {
  if (!isOurs(effect) || inherited === undefined) return null;
  return (name) => inherited(name) === null && !Object.hasOwn(effect.env, name);
}

/** What variables hold where a command starts, but for those that its call sets; null where nothing is known of that. */
export function outerOf(
  effect: ExecEffect,
  { inherited }: Pick<NamedFolders, 'inherited'>,
): OuterVariables | null {
  return isOurs(effect) && inherited !== undefined ? new InheritedVariables(inherited) : null;
}

/** Whether a command gets no locale but one that reads characters as policy does; false where nothing is known of that. */
export function hasPlainLocale(effect: ExecEffect, { inherited }: NamedFolders): boolean {
  if (!isOurs(effect) || inherited === undefined) return false;
  return ['LC_ALL', 'LC_CTYPE', 'LANG'].every((name) => {
    const value = effect.env[name] ?? inherited(name);
    return value === null || (value !== undefined && isPlainLocale(value));
  });
}

const english = /^(?:C|POSIX|en(?:_\w+)?)?(?:[.@][\w.@-]*)?$/;

/** Whether a command gets messages of programs in English, and no variable that is called like a word of those that stand in the place of what is printed. */
export function isPlainlyTold(effect: ExecEffect, folders: NamedFolders): boolean {
  const { inherited } = folders;
  const isAbsent = absentFrom(effect, folders);
  if (isAbsent === null || inherited === undefined || !messageWords.every(isAbsent)) return false;
  return ['LC_ALL', 'LC_MESSAGES', 'LANG', 'LANGUAGE'].every((name) => {
    const value = effect.env[name] ?? inherited(name);
    return value === null || value?.split(':').every((one) => english.test(one)) === true;
  });
}

/** Variables whose value programs run or read settings from, which no text has to name. */
const heeded = /^(?:GIT|SSH|BASH|ENV$|PROMPT)|EDITOR$|PAGER$|_?COMMAND/;

function assignmentsOf(env: ExecEffect['env'], isMeant: (name: string) => boolean): string {
  return Object.entries(env)
    .filter(([name]) => isVariableName(name) && isMeant(name))
    .map(([name, value]) => `${name}=${inSingleQuotes(value)}\n`)
    .join('');
}

/** A word of argv mode. One that begins with a tilde may be meant for the home, though no shell makes that of it: it is not quoted as a name. */
function quotedWord(word: string): string {
  return word.startsWith('~') ? `$'~'${inSingleQuotes(word.slice(1))}` : inSingleQuotes(word);
}

/**
 * A command as a script that does the same with nothing around it: the variables of its call are set before, the words of argv mode
 * stand in quotes. Of more variables than a text may have those that nothing names are left out.
 */
function writtenOut({ script, argv, env }: ExecEffect): string {
  const text = script ?? (argv ?? []).map(quotedWord).join(' ');
  const all = assignmentsOf(env, () => true);
  if (all.length + text.length <= longestText) return all + text;
  const named = new Set([text, ...Object.values(env)].flatMap((one) => one.match(/\w+/g) ?? []));
  return assignmentsOf(env, (name) => heeded.test(name) || named.has(name)) + text;
}

/** What is looked through for dangers: words of argv mode that start nothing by themselves where they are too many for a text. */
export function searchedIn(effect: ExecEffect): { script: string | null; argv: readonly string[] | null } {
  const { argv } = effect;
  const script = writtenOut(effect);
  if (argv === null || script.length <= longestText) return { script, argv: null };
  const { commands, scripts } = carriedBy(argv);
  return commands.length + scripts.length === 0 ? { script: null, argv } : { script, argv: null };
}
