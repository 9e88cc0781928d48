import { normalize } from 'node:path';
import { readFindLine } from '../programs/find-line.ts';
import { readLsLine } from '../programs/ls-line.ts';
import { hasWord, type Words } from '../rules/pattern.ts';

/** Options with which `ls` prints more than names, or names in other folders. */
const printsMore =
  /^(?:-[A-Za-z\d]*[lgonsimRQZ]|--(?:format|size|inode|recursive|quote-name|context|zero)\b)/;

/** A word that is surely a folder: `/`, `~`, `..`, with a trailing slash, or an absolute path whose last name has no dot. */
const namesFolder = /^(?:~|\.{1,2}|.*\/)$|^\/(?:[^/]+\/)*[^/.*?[{]+$/;

/** What an `ls` lists: the content of a folder, or its operands. */
type Listing = { readonly folder: string } | { readonly names: readonly string[] };

/** What an `ls` command lists; null for other programs, and if it prints more than names. */
function listingOf(words: Words): Listing | null {
  if (!/^g?ls$/.test(words[0] ?? '') || words.includes(null)) return null;
  const { options, operands, isItself } = readLsLine(words);
  if (hasWord(options, printsMore)) return null;
  const [first = '.', ...others] = operands;
  const isFolder = !isItself && namesFolder.test(first);
  if (isFolder && others.length > 0) return null;
  return isFolder ? { folder: first } : { names: [first, ...others] };
}

/** Names in the root folder of every system. */
const rootNames = 'bin dev etc home lib opt root sbin tmp usr var';

function isSameFolder(one: string, other: string): boolean {
  return normalize(`${one}/`) === normalize(`${other}/`);
}

/** The starting points of a `find` without tests, which it surely prints; null for every other. */
function foundBy(words: Words): string | null {
  const { starts, primaries } = readFindLine(words);
  const isAll = primaries.every(({ name }) => /^-(?:maxdepth|xdev|mount|depth|print0?)$/.test(name ?? ''));
  const folders = starts.flatMap((at) => words[at] ?? []);
  return isAll && folders.length > 0 && folders.length === starts.length ? folders.join(' ') : null;
}

/**
 * The names that `ls` prints, as shell words that follow a prefix: `*` if the prefix leads to the listed folder. Otherwise
 * null, as few of the names may exist there, except for known names in the root. For finding dangers, never for allowing.
 */
export function listedBy(words: Words, prefix = '.'): string | null {
  if (words[0] === 'find') return foundBy(words);
  const listing = listingOf(words);
  if (listing === null) return null;
  if ('names' in listing) return listing.names.join(' ');
  if (isSameFolder(listing.folder, prefix || '.')) return '*';
  return isSameFolder(listing.folder, '/') ? rootNames : null;
}
