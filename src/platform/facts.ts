import {
  createReadStream,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { isInsideAny } from '../core/containment.ts';
import type { Facts, MatchFact, PathFact, ProgramFact } from '../core/ports.ts';
import { factOfRepository } from './facts-repository.ts';
import { findProgram } from './lookup.ts';

/** What decides which programs are trusted. */
export interface FactsOptions {
  readonly home: string;
  /** The cwd and the workspace's roots, real paths: nothing inside is trusted. */
  readonly roots: readonly string[];
  /** `policy.trustedDirs`. */
  readonly trustedDirs: readonly string[];
}

const mostLinks = 40;
const mostMatches = 256;
const mostEntries = 20_000;

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

function kindOf(stats: Stats): PathFact['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isBlockDevice() ? 'block' : 'other';
}

function lstatOrNull(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

/**
 * Walks a path as the kernel does: each symlink is followed where it stands, so `link/..` is the parent of what the link
 * points to. What does not exist is kept by name.
 */
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
      const target = readlinkSync(next);
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

/** What is at a path, followed as the kernel follows it. */
function factOf(path: string, cwd: string): PathFact {
  if (path.includes('\0')) return { realPath: cwd, exists: false, kind: 'missing' };
  const given = isAbsolute(path) ? path : `${cwd}${sep}${path}`;
  const realPath = realPathOf(given);
  const stats = lstatOrNull(realPath);
  if (stats === null || stats.isSymbolicLink()) return { realPath, exists: false, kind: 'missing' };
  const kind = kindOf(stats);
  const fact = { realPath, exists: true, kind };
  return kind === 'file' && stats.nlink > 1 ? { ...fact, identity: `${stats.dev}:${stats.ino}` } : fact;
}

/** Whether others may write a folder or replace what is in it; a sticky folder on the way is safe for what is mine. */
function isOpenToOthers(stats: Stats, isLast: boolean): boolean {
  const worldWritable = (stats.mode & 0o002) !== 0;
  const sticky = (stats.mode & 0o1000) !== 0;
  return worldWritable && (isLast || !sticky);
}

/** Whether the file and every folder above it are closed to other people. */
function isClosed(path: string): boolean {
  if (sep !== '/') return true;
  try {
    if (isOpenToOthers(statSync(path), true)) return false;
    let isLast = true;
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      if (isOpenToOthers(statSync(folder), isLast)) return false;
      isLast = false;
      if (folder === dirname(folder)) return true;
    }
  } catch {
    return false;
  }
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
    if (next.length > mostMatches) return null;
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
  const under = (folder: string) =>
    isAbsolute(folder) ? folder : join(options.home, folder.replace(/^~\//, ''));
  const trusted = [...systemFolders, ...homePrefixes.map(under), ...options.trustedDirs.map(under)].flatMap(
    (folder) => [folder, realPathOf(folder)],
  );
  const isTrusted = (path: string) =>
    isInsideAny(path, trusted) && !isInsideAny(path, options.roots) && isClosed(path);
  const programOf = (name: string, cwd: string, searchPath: string): ProgramFact | null => {
    const foundPath = findProgram(name, cwd, searchPath);
    if (foundPath === null) return null;
    const realPath = realPathOf(foundPath);
    return {
      foundPath,
      realPath,
      trusted: isTrusted(realPath) && (realPath === foundPath || isTrusted(foundPath)),
    };
  };
  return {
    program: async (name, cwd, searchPath) => programOf(name, cwd, searchPath),
    path: async (path, cwd) => factOf(path, cwd),
    expand: async (segments, cwd) => expandWildcard(segments, cwd),
    repository: async (folder) => factOfRepository(folder),
    hash: hashOf,
  };
}
