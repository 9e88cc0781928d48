import type { ChildProcess } from 'node:child_process';

/** Children that the runtime waits for; reaping one would steal its exit status. */
const owned = new Set<number>();

/** Marks a pid as the runtime's until the returned function is called. */
export function claimChild(pid: number): () => void {
  owned.add(pid);
  return () => void owned.delete(pid);
}

/** Marks a child of `node:child_process` until it has exited; must be called synchronously with its spawn. */
export function ownChild<Started extends ChildProcess>(child: Started): Started {
  if (child.pid !== undefined) child.once('exit', claimChild(child.pid));
  return child;
}

/** Whether the runtime waits for this child. */
export function isOwnedChild(pid: number): boolean {
  return owned.has(pid);
}
