import { lazyFor } from '../../core/async/lazy.ts';
import { actionsOn, type Found } from '../guard/find-reach.ts';
import { findStarts } from '../guard/finding.ts';
import { filesNamed } from '../paths/named-files.ts';
import type { Scope, ScopedFolder } from '../paths/scope.ts';
import { expandTilde } from '../paths/within.ts';
import { readLsLine } from '../programs/ls-line.ts';
import { type Candidate, hasWord, type Words } from '../rules/pattern.ts';
import type { HandedNames, Listing } from '../shell/handed-names.ts';
import { type Lister, listerOf } from '../shell/listers.ts';
import { gitNames } from './git-names.ts';
import { isKept, type KeptFile, keptBelow, plainBeside, stepsTo } from './kept-files.ts';
import { throughFilter } from './name-filters.ts';
import { searchNames } from './search-names.ts';

/** Most folders that a listing starts in, names that it prints, and nested listings. */
const mostStarts = 16;
const mostNames = 256;
const mostNested = 8;

/** A closed path below a folder in which a listing starts, and the folder as written. */
export interface Begun {
  readonly start: string;
  readonly folder: string;
  readonly kept: KeptFile;
}

/** The closed paths below the folders in which a listing starts. */
export function begunAt(starts: readonly string[], { scope, cwd }: ScopedFolder): readonly Begun[] {
  return starts.slice(0, mostStarts).flatMap((start) => {
    const { kind, realPath } = scope.book.path(expandTilde(start, scope.workspace.home), cwd);
    const below = kind === 'folder' ? keptBelow(scope, realPath) : [];
    return below.map((kept) => ({ start, folder: realPath, kept }));
  });
}

/** A closed file that a listing may print, and meaningless names next to it that it would print too. */
interface Listed {
  readonly name: string;
  readonly beside: readonly string[];
  /** Whether hidden names directly in a folder, or ones untracked by git, are listed. */
  readonly isAsked: boolean;
}

/** The use of names: to search or count in the files, to read them, or anything else. */
export type NamesUse = 'look' | 'read' | 'any';

/** Whether a `find` goes no deeper than the folders it starts in: then it asks for what lies in them, as `ls -A` does. */
export function findsFlat(words: Words): boolean {
  return words.some((word, index) => word === '-maxdepth' && words[index + 1] === '1');
}

function foundNames(words: Words, at: ScopedFolder): readonly Listed[] {
  const isLast = hasWord(words, /^[^%]*%f/);
  const isFlat = findsFlat(words);
  const shown = ({ path }: Found) => (isLast ? path.slice(path.lastIndexOf('/') + 1) : path);
  return begunAt(findStarts(words), at).flatMap(({ start, kept }) =>
    stepsTo(start, kept).flatMap(({ found, above }) => {
      const isPrinted = (one: Found) => actionsOn(words, one, above).includes('print');
      if (!isPrinted(found)) return [];
      const beside = isFlat ? [] : plainBeside(found).filter(isPrinted).map(shown);
      return { name: shown(found), beside, isAsked: isFlat };
    }),
  );
}

/** Names directly in the folders given to `ls`, and the files among its arguments. */
function lsNames(words: Words, { scope, cwd }: ScopedFolder): readonly string[] {
  const { options, operands, isItself } = readLsLine(words);
  const isAll = hasWord(options, /^-\w*[aAf]|^--a/);
  const named = operands.flatMap(
    (word) => filesNamed(expandTilde(word, scope.workspace.home), cwd, scope) ?? [],
  );
  return (operands.length === 0 ? ['.'] : named).flatMap((path) => {
    const { kind, realPath } = scope.book.path(path, cwd);
    if (kind !== 'folder' || isItself) return holdsKept(scope, realPath) ? [path] : [];
    const names = keptBelow(scope, realPath).map(({ inside }) => inside.split('/')[0] ?? '');
    return [...new Set(names)].filter((name) => isAll || !name.startsWith('.'));
  });
}

/** Whether a path is closed, or is a folder with a closed path below. */
function holdsKept(scope: Scope, path: string): boolean {
  return (
    isKept(scope, path) || (scope.book.path(path, '/').kind === 'folder' && keptBelow(scope, path).length > 0)
  );
}

function namesOf({ base, words }: Lister, at: ScopedFolder): readonly Listed[] {
  const alone = (names: readonly string[], isAsked = false) =>
    names.map((name) => ({ name, beside: [], isAsked }));
  const isOthers = hasWord(words, /^(?:-\w*o|--others)/);
  switch (base) {
    case 'find':
      return foundNames(words, at);
    case 'ls':
      return alone(lsNames(words, at), true);
    case 'git':
      return alone(gitNames(words, at), isOthers);
    case 'grep':
    case 'rg':
      return alone(searchNames({ base, words }, at));
  }
}

/** The names that a filter prints. */
function filtered(words: Words, { name, beside, isAsked }: Listed): readonly Listed[] {
  const left = beside.flatMap((one) => throughFilter(words, one));
  return throughFilter(words, name).map((one) => ({ name: one, beside: left, isAsked }));
}

/** Looks up which closed files listings may name, each once. */
export class ListedNames {
  readonly #scope: Scope;
  readonly #names: HandedNames;
  readonly #known = lazyFor((_: Listing) => new Map<string, readonly Listed[]>());
  #nested = 0;

  constructor(scope: Scope, names: HandedNames) {
    this.#scope = scope;
    this.#names = names;
  }

  /**
   * A word once for each closed file whose name it may stand for in a folder; none without a mark. For reading, the file must
   * be selected by name, as everything else is judged like the whole folder. For searching, it must be asked for.
   */
  of(word: Candidate, cwd: string, use: NamesUse): readonly string[] {
    const isMeant = ({ beside, isAsked }: Listed) =>
      use === 'any' || (use === 'look' ? isAsked : beside.length === 0);
    const listed = this.#in(word, cwd).filter(isMeant);
    return [...new Set(listed.map(({ name }) => name))].slice(0, mostNames);
  }

  #in(word: Candidate, cwd: string): readonly Listed[] {
    const put = (name: string) => this.#names.put(word, name) ?? '';
    return this.#names
      .in(word)
      .flatMap((listing) => this.#listed(listing, cwd))
      .map(({ name, beside, isAsked }) => ({ name: put(name), beside: beside.map(put), isAsked }));
  }

  #listed(listing: Listing, cwd: string): readonly Listed[] {
    const ofListing = this.#known(listing);
    const known = ofListing.get(cwd);
    if (known !== undefined || this.#nested > mostNested) return known ?? [];
    this.#nested += 1;
    const found = this.#printed(listing, cwd);
    this.#nested -= 1;
    ofListing.set(cwd, found);
    return found;
  }

  /** The names that a listing prints, in the form it prints them. */
  #printed(listing: Listing, cwd: string): readonly Listed[] {
    const first = listing.findLastIndex((words) => listerOf(words) !== null);
    const lister = listerOf(listing[first] ?? []);
    const [passing = []] = listing;
    const begun =
      lister === null
        ? passing.flatMap((word) => this.#in(word, cwd))
        : namesOf(lister, { scope: this.#scope, cwd });
    const filters = listing.slice(Math.max(first, 0) + 1);
    return filters.reduce<readonly Listed[]>(
      (left, words) => left.flatMap((one) => filtered(words, one)),
      begun.slice(0, mostNames),
    );
  }
}
