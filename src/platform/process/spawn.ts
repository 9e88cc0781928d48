import { accessSync, constants, statSync } from 'node:fs';
import { lazy } from '../../core/async/lazy.ts';
import { cannot } from '../../core/failure.ts';
import { type PinnedFolder, pinFolder } from '../files/folder-pin.ts';
import { folderFailure } from '../files/working-folder.ts';
import { loadLibc } from '../system/libc.ts';
import { loadThreadReserve } from '../system/thread-reserve.ts';
import type { Child, ChildRequest } from './child.ts';
import { explainStart } from './start-failure.ts';

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
