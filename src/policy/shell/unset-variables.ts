import { isShellsOwn } from './variables.ts';

/** A text beyond which nothing is looked for. */
const longestSource = 8192;

/** What may set variables whose names are not written out, or gives the words another environment. */
const setsUnseen =
  /(?:^|[\s;&|({])(?:eval|source|\.)\s|\b(?:export|declare|typeset|local|readonly|read|mapfile|readarray|getopts|let|printf\s+-v)\b[^\n;&|]*[$`]|\b(?:set\s+[-+]\w*u|nounset)/;

/** Variables that a shell, a login, sudo or a terminal brings. */
const usual =
  /^(?:IFS|PS\d|PATH|HOME|SUDO_\w+|USER|USERNAME|LOGNAME|MAIL|SHELL|TERM|LANG|LC_\w+|XAUTHORITY)$/;

/**
 * The variables of a text that are read there, set nowhere in it and not in the environment: each stands for nothing. Empty where
 * something may set variables unseen. For finding dangers, never for allowing.
 */
export function unsetVariables(text: string, isUnset: (name: string) => boolean): ReadonlySet<string> {
  const found = new Set<string>();
  if (text.length > longestSource || !text.includes('$') || setsUnseen.test(text)) return found;
  const setHere = new Set<string>();
  for (const { 0: name, index } of text.matchAll(/\w+/g))
    (isValue(text, name, index) ? found : setHere).add(name);
  for (const name of found) {
    if (setHere.has(name) || usual.test(name) || isShellsOwn(name) || !isUnset(name)) found.delete(name);
  }
  return found;
}

/** Whether a word at a place of a text is the name of a variable that stands there for what it holds. */
function isValue(text: string, word: string, index: number): boolean {
  if (!/^[A-Za-z_]/.test(word)) return false;
  const before = text.slice(Math.max(0, index - 2), index);
  if (before.endsWith('$')) return true;
  return before === '${' && !/^:?=/.test(text.slice(index + word.length, index + word.length + 2));
}
