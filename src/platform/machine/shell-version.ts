import { statSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../core/failure.ts';
import { reasonOf } from '../files/file-failure.ts';
import { regularTextOrNull } from '../files/text-file.ts';
import { ownChild } from '../process/owned-children.ts';
import { isExecutable } from './lookup.ts';
import type { ShellInfo } from './machine.ts';
import { versionArgv } from './shells.ts';

type VersionCache = Readonly<Record<string, { readonly mtimeMs: number; readonly version: string }>>;

function readCache(folder: string): VersionCache {
  try {
    const parsed: unknown = JSON.parse(regularTextOrNull(join(folder, 'shells.json')) ?? '{}');
    if (typeof parsed !== 'object' || parsed === null) return {};
    const rows = Object.entries(parsed).filter(
      ([, row]) => typeof row?.version === 'string' && typeof row?.mtimeMs === 'number',
    );
    return Object.fromEntries(rows);
  } catch {
    return {};
  }
}

function mtimeOf(path: string): number | null {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return null;
  }
}

/** The cached version of exactly this file, or null; starts nothing. */
export function cachedVersion(path: string, folder: string): string | null {
  const row = readCache(folder)[path];
  return row !== undefined && row.mtimeMs === mtimeOf(path) ? row.version : null;
}

const learned = new Map<string, Promise<string | null>>();

/** Milliseconds for a program to print its version. */
const patienceMs = 10_000;

/**
 * Learns the shell's version by starting it once, and caches it by path and mtime; null if it does not answer within some
 * milliseconds, and the next call asks again. Never rejects.
 */
export function learnShellVersion(
  shell: ShellInfo,
  cacheFolder: string,
  timeoutMs = patienceMs,
): Promise<string | null> {
  const known = learned.get(shell.path);
  if (known !== undefined) return known;
  const learning = learnVersion(shell, cacheFolder, timeoutMs).then((version) => {
    if (version === null) learned.delete(shell.path);
    return version;
  });
  learned.set(shell.path, learning);
  return learning;
}

async function learnVersion(
  shell: ShellInfo,
  cacheFolder: string,
  timeoutMs: number,
): Promise<string | null> {
  if (shell.version !== null) return shell.version;
  const argv = versionArgv(shell.flavour, shell.path);
  const mtimeMs = mtimeOf(shell.path);
  if (argv === null || mtimeMs === null || !isExecutable(shell.path)) return null;
  const version = await askVersion(argv, timeoutMs);
  if (version === null) return null;
  try {
    const known = { ...readCache(cacheFolder), [shell.path]: { mtimeMs, version } };
    const { writePrivateFile } = await import('../files/private-file.ts');
    await writePrivateFile(join(cacheFolder, 'shells.json'), JSON.stringify(known));
  } catch {
    // An unwritable cache only costs the next probe.
  }
  return version;
}

/** Most characters of a line that are examined. */
const longestLine = 1000;

/** The version number on the first line a program prints; null if it fails, hangs or prints none. */
async function askVersion(argv: readonly string[], timeout: number): Promise<string | null> {
  const told = await tellVersion(argv, timeout);
  return 'version' in told ? told.version : null;
}

/** The same, or the reason why it is unknown. */
export async function tellVersion(
  argv: readonly string[],
  timeout = patienceMs,
): Promise<{ readonly version: string } | { readonly reason: string }> {
  try {
    const { execFile } = await import('node:child_process');
    const { promisify } = await import('node:util');
    const [program = '', ...words] = argv;
    const running = promisify(execFile)(program, words, { timeout, windowsHide: true });
    ownChild(running.child);
    const { stdout } = await running;
    const [line = ''] = stdout.split('\n', 1);
    const version = /\d+(?:\.\d+)+/.exec(line.slice(0, longestLine))?.[0];
    return version === undefined ? { reason: 'it prints no version' } : { version };
  } catch (error) {
    const state = errnoOf(error) === null ? 'it does not end well' : reasonOf(error);
    return { reason: `it cannot be asked for its version: ${state}` };
  }
}
