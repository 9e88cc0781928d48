import { type Arg, isPlainText, type Printed, textOf } from './arg.ts';
import { lastName } from './cut-texts.ts';
import type { Piece } from './pieces.ts';

/** A path that all programs split alike: no component is empty, and it is not an option. */
const plainPath = /^(?!-|\/+$)(?!.*\/\/)[^\n\0]+$/;

/** The output of `dirname` for a path. */
function folderOf(path: string): string {
  const at = path.replace(/\/$/, '').lastIndexOf('/');
  return at === -1 ? '.' : at === 0 ? '/' : path.slice(0, at);
}

/** The output of `basename` for a path, without the given suffix unless that is the whole name. */
function nameOf(path: string, ending: string): string {
  const whole = path.replace(/\/$/, '');
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  return ending !== '' && name !== ending && name.endsWith(ending) ? name.slice(0, -ending.length) : name;
}

/** The output of `dirname` or `basename` for a known path; null for other commands. */
function partPrinted(words: readonly Arg[]): string | null {
  const [program, path = null, ending = '', ...others] = words.map(textOf);
  if (path === null || ending === null || others.length > 0 || !plainPath.test(path)) return null;
  if (program === 'dirname') return words.length === 2 ? folderOf(path) : null;
  return program === 'basename' && !ending.includes('\n') ? nameOf(path, ending) : null;
}

/** A pattern for what `basename` prints for a file matched by a wildcard; a substitution strips trailing newlines from it. */
function namePrinted([program, path, ...others]: readonly Arg[]): RegExp | null {
  const isOne = textOf(program) === 'basename' && path?.kind === 'glob' && path.isWalked === true;
  return isOne && others.length === 0 && /\w$/.test(path.literal) ? lastName(path) : null;
}

/** The path that `realpath` or `readlink -f` resolves, and its folder; null for other commands. */
function pathFollowed(words: readonly Arg[], { cwds }: Printed) {
  const [, path = null] =
    /^(?:realpath|readlink -f|realpath -e|readlink -e) (.*)$/s.exec(words.map(textOf).join(' ')) ?? [];
  const [cwd] = cwds ?? [];
  if (path === null || !words.every(({ kind }) => kind === 'text') || textOf(words.at(-1)) !== path)
    return null;
  return plainPath.test(path) && cwds?.length === 1 && typeof cwd === 'string' ? { path, cwd } : null;
}

/** The piece for a substitution that prints part of a path, or a resolved path; null for others. */
export function toldPiece(printed: Printed, quoted: boolean): Piece | null {
  const [words = [], ...others] = printed.commands;
  if (others.length > 0) return null;
  const part = partPrinted(words);
  if (part !== null) return quoted || isPlainText(part) ? { kind: 'text', text: part, quoted: true } : null;
  const name = namePrinted(words);
  if (name !== null) return { kind: 'unknown', quoted, name };
  const located = pathFollowed(words, printed);
  return located && { kind: 'unknown', quoted, located };
}
