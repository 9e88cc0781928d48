import { type Dirent, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isLiteralName, isPlainName, isPlainWhole, withoutForeign } from '../../core/paths/plain-name.ts';
import { isSensitiveName } from '../../core/paths/sensitive.ts';
import type { LeftOut, NamesFact, NotableName, TooManyNames } from '../../core/ports.ts';
import { lstatOrNull } from '../files/stats.ts';
import { replacement } from '../files/undecodable.ts';
import { gitFoldersFrom } from './facts-git-folders.ts';
import { indexEntriesOf } from './facts-git-links.ts';
import type { PathLook } from './facts-paths.ts';
import { hashBytesOf } from './facts-repository.ts';

/** Most names listed: more take longer than a judgement may, some ten milliseconds. */
const mostNames = 8192;
const tooMany: TooManyNames = { most: mostNames };
const mostNotable = 256;
/** Most paths with a name that may not stay one word. */
const mostOdd = 256;

/** Collects names below a folder. */
class Names {
  readonly #folder: string;
  readonly #sensitive: readonly string[];
  readonly #notable: NotableName[] = [];
  readonly #unplain: string[] = [];
  readonly #unliteral: string[] = [];
  #foreign: string | null = null;
  #unwhole: string | null = null;

  constructor(folder: string, sensitive: readonly string[]) {
    this.#folder = folder;
    this.#sensitive = sensitive;
  }

  add(path: string, isLink: boolean): void {
    const read = withoutForeign(path);
    const parts = read.split('/');
    if (read !== path) this.#foreign ??= path;
    if (!isPlainWhole(read)) this.#unwhole ??= path;
    if (this.#unplain.length <= mostOdd && !parts.every(isPlainName)) this.#unplain.push(path);
    if (this.#unliteral.length <= mostOdd && !parts.every(isLiteralName)) this.#unliteral.push(path);
    if (isLink || isSensitiveName(join(this.#folder, path), this.#sensitive))
      this.#notable.push({ path, isLink });
  }

  get fact(): NamesFact | null {
    if (this.#notable.length > mostNotable) return null;
    const few = (paths: readonly string[]) => (paths.length > mostOdd ? null : paths);
    return {
      unplain: few(this.#unplain),
      unliteral: few(this.#unliteral),
      foreign: this.#foreign,
      unwhole: this.#unwhole,
      notable: this.#notable,
    };
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The kind of an entry; not every file system gives it with the name. */
function kindOf(entry: Dirent, path: string): Pick<Dirent, 'isDirectory' | 'isSymbolicLink'> {
  const isTold = entry.isFile() || entry.isDirectory() || entry.isSymbolicLink();
  return isTold ? entry : (lstatOrNull(path) ?? entry);
}

/** Lists what is below a real folder, without following links or entering excluded folders; null if a name there is not UTF-8. */
export function namesBelow(
  folder: string,
  sensitive: readonly string[],
  leftOut: LeftOut = { names: [], paths: [], isHidden: false },
): NamesFact | TooManyNames | null {
  const names = new Names(folder, sensitive);
  const isLeftOut = (path: string, name: string) =>
    leftOut.names.includes(name) ||
    leftOut.paths.includes(path) ||
    (leftOut.isHidden && name.startsWith('.'));
  const folders = [''];
  let count = 0;
  for (let prefix = folders.pop(); prefix !== undefined; prefix = folders.pop()) {
    const entries = entriesOf(join(folder, prefix));
    count += entries.length;
    if (count > mostNames) return tooMany;
    if (entries.some(({ name }) => name.includes(replacement))) return null;
    for (const entry of entries) {
      const path = `${prefix}${entry.name}`;
      const kind = kindOf(entry, join(folder, path));
      names.add(path, kind.isSymbolicLink());
      if (kind.isDirectory() && !isLeftOut(path, entry.name)) folders.push(`${path}/`);
    }
  }
  return names.fact;
}

/** Finds paths below a real folder that are links or reached through one: a path in git's index may have become one since. */
class LinkFinder {
  readonly #folder: string;
  /** Whether each name in a folder is a link; null for a folder reached through one. */
  readonly #namesIn = new Map<string, ReadonlyMap<string, boolean> | null>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  isLed(path: string): boolean {
    const names = this.#namesOf(dirname(path));
    // A name that is not listed may exist in other case.
    return names === null || (names.get(basename(path)) ?? this.#isLink(path));
  }

  #isLink(path: string): boolean {
    return lstatOrNull(join(this.#folder, path))?.isSymbolicLink() === true;
  }

  /** Lists a whole folder, which takes a fraction of the time of examining each name. */
  #namesOf(path: string): ReadonlyMap<string, boolean> | null {
    const known = this.#namesIn.get(path);
    if (known !== undefined) return known;
    const at = join(this.#folder, path);
    const isLed = path !== '.' && this.isLed(path);
    const names = isLed
      ? null
      : new Map(
          entriesOf(at).map((entry) => [entry.name, kindOf(entry, join(at, entry.name)).isSymbolicLink()]),
        );
    this.#namesIn.set(path, names);
    return names;
  }
}

/** What the index of the repository around a real folder has below that; null if unknown or too much. */
export function namesTracked(
  folder: string,
  sensitive: readonly string[],
  paths: PathLook,
): NamesFact | TooManyNames | null {
  const [store, ...others] = gitFoldersFrom(folder, paths);
  if (store === undefined || store.top === null || others.length > 0) return null;
  const entries = indexEntriesOf(store.path, hashBytesOf(store.path));
  if (entries === null) return null;
  if (entries.length > mostNames) return tooMany;
  const prefix = folder === store.top ? '' : `${folder.slice(store.top === '/' ? 1 : store.top.length + 1)}/`;
  const names = new Names(folder, sensitive);
  const links = new LinkFinder(folder);
  for (const { path } of entries) {
    // Git never makes such an entry, but reads one.
    if (path.split('/').includes('..')) return null;
    if (!path.startsWith(prefix)) continue;
    const below = path.slice(prefix.length);
    names.add(below, links.isLed(below));
  }
  return names.fact;
}
