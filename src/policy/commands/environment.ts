import type { NamedFolders } from '../../core/context.ts';
import type { ExecEffect } from '../../core/effect.ts';

/** Whether no program of a command finds a variable in its environment, unless the command itself gives it one; null where nothing is known of that. */
export function absentFrom(
  { host, elevated, env }: ExecEffect,
  { isUnset }: Pick<NamedFolders, 'isUnset'>,
): ((name: string) => boolean) | null {
  const isKnown = !elevated && (host === 'local' || host === 'sandbox');
  if (!isKnown || isUnset === undefined) return null;
  return (name) => isUnset(name) && !Object.hasOwn(env, name);
}
