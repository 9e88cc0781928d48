import { realpathSync, type Stats } from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { longestPath } from '../../core/paths/longest-path.ts';
import type { MatchFact, PathFact } from '../../core/ports.ts';
import { linkOrNull, lstatOrNull, namesOrNull } from '../files/stats.ts';
import { isUndecodable, partNames, replacement } from '../files/undecodable.ts';
import { ignoreFileFact } from './ignore-files.ts';
import { npmrcFact } from './npmrc.ts';
import { holdsToken } from './token-files.ts';
import { versionFileFact } from './version-files.ts';

const mostLinks = 40;
const mostMatches = 1024;
const mostEntries = 20_000;

/**
 * Walks a path as the kernel does: each symlink is followed in place, so `link/..` is the parent of its target. Missing
 * components are kept by name.
 */
function walkPath(path: string, meet?: (link: string, rest: readonly string[]) => unknown): string {
  let real = isAbsolute(path) ? '/' : process.cwd();
  const rest = path.split('/').reverse();
  let links = 0;
  for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      real = dirname(real);
      continue;
    }
    const next = join(real, name);
    const stats = lstatOrNull(next);
    if (stats?.isSymbolicLink() !== true) real = next;
    else {
      links += 1;
      meet?.(next, rest);
      if (links > mostLinks) return next;
      const target = linkOrNull(next);
      // A link that may not be followed, such as the root of another's process, stays as it is.
      if (target === null) return [next, ...rest.reverse()].join('/');
      if (isAbsolute(target)) real = '/';
      rest.push(...target.split('/').reverse());
    }
  }
  return real;
}

/** The real path of a file, or where it would be. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return sep === '/' ? walkPath(path) : resolve(path);
  }
}

/** The symbolic links on the way of an absolute path, each by its real place. */
export function linksOnWay(path: string): readonly string[] {
  const links: string[] = [];
  if (sep === '/') walkPath(path, (link) => links.push(link));
  return links;
}

const ofProcess = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(?:cwd|root|exe|fd\/(\d+)|map_files\/[^/]+)$/;
const ownProcess = /^\/proc\/(?:thread-)?self$/;

/** Whether a path leads through a process's open files or folders; its standard streams do not count. */
function ledThroughProcess(path: string): Pick<PathFact, 'isProcess' | 'descriptor'> {
  if (sep !== '/') return {};
  let isProcess = false;
  const descriptors: number[] = [];
  walkPath(path, (link, rest) => {
    const match = ofProcess.exec(link);
    if (match !== null) isProcess ||= rest.length > 0 || !/^[0-2]$/.test(match[1] ?? '');
    const [number = '', folder, ...others] = rest;
    const isNamed = folder === 'fd' && others.length === 0 && /^\d{1,4}$/.test(number);
    if (ownProcess.test(link) && isNamed) descriptors.push(Number(number));
  });
  const [descriptor] = descriptors;
  return { ...(isProcess ? { isProcess } : {}), ...(descriptor === undefined ? {} : { descriptor }) };
}

function kindOf(stats: Stats): PathFact['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isBlockDevice() ? 'block' : 'other';
}

/** What is at a path with every symlink on the way followed. */
interface Entry {
  readonly realPath: string;
  /** Null if nothing is there, or nothing this user may see. */
  readonly stats: Stats | null;
  /** Whether a link leads to a name that is not UTF-8, so that the real path is wrong. */
  readonly isUndecodable?: boolean;
}

/** Whether a link on the way to a missing path contains a name that is not UTF-8: where it leads is unknown. */
function meetsUndecodable(path: string): boolean {
  if (sep !== '/') return false;
  let found = false;
  walkPath(path, (link) => {
    found ||= linkOrNull(link)?.includes(replacement) === true;
  });
  return found;
}

/** Follows a path; `given` must be absolute. */
function follow(given: string): Entry {
  const realPath = realPathOf(given);
  const stats = lstatOrNull(realPath);
  if (isUndecodable(given, realPath) || (stats === null && meetsUndecodable(given)))
    return { realPath, stats: null, isUndecodable: true };
  return { realPath, stats: stats?.isSymbolicLink() === true ? null : stats };
}

