import { lstatSync, readFileSync } from 'node:fs';
import { inQuotes } from '../../core/text/one-line.ts';
import { unable } from './sandbox-failure.ts';

/** An expected mount at a path; JSON, because it is passed to the check inside. */
export interface ExpectedMount {
  readonly path: string;
  /** Device and inode of the file or folder there; null for an empty folder of its own. */
  readonly identity: string | null;
}

function identityOf(path: string): string {
  const { dev, ino } = lstatSync(path, { bigint: true });
  return `${dev}:${ino}`;
}

/** The mounts that options of bubblewrap make, as of now. Throws `tool_failed` for a symbolic link: paths of a sandbox must be real. */
export function expectedMounts(options: readonly string[]): readonly ExpectedMount[] {
  return options.flatMap((option, index): readonly ExpectedMount[] => {
    const [first = '', second = ''] = options.slice(index + 1, index + 3);
    if (option === '--tmpfs') return [{ path: first, identity: null }];
    if (option !== '--bind' && option !== '--ro-bind') return [];
    if (lstatSync(first).isSymbolicLink())
      throw unable(`${inQuotes(first)} became a link meanwhile`, 'a workspace at rest');
    return [{ path: second, identity: identityOf(first) }];
  });
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
      identity === null ? kind === 'tmpfs' : kind !== undefined && identityOf(path) === identity;
    if (!isRight) return `${inQuotes(path)} was replaced while the sandbox was made`;
  }
  return null;
}
