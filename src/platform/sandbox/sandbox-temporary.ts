import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOnly } from '../files/folder-pin.ts';
import { namesOrNull } from '../files/stats.ts';
import { ownEntry, ownNamespace } from '../locks/claim-name.ts';
import { isRunning } from '../process/proc.ts';

const prefix = 'agent-tools-sandbox-';
let isSwept = false;

/** Names the process that makes a folder, and the namespace where its id means that process: folders can be shared by several. */
function makerName(): string {
  return `${ownNamespace()}-${process.pid}-${ownEntry()?.startTicks ?? 0}`;
}

/** Removes our folders of this namespace whose makers were killed. */
function removeAbandoned(base: string, namespace: string): void {
  for (const name of namesOrNull(base) ?? []) {
    if (!name.startsWith(`${prefix}${namespace}-`)) continue;
    const [pid = 0, startTicks = 0] = name.slice(prefix.length).split('-').slice(1).map(Number);
    const path = join(base, name);
    if (!(pid > 0) || isRunning({ pid, startTicks })) continue;
    try {
      if (lstatSync(path).uid === process.getuid?.()) removeSandboxTemporary(path);
    } catch {
      // Another process has removed it.
    }
  }
}

/** Lets the owner into a folder and all folders below. By descriptors: a path may lead elsewhere by now. */
function letIn(path: string): void {
  const folder = openSync(path, pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  const own = `/proc/self/fd/${folder}`;
  try {
    chmodSync(own, 0o700);
    for (const entry of readdirSync(own, { withFileTypes: true }))
      if (entry.isDirectory()) letIn(join(own, entry.name));
  } finally {
    closeSync(folder);
  }
}

/**
 * Removes such a folder with all that is in it, whatever rights its command has left there. Never throws: what somebody still
 * works in, or the system keeps, stays.
 */
export function removeSandboxTemporary(path: string): void {
  const remove = (): void => rmSync(path, { recursive: true, force: true });
  try {
    remove();
  } catch {
    try {
      letIn(path);
      remove();
    } catch {
      // A command's result is worth more than its leavings.
    }
  }
}

/**
 * Makes the only place for temporary files that a command in a partial sandbox may write; the system's own is everybody's. The
 * first time in a process, those go whose makers were killed. Throws what the system says.
 */
export function makeSandboxTemporary(): string {
  const maker = makerName();
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${maker}-`));
  if (!isSwept) removeAbandoned(tmpdir(), maker.split('-')[0] ?? '');
  isSwept = true;
  return folder;
}
