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

/** The name of the process that makes a folder, and its PID namespace: several may share the folders. */
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

/** Gives the owner access to a folder and all folders below. By descriptors: a path may lead elsewhere by now. */
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
 * Removes such a folder with its content, whatever modes its command has set. Never throws: what is in use, or kept by the
 * system, stays.
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
      // A command's result matters more than its leftovers.
    }
  }
}

/**
 * Makes the only place for temporary files that a command in a partial sandbox may write; the system's own is shared by
 * everyone. The first call in a process removes those whose makers were killed. Throws the system's error.
 */
export function makeSandboxTemporary(): string {
  const maker = makerName();
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${maker}-`));
  if (!isSwept) removeAbandoned(tmpdir(), maker.split('-')[0] ?? '');
  isSwept = true;
  return folder;
}
