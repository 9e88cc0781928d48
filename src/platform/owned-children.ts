/** Children the runtime waits for itself; reaping one of them would steal its exit status. */
const owned = new Set<number>();

/** Marks a pid as the runtime's until the returned function is called. */
export function claimChild(pid: number): () => void {
  owned.add(pid);
  return () => void owned.delete(pid);
}

/** Whether the runtime waits for this child. */
export function isOwnedChild(pid: number): boolean {
  return owned.has(pid);
}
