import type { NamedFolders } from '../../core/context.ts';
import type { ExecEffect } from '../../core/effect.ts';
import { InheritedVariables } from '../shell/inherited-variables.ts';
import type { OuterVariables } from '../shell/seen-variables.ts';
import { messageWords } from '../shell/told-plainly.ts';
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
