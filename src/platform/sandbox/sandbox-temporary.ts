import { lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
      if (lstatSync(path).uid === process.getuid?.()) rmSync(path, { recursive: true, force: true });
    } catch {
      // Another process removes it, or may not be kept from it.
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
