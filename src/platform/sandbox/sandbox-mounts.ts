import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { isMissing } from '../../core/failure.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { pathOnly } from '../files/folder-pin.ts';
import { placeOfOpen } from '../files/stats.ts';
import { unable } from './sandbox-failure.ts';

/** An expected mount at a path; JSON, because it is passed to the check inside. */
export interface ExpectedMount {
  readonly path: string;
  /** Device and inode of the file or folder there; null for an empty folder of its own. */
  readonly identity: string | null;
}

/** Options of bubblewrap, and the mounts that they make. */
export interface FixedMounts {
  readonly options: readonly string[];
  readonly mounts: readonly ExpectedMount[];
}

/** Descriptors for a child: adds one of ours, and returns its number there. */
interface Given {
  add(descriptor: number): number;
}

function identityOf({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string {
  return `${dev}:${ino}`;
}

/**
 * Fixes what options of bubblewrap mount to what is at the paths now. With `given`, each is passed as a descriptor, and
 * bubblewrap ends at the first that is no longer there: by paths, it could make the missing mount points of one folder in
 * another. Throws `tool_failed` for a symbolic link, since paths of a sandbox are real, and the system's errors.
 */
export function fixedMounts(options: readonly string[], given: Given | null): FixedMounts {
  const fixed = [...options];
  const mounts = options.flatMap((option, index): readonly ExpectedMount[] => {
    const [source = '', path = ''] = options.slice(index + 1, index + 3);
    if (option === '--tmpfs') return [{ path: source, identity: null }];
    if (option !== '--bind' && option !== '--ro-bind') return [];
    const { descriptor, identity } = openThere(source);
    // Another source is a file of our own, and the root stays in its place.
    if (given === null || source !== path || path === '/') closeSync(descriptor);
    else fixed.splice(index, 2, `${option}-fd`, String(given.add(descriptor)));
    return [{ path, identity }];
  });
  return { options: fixed, mounts };
}

/** Opens what is at a real path, without the right to read it. */
function openThere(path: string): { readonly descriptor: number; readonly identity: string } {
  const descriptor = openItself(path);
  const stats = fstatSync(descriptor, { bigint: true });
  if (!stats.isSymbolicLink() && placeOfOpen(descriptor) === path)
    return { descriptor, identity: identityOf(stats) };
  closeSync(descriptor);
  throw unable(`${inQuotes(path)} became a link meanwhile`, 'a workspace at rest');
}

function openItself(path: string): number {
  try {
    return openSync(path, pathOnly | constants.O_NOFOLLOW);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw unable(`${inQuotes(path)} went away meanwhile`, 'a workspace at rest');
  }
}

/** Whether this bubblewrap mounts descriptors: since version 0.10, and older ones where a distribution has added it. */
export async function mountsDescriptors(program: string): Promise<boolean> {
  known ??= await asked(program);
  return known;
}

let known: boolean | null = null;

async function asked(program: string): Promise<boolean> {
  const { spawnSync } = await import('node:child_process');
  return (
    spawnSync(program, ['--help'], { env: {}, encoding: 'utf8' }).stdout?.includes('--ro-bind-fd') === true
  );
}

/** Decodes a path written as in proc_pid_mountinfo(5). */
function unescaped(path: string): string {
  return Buffer.from(
    path.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8))),
    'latin1',
  ).toString();
}

/**
 * Why the mounts here differ from the expected ones; null if they do not. Whoever can change the workspace could replace a
 * folder by a link while bubblewrap mounts by its path, which would open another one, or expose a secret.
 */
export function mountProblem(expected: readonly ExpectedMount[]): string | null {
  if (expected.length === 0) return null;
  const kinds = new Map<string, string>();
  for (const line of readFileSync('/proc/self/mountinfo', 'latin1').split('\n')) {
    const [before = '', after = ''] = line.split(' - ');
    const path = before.split(' ')[4];
    // The last one covers those before it.
    if (path !== undefined) kinds.set(unescaped(path), after.split(' ')[0] ?? '');
  }
  const last = new Map(expected.map((mount) => [mount.path, mount]));
  for (const { path, identity } of last.values()) {
    const kind = kinds.get(path);
    const isRight =
      identity === null
        ? kind === 'tmpfs'
        : kind !== undefined && identityOf(lstatSync(path, { bigint: true })) === identity;
    if (!isRight) return `${inQuotes(path)} was replaced while the sandbox was made`;
  }
  return null;
}
