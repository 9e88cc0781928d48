import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { lazy } from '../../core/async/lazy.ts';
import { cannot, errnoOf, type ToolFailure } from '../../core/failure.ts';
import { reasonOf } from '../files/file-failure.ts';
import { type PinnedFolder, pinFolder } from '../files/folder-pin.ts';
import { isFolder } from '../files/stats.ts';
import { folderFailure } from '../files/working-folder.ts';
import { loadLibc } from '../system/libc.ts';
import { loadThreadReserve } from '../system/thread-reserve.ts';
import type { Child, ChildRequest } from './child.ts';

/** Starts a child in its own session. Throws ToolFailure with a message for each thing that can be wrong. */
export async function spawnChild(request: ChildRequest): Promise<Child> {
  requireFolder(request.cwd);
  const start = await loadStart(request);
  // Open only while the child starts: calls that wait for each other here would use up all descriptors.
  const folder = pinnedCwd(request.cwd);
  try {
    return await start(folder.path);
  } catch (error) {
    throw explainStart(error, request);
  } finally {
    folder.close();
  }
}

function pinnedCwd(cwd: string): PinnedFolder {
  try {
    return pinFolder(cwd, 'run in', cwd);
  } catch (error) {
    throw folderFailure(cwd, error);
  }
}

/** Cached: importing the loaded module at every spawn costs a tenth of it. */
const loadSpawn = lazy(() => import('./spawn-bun.ts'));

/** Returns the function that starts the child in a folder, whatever is at its path by then; it throws the system's errors. */
export async function loadStart(
  request: Omit<ChildRequest, 'cwd'>,
): Promise<(cwd: string) => Child | Promise<Child>> {
  const { terminal } = request;
  // Loaded for a terminal too: until then, children inherit signals that are blocked in us.
  const libc = await loadLibc();
  await loadThreadReserve();
  if (terminal !== undefined) {
    const { spawnInTerminal } = await import('../terminal/pty.ts');
    return (cwd) => spawnInTerminal({ ...request, cwd }, terminal);
  }
  if (libc === null) {
    const { spawnPortably } = await import('./spawn-node.ts');
    return (cwd) => spawnPortably({ ...request, cwd });
  }
  const { spawnWithDescriptors } = await loadSpawn();
  return (cwd) => spawnWithDescriptors(libc, { ...request, cwd });
}

/** Throws `tool_failed` for a folder no command can run in. Checked first, as the system reports a missing one as a missing program. */
export function requireFolder(cwd: string): void {
  try {
    if (!statSync(cwd).isDirectory()) throw cannot('run in', cwd, 'it is not a folder', 'an existing folder');
    accessSync(cwd, constants.X_OK);
  } catch (error) {
    throw folderFailure(cwd, error);
  }
}

/** Translates the system's error at the start of a program; returns anything else unchanged. */
export function explainStart(
  error: unknown,
  { argv, env, cwd }: Pick<ChildRequest, 'argv' | 'env' | 'cwd'>,
): unknown {
  const program = argv[0] ?? '';
  const failure = (state: string, wanted: string, code?: 'program_missing'): ToolFailure =>
    cannot('run', program, state, wanted, code);
  // /dev/null replaces the input of a program that gets none, and the system's error does not say which file it is about.
  if (errnoOf(error) !== null && process.platform !== 'win32' && !existsSync('/dev/null'))
    return failure('there is no /dev/null', 'a system with its devices');
  switch (errnoOf(error)) {
    case 'ENOENT':
      if (program.includes('/') && existsSync(resolve(cwd, program))) {
        const state = 'the interpreter of its first line is missing';
        return failure(state, 'an interpreter that exists', 'program_missing');
      }
      return failure(
        'no such program',
        `a path or a name found in PATH (${env.PATH ?? 'not set'})`,
        'program_missing',
      );
    case 'EACCES':
      if (program.includes('/') && isFolder(resolve(cwd, program)))
        return failure('it is a folder', 'a program');
      return failure('it is not executable', 'a file with execute permission');
    case 'ENOEXEC':
      return failure(
        'it is not a program the system can execute',
        'a binary or a script with an interpreter line',
      );
    case 'ETXTBSY':
      return failure('it is being written', 'a program that nobody has open for writing');
    case 'ENOTDIR':
      return failure("a part of its path, or of its interpreter's, is not a folder", 'a path below folders');
    case 'ELOOP':
      return failure('it leads through a loop of symbolic links', 'a path that can be resolved');
    case 'ENAMETOOLONG':
      return failure('its path, or a name in it, is too long', 'a shorter one');
    case 'E2BIG':
      return failure(
        'its arguments and environment are too long for the system',
        'a long text in a file or in stdin',
      );
    case 'EMFILE':
    case 'ENFILE':
      return failure('too many files are open', 'fewer calls at once, or a higher limit (ulimit -n)');
    case 'EAGAIN':
    case 'ENOMEM':
      return failure(
        'the system has no room for another process',
        'fewer calls at once, or a higher limit (ulimit -u)',
      );
    default:
      return otherwise(program, error);
  }
}

/** The failure for a rare error at the start of a program; anything but a system error unchanged. */
function otherwise(program: string, error: unknown): unknown {
  if (errnoOf(error) === null) return error;
  return cannot('run', program, reasonOf(error), 'the system to start it');
}
