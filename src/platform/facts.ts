import { createReadStream, lstatSync, readdirSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { longestPath } from '../core/longest-path.ts';
import type { Facts, MatchFact, PathFact } from '../core/ports.ts';
import { type FactsOptions, ProgramTrust } from './facts-programs.ts';
import { factOfRepository } from './facts-repository.ts';
import { isTokenlessNpmrc } from './npm-token.ts';

const mostLinks = 40;
const mostMatches = 256;
const mostEntries = 20_000;

function kindOf(stats: Stats): PathFact['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isBlockDevice() ? 'block' : 'other';
}

function lstatOrNull(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/**
 * Walks a path as the kernel does: each symlink is followed where it stands, so `link/..` is the parent of what the link
 * points to. What does not exist is kept by name.
 */
function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

function walkPath(path: string): string {
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
      if (links > mostLinks) return next;
      const target = readLink(next);
      // What may not be followed, as the root of another's process, is left as it is.
      if (target === null) return [next, ...rest.reverse()].join('/');
      if (isAbsolute(target)) real = '/';
      rest.push(...target.split('/').reverse());
    }
  }
  return real;
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return sep === '/' ? walkPath(path) : resolve(path);
  }
}

/** Where something missing would be: in the real folder it is named in. */
function missingPath(given: string): string {
  const folder = dirname(given);
  const isPlain = !given.endsWith('/') && !/(^|\/)\.\.?(\/|$)/.test(given);
  return isPlain && lstatOrNull(folder) !== null
    ? join(realPathOf(folder), basename(given))
    : walkPath(given);
}

/** What is at a path, followed as the kernel follows it. */
function factOf(path: string, cwd: string): PathFact {
  if (path.includes('\0')) return { realPath: cwd, exists: false, kind: 'missing' };
  const given = isAbsolute(path) ? path : `${cwd}${sep}${path}`;
  if (given.length > longestPath) return { realPath: resolve(given), exists: false, kind: 'missing' };
  const first = lstatOrNull(given);
  // A missing file costs an exception when asked for its real path, so it is put together from its folder's.
  const realPath = first === null && sep === '/' ? missingPath(given) : realPathOf(given);
  const stats = first === null || first.isSymbolicLink() ? lstatOrNull(realPath) : first;
  if (stats === null || stats.isSymbolicLink()) return { realPath, exists: false, kind: 'missing' };
  const kind = kindOf(stats);
  const fact = { realPath, exists: true, kind };
  if (kind !== 'file') return fact;
  return {
    ...fact,
    ...(stats.nlink > 1 ? { identity: `${stats.dev}:${stats.ino}` } : {}),
    ...(isTokenlessNpmrc(realPath) ? { isHarmless: true } : {}),
  };
}

function expandWildcard(segments: readonly (string | RegExp)[], cwd: string): readonly MatchFact[] | null {
  let reached: readonly string[] = [''];
  let entries = 0;
  for (const [index, segment] of segments.entries()) {
    const next: string[] = [];
    for (const prefix of reached) {
      const joined = (name: string) => (index === 0 ? name : `${prefix}/${name}`);
      if (typeof segment === 'string') {
        next.push(joined(segment));
        continue;
      }
      const folder = prefix === '' && index === 0 ? cwd : resolve(cwd, prefix === '' ? '/' : prefix);
      let names: readonly string[] = [];
      try {
        names = readdirSync(folder);
      } catch {
        continue;
      }
      entries += names.length;
      if (entries > mostEntries) return null;
      next.push(...names.filter((name) => segment.test(name)).map(joined));
    }
    if (next.length > mostMatches || next.some((path) => cwd.length + path.length >= longestPath))
      return null;
    reached = next;
  }
  const found = reached.map((given) => ({ given, path: factOf(given === '' ? '/' : given, cwd) }));
  return found.filter((match) => match.path.exists);
}

async function hashOf(path: string): Promise<string | null> {
  // node:crypto costs 2 ms of start-up, and few calls need a hash.
  const { createHash } = await import('node:crypto');
  return new Promise((done) => {
    const hash = createHash('sha256');
    createReadStream(path)
      .on('data', (chunk) => hash.update(chunk))
      .on('end', () => done(hash.digest('hex')))
      .on('error', () => done(null));
  });
}

/** The facts of this machine. File system calls are short and synchronous: a judgement makes a handful, each in microseconds. */
export function systemFacts(options: FactsOptions): Facts {
  const trust = new ProgramTrust(options, realPathOf);
  return {
    program: async (name, cwd, searchPath) => trust.find(name, cwd, searchPath),
    path: async (path, cwd) => factOf(path, cwd),
    expand: async (segments, cwd) => expandWildcard(segments, cwd),
    repository: async (folder) => factOfRepository(folder),
    hash: hashOf,
  };
}
