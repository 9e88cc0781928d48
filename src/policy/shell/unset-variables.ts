import { isShellsOwn } from './variables.ts';

/** Longest text that is searched, in characters. */
const longestSource = 8192;

/** Commands that may set variables whose names are not written out, or replace the environment. */
const setsUnseen =
  /(?:^|[\s;&|({])(?:eval|source|\.)\s|\b(?:export|declare|typeset|local|readonly|read|mapfile|readarray|getopts|let|printf\s+-v)\b[^\n;&|]*[$`]|\b(?:set\s+[-+]\w*u|nounset)/;

/** Variables that a shell, a login, sudo or a terminal sets. */
const usual =
  /^(?:IFS|PS\d|PATH|HOME|SUDO_\w+|USER|USERNAME|LOGNAME|MAIL|SHELL|TERM|LANG|LC_\w+|XAUTHORITY)$/;

/** What may set parameters; a command starts without any. */
const givesParameters = /\(\s*\)|\b(?:function|set|source|shift)\b|(?:^|[\s;&|({])\.\s/;

/** A command that unsets variables. */
const unsetting = /(?:^|[\s;&|({])unset\s+(?:-v\s+)?[\w \t]+/g;

/**
 * The variables that a text reads but that are not set in it nor in the environment, or were unset, so that they are empty.
 * `@` are the parameters. Empty if variables may be set unseen. For finding dangers, never for allowing.
 */
export function unsetVariables(text: string, isUnset: (name: string) => boolean): ReadonlySet<string> {
  const found = new Set<string>();
  if (text.length > longestSource || !text.includes('$') || setsUnseen.test(text)) return found;
  const setHere = new Set<string>();
  const removed = new Set<string>();
  const unsettings = text.includes('unset') ? [...text.matchAll(unsetting)] : [];
  const isUnsetAt = (at: number) =>
    unsettings.some(({ 0: { length }, index }) => index <= at && at < index + length);
  for (const { 0: name, index } of text.matchAll(/\w+/g))
    if (isValue(text, name, index)) found.add(name);
    else (isUnsetAt(index) && !found.has(name) ? removed : setHere).add(name);
  for (const name of found) {
    const isAbsent = removed.has(name) || isUnset(name);
    if (setHere.has(name) || usual.test(name) || isShellsOwn(name) || !isAbsent) found.delete(name);
  }
  if (/\$\{?[@*1-9]/.test(text) && !givesParameters.test(text)) found.add('@');
  return found;
}

/** Whether a word in a text is a variable that is expanded. */
function isValue(text: string, word: string, index: number): boolean {
  if (!/^[A-Za-z_]/.test(word)) return false;
  const before = text.slice(Math.max(0, index - 2), index);
  if (before.endsWith('$')) return true;
  return before === '${' && !/^:?=/.test(text.slice(index + word.length, index + word.length + 2));
}
