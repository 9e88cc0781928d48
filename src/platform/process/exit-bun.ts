import { type Exit, untold } from './child.ts';
import { sendSignal } from './signals.ts';

/** Resolves with how a child of the runtime ended; both values are null if another waiter got its status. */
export async function exitOf(child: Bun.Subprocess): Promise<Exit> {
  try {
    await child.exited;
  } catch {
    return untold;
  }
  const { signalCode, exitCode } = child;
  return signalCode === null ? { code: exitCode, signal: null } : { code: null, signal: String(signalCode) };
}

/** Ends a child and its group that no caller learns of, as its start is reported as failed. */
export function discardChild(child: Bun.Subprocess, disown: () => void): void {
  sendSignal(-child.pid, 'SIGKILL');
  void exitOf(child).finally(disown);
}