function joined(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

/** The fact for a path with a component that is not UTF-8: nothing more is known of it. */
function undecodableFact(realPath: string): PathFact {
  return { realPath, exists: true, kind: 'other', isUndecodable: true };
}

/** The names of a folder that match a wildcard segment, and whether any that are not UTF-8 may match. */
function matchesIn(folder: string, names: readonly string[], segment: RegExp) {
  const { told, undecodable } = partNames(folder, names);
  const mayMatch = (readings: readonly string[]) => readings.some((reading) => segment.test(reading));
  return {
    told: told.filter((name) => segment.test(name)),
    undecodable: undecodable.filter(({ readings }) => mayMatch(readings)).map(({ name }) => name),
  };
}

/** The folder in which a wildcard's next name is searched, as written: after a symlink, `..` is the parent of its target. */
function folderOf(prefix: string, index: number, cwd: string): string {
  if (index === 0) return cwd;
  if (prefix === '') return '/';
  return isAbsolute(prefix) ? prefix : joined(cwd, prefix);
}

/** An absolute path without `.` and empty names; null if only the kernel can resolve its `..`, which may follow a symlink. */
function plainPath(given: string): string | null {
  if (sep !== '/' || given.includes('/..')) return null;
  if (!/\/(\.?\/|\.?$)/.test(given)) return given;
  const names = given.split('/').filter((name) => name !== '' && name !== '.');
  return `/${names.join('/')}`;
}

/** Paths as they are at one moment: a folder on the way to several of them is examined once. */
export class PathLook {
  readonly #entries = new Map<string, Entry>();

  /** What is at an absolute path without `.`, `..` or empty names. */
  entry(path: string): Entry {
    const known = this.#entries.get(path);
    if (known !== undefined) return known;
    const found = this.#find(path);
    this.#entries.set(path, found);
    return found;
  }

  #find(path: string): Entry {
    const slash = path.lastIndexOf('/');
    const folder = slash === 0 ? null : this.entry(path.slice(0, slash));
    if (folder?.isUndecodable === true) return follow(path);
    const here = folder === null ? path : joined(folder.realPath, path.slice(slash + 1));
    const stats = folder?.stats === null ? null : lstatOrNull(here);
    return stats?.isSymbolicLink() === true ? follow(here) : { realPath: here, stats };
  }

  /** The fact about a path, followed as the kernel follows it. */
  fact(path: string, cwd: string): PathFact {
    if (path.includes('\0')) return { realPath: cwd, exists: false, kind: 'missing' };
    const given = isAbsolute(path) ? path : `${cwd}${sep}${path}`;
    // Only the path as given counts: a relative one may be opened although its absolute path is longer.
    if (path.length > longestPath) return { realPath: resolve(given), exists: false, kind: 'missing' };
    const plain = plainPath(given);
    const { realPath, stats, isUndecodable: isOdd } = plain === null ? follow(given) : this.entry(plain);
    if (isOdd === true) return undecodableFact(realPath);
    const written = plain ?? given;
    const isLed = realPath !== written || written.startsWith('/proc/');
    const led = isLed ? ledThroughProcess(given) : {};
    if (stats === null) return { realPath, exists: false, kind: 'missing', ...led };
    const kind = kindOf(stats);
    const fact = { realPath, exists: true, kind, ...led };
    if (kind !== 'file') return fact;
    return {
      ...fact,
      ...(stats.nlink > 1 ? { identity: `${stats.dev}:${stats.ino}` } : {}),
      ...ignoreFileFact(given, realPath),
      ...npmrcFact(given, realPath),
      ...(holdsToken(given, realPath) ? { holdsToken: true } : {}),
      ...versionFileFact(given, realPath),
    };
  }

  /** The paths that a wildcard matches. For a name that is not UTF-8, or below one, nothing but this is known. */
  expand(segments: readonly (string | RegExp)[], cwd: string): readonly MatchFact[] | null {
    let reached: readonly string[] = [''];
    let entries = 0;
    const undecodable: MatchFact[] = [];
    for (const [index, segment] of segments.entries()) {
      const next: string[] = [];
      for (const prefix of reached) {
        const under = (name: string) => (index === 0 ? name : `${prefix}/${name}`);
        if (typeof segment === 'string') {
          next.push(under(segment));
          continue;
        }
        const folder = folderOf(prefix, index, cwd);
        const names = namesOrNull(folder) ?? [];
        entries += names.length;
        if (entries > mostEntries) return null;
        const found = matchesIn(folder, names, segment);
        next.push(...found.told.map(under));
        for (const name of found.undecodable)
          undecodable.push({ given: under(name), path: undecodableFact(joined(folder, name)) });
      }
      if (next.length > mostMatches || next.some((path) => cwd.length + path.length >= longestPath))
        return null;
      reached = next;
    }
    const found = reached.map((given) => ({ given, path: this.fact(given === '' ? '/' : given, cwd) }));
    // A link to an open stream matches, though what it leads to has no path.
    const isThere = ({ path }: MatchFact) => path.exists || path.descriptor !== undefined;
    return [...found.filter(isThere), ...undecodable];
  }
}
