import { lstatSync, readFileSync } from 'node:fs';
import { cannot } from '../../core/failure.ts';
import { inQuotes } from '../../core/text/one-line.ts';

/** What is to be mounted at a path; JSON, because it is told to what looks for it inside. */
export interface ExpectedMount {
  readonly path: string;
  /** Device and number of the file or folder that stands there; null for a folder of its own that is empty. */
  readonly identity: string | null;
}

function identityOf(path: string): string {
  const { dev, ino } = lstatSync(path, { bigint: true });
  return `${dev}:${ino}`;
}

/** What options of bubblewrap mount, as it stands now. Throws `tool_failed` for a symbolic link: the paths of a sandbox are real. */
export function expectedMounts(options: readonly string[]): readonly ExpectedMount[] {
  return options.flatMap((option, index): readonly ExpectedMount[] => {
    const [first = '', second = ''] = options.slice(index + 1, index + 3);
    if (option === '--tmpfs') return [{ path: first, identity: null }];
    if (option !== '--bind' && option !== '--ro-bind') return [];
    if (lstatSync(first).isSymbolicLink())
      throw cannot(
        'run in',
        'the sandbox',
        `${inQuotes(first)} became a link meanwhile`,
        'a workspace at rest',
      );
    return [{ path: second, identity: identityOf(first) }];
  });
}

/** A path as proc_pid_mountinfo(5) writes it. */
function unescaped(path: string): string {
  return Buffer.from(
    path.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8))),
    'latin1',
  ).toString();
}

/**
 * Why what is mounted here is not what was expected; null when it is. Whoever may change the workspace can put a link in the place
 * of a folder while bubblewrap mounts by its path, so that another one is opened, or a secret one laid bare.
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
