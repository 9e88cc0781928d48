import { readProc } from './proc-file.ts';
import { signalNumber } from './signals.ts';

/** A mask of signals in the status of a process (proc(5)). */
type Mask = 'SigPnd' | 'ShdPnd' | 'SigBlk' | 'SigIgn' | 'SigCgt';

/** The masks of signals 1 to 32 of a process by their names, the lowest bit for signal 1; null if there is none, or no /proc. */
function readMasks(pid: number | 'self'): ((name: Mask) => number) | null {
  try {
    const status = readProc(`/proc/${pid}/status`);
    return (name) => {
      const mask = new RegExp(`^${name}:\\s*([0-9a-f]+)$`, 'm').exec(status)?.[1] ?? '0';
      return Number.parseInt(mask.slice(-8), 16);
    };
  } catch {
    return null;
  }
}

function bitOf(signal: string): number {
  return 1 << (signalNumber(signal) - 1);
}

/** Whether the parent had this process ignore a signal, as nohup(1) does; must be called before a handler is set. */
export function isIgnored(signal: string): boolean {
  const masks = readMasks('self');
  return masks !== null && (masks('SigIgn') & bitOf(signal)) !== 0;
}

/** Whether a process ignores one signal and handles another. */
export function ignoresButHandles(pid: number, ignored: string, handled: string): boolean {
  const masks = readMasks(pid);
  if (masks === null) return false;
  return (masks('SigIgn') & bitOf(ignored)) !== 0 && (masks('SigCgt') & bitOf(handled)) !== 0;
}

/** Whether a signal was sent to a process that it does not block and has not taken yet. */
export function hasPendingSignal(pid: number): boolean {
  const masks = readMasks(pid);
  return masks !== null && ((masks('SigPnd') | masks('ShdPnd')) & ~masks('SigBlk')) !== 0;
}
