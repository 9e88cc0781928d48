/**
 * What it does to give an element of an array of the shell's own, as the command that does the same: `BASH_ALIASES[x]=y` is `alias x=y`.
 * Null for every other array.
 */
export function namingOf(array: string, key: string, text: string): readonly string[] | null {
  if (array === 'BASH_ALIASES') return ['alias', `${key}=${text}`];
  return array === 'BASH_CMDS' ? ['hash', '-p', text, key] : null;
}
