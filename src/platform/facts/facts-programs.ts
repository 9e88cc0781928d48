import { accessSync, constants, existsSync, type Stats, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { isInsideAny } from '../../core/paths/containment.ts';
import type { ProgramFact } from '../../core/ports.ts';
import { lstatOrNull, statOrNull } from '../files/stats.ts';
import { findProgram } from '../machine/lookup.ts';

/** The settings that decide which programs are trusted. */
export interface FactsOptions {
  readonly home: string;
  /** The cwd and the workspace's roots, as real paths: nothing inside is trusted. */
  readonly roots: readonly string[];
  /** `policy.trustedDirs`. */
  readonly trustedDirs: readonly string[];
}

const systemFolders = [
  '/bin',
  '/sbin',
  '/usr',
  '/lib',
  '/lib64',
  '/opt',
  '/etc/alternatives',
  '/nix/store',
  '/run/current-system',
  '/snap',
  '/System',
  '/Library',
  '/Applications',
  '/opt/homebrew',
  '/home/linuxbrew/.linuxbrew',
  'C:\\Windows',
  'C:\\Program Files',
  'C:\\Program Files (x86)',
];

const homePrefixes = [
  '.cargo/bin',
  '.rustup/toolchains',
  '.local/bin',
  '.local/share/mise',
  '.local/share/uv',
  '.local/share/pnpm',
  '.local/pipx',
  '.pyenv',
  '.rbenv',
  '.nvm',
  '.nodenv',
  '.volta',
  '.asdf',
  '.fnm',
  '.local/share/fnm',
  '.bun/bin',
  '.deno/bin',
  'go/bin',
  '.go/bin',
  '.nix-profile',
  '.sdkman',
  '.ghcup/bin',
  '.linuxbrew',
  '.dotnet',
  'miniconda3',
  'anaconda3',
];

/** Whether others may write a folder or replace its content; in a sticky folder on the way, one's own files are safe. */
function isOpenToOthers(stats: Stats, isLast: boolean): boolean {
  const worldWritable = (stats.mode & 0o002) !== 0;
  const sticky = (stats.mode & 0o1000) !== 0;
  return worldWritable && (isLast || !sticky);
}

/** Whether a folder and every folder above it are closed to other people. */
export function isClosedFolder(path: string): boolean {
  try {
    for (let folder = path; ; folder = dirname(folder)) {
      if (isOpenToOthers(statSync(folder), folder === path)) return false;
      if (folder === dirname(folder)) return true;
    }
  } catch {
    return false;
  }
}

/** Milliseconds for which a folder's check is valid: only its owner can open it to others, and never a command inside a call. */
const folderLifetime = 2000;
/** Most folders remembered. */
const mostFolders = 1024;

/** Facts about a folder, valid for a short time. */
interface Folder {
  readonly trusted: boolean;
  /** Only for a trusted folder. */
  readonly realPath: string;
  readonly until: number;
}

/** Whether this is root, who may run what anyone may run: no access(2) call is needed. */
const isRoot = process.getuid?.() === 0;

function isRunnable(path: string, stats: Stats): boolean {
  if (!stats.isFile()) return false;
  if (isRoot) return (stats.mode & 0o111) !== 0;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A program that was found. */
interface Found {
  readonly path: string;
  /** Stats of the file itself; null if it must be followed, like a link. */
  readonly stats: Stats | null;
}

/** The program at a path; null if nothing can be run there. */
function runnableAt(path: string): Found | null {
  const own = lstatOrNull(path);
  const stats = own?.isSymbolicLink() === true ? statOrNull(path) : own;
  return stats === null || !isRunnable(path, stats) ? null : { path, stats: stats === own ? own : null };
}

/** A folder of PATH: a prefix for names, or a folder that must be resolved at every lookup. */
type SearchFolder =
  | { readonly prefix: string }
  | { readonly relative: string }
  | { readonly climbing: string };

function searchFolder(folder: string): SearchFolder {
  if (!isAbsolute(folder)) return { relative: folder };
  // After a symlink, `..` is the parent of its target.
  if (folder.includes('/..')) return { climbing: folder };
  const plain = resolve(folder);
  return { prefix: plain === '/' ? plain : `${plain}/` };
}

/** The folders of a PATH in order, each once. */
function foldersOf(searchPath: string): readonly SearchFolder[] {
  return [...new Set(searchPath.split(delimiter))].map(searchFolder);
}

/** Finds programs and decides which are trusted. */
export class ProgramTrust {
  readonly #options: FactsOptions;
  readonly #realPathOf: (path: string) => string;
  readonly #folders = new Map<string, Folder>();
  readonly #named: readonly string[];
  #path: { readonly text: string; readonly folders: readonly SearchFolder[] } | null = null;
  #real: readonly string[] | null = null;

  constructor(options: FactsOptions, realPathOf: (path: string) => string) {
    this.#options = options;
    this.#realPathOf = realPathOf;
    const { home, trustedDirs } = options;
    const under = (folder: string) =>
      isAbsolute(folder) ? folder : join(home, folder.startsWith('~/') ? folder.slice(2) : folder);
    this.#named = [...systemFolders, ...homePrefixes.map(under), ...trustedDirs.map(under)];
  }

  /** Whether a folder is inside a trusted one, as named or by its real path, whose lookup takes a millisecond. */
  #isInsideTrusted(folder: string): boolean {
    if (isInsideAny(folder, this.#named)) return true;
    this.#real ??= this.#named.map(this.#realPathOf);
    return isInsideAny(folder, this.#real);
  }

  #look(folder: string): Folder {
    const now = performance.now();
    const known = this.#folders.get(folder);
    if (known !== undefined && known.until > now) return known;
    const isNamed = this.#isInsideTrusted(folder) && !isInsideAny(folder, this.#options.roots);
    const trusted = isNamed && (sep !== '/' || isClosedFolder(folder));
    const found = {
      trusted,
      realPath: trusted ? this.#realPathOf(folder) : folder,
      until: now + folderLifetime,
    };
    if (this.#folders.size >= mostFolders) this.#folders.clear();
    this.#folders.set(folder, found);
    return found;
  }

  /** Like `findProgram`, without an exception for every folder of PATH that lacks it. */
  #lookUp(name: string, cwd: string, searchPath: string): Found | null {
    if (sep !== '/' || name === '' || name.includes('/')) {
      const path = findProgram(name, cwd, searchPath);
      return path === null ? null : { path, stats: null };
    }
    if (this.#path?.text !== searchPath) this.#path = { text: searchPath, folders: foldersOf(searchPath) };
    for (const folder of this.#path.folders) {
      const path = this.#pathIn(folder, name, cwd);
      // Most folders lack it; this check costs half as much.
      const found = existsSync(path) ? runnableAt(path) : null;
      if (found !== null) return found;
    }
    return null;
  }

  #pathIn(folder: SearchFolder, name: string, cwd: string): string {
    if ('prefix' in folder) return folder.prefix + name;
    return 'relative' in folder
      ? resolve(cwd, folder.relative, name)
      : join(this.#realPathOf(folder.climbing), name);
  }

  /** Whether a folder, existing or not, is trusted, considering who may put a program into it. */
  #trustsFolder(folder: string): boolean {
    if (existsSync(folder)) return this.#look(folder).trusted;
    if (!this.#isInsideTrusted(folder) || isInsideAny(folder, this.#options.roots)) return false;
    let above = dirname(folder);
    while (!existsSync(above) && above !== dirname(above)) above = dirname(above);
    return sep !== '/' || isClosedFolder(above);
  }

  /** Whether every folder of a PATH is trusted, as named and by its real path, so that any program appearing there would be. */
  trustsAllOf(searchPath: string, cwd: string): boolean {
    return foldersOf(searchPath).every((folder) => {
      if ('relative' in folder) return false;
      const named = dirname(this.#pathIn(folder, 'x', cwd));
      return this.#trustsFolder(named) && this.#trustsFolder(this.#realPathOf(named));
    });
  }

  #isTrusted(path: string, known: Stats | null): boolean {
    if (!this.#look(dirname(path)).trusted) return false;
    if (sep !== '/') return true;
    const stats = known ?? statOrNull(path);
    return stats !== null && !isOpenToOthers(stats, true);
  }

  /** The program a shell in `cwd` would run by a name, or null. */
  find(name: string, cwd: string, searchPath: string): ProgramFact | null {
    const found = this.#lookUp(name, cwd, searchPath);
    if (found === null) return null;
    const folder = this.#look(dirname(found.path));
    // In a trusted folder, only the program's own name can have become a link since.
    const isPlain = found.stats !== null && folder.trusted;
    const realPath = isPlain ? join(folder.realPath, basename(found.path)) : this.#realPathOf(found.path);
    const trusted =
      this.#isTrusted(realPath, isPlain ? found.stats : null) && (realPath === found.path || folder.trusted);
    return { foundPath: found.path, realPath, trusted };
  }
}
