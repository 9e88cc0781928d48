import { readFileSync } from 'node:fs';

/** Milliseconds between checks. */
const lookMs = 250;

/** Private memory of a process in bytes, mapped files excluded; null if the system does not tell. */
function ownMemory(pid: number): number | null {
  try {
    const kibibytes = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) * 1024;
  } catch {
    return null;
  }
}

/** Calls `onMore` once a process of ours has more than `most` private bytes, until the returned function is called. Linux only. */
export function watchMemory(pid: number, most: number, onMore: () => void): () => void {
  const timer = setInterval(() => {
    if ((ownMemory(pid) ?? 0) <= most) return;
    clearInterval(timer);
    onMore();
  }, lookMs);
  timer.unref?.();
  return () => clearInterval(timer);
}
