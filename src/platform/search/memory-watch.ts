import { readFileSync } from 'node:fs';

/** Milliseconds between two looks. */
const lookMs = 250;

/** Bytes of memory that a process has for itself, files that it maps apart; null where that is not told. */
function ownMemory(pid: number): number | null {
  try {
    const kibibytes = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) * 1024;
  } catch {
    return null;
  }
}

/** Calls `onMore` once a process of ours has more than so many bytes for itself, until the returned function is called. Linux alone tells. */
export function watchMemory(pid: number, most: number, onMore: () => void): () => void {
  const timer = setInterval(() => {
    if ((ownMemory(pid) ?? 0) <= most) return;
    clearInterval(timer);
    onMore();
  }, lookMs);
  timer.unref?.();
  return () => clearInterval(timer);
}
