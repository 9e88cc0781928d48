import { type Exit, untold } from './child.ts';
import { sendSignal } from './signals.ts';

/** How a child of the runtime ended, once it has; both are null where somebody else was told. */
export async function exitOf(child: Bun.Subprocess): Promise<Exit> {
  try {
    await child.exited;
  } catch {
    return untold;
  }
  const { signalCode, exitCode } = child;
  return signalCode === null ? { code: exitCode, signal: null } : { code: null, signal: String(signalCode) };
}

/** Ends a child, with its group, that nobody will be told of: who hears that it did not start knows of nothing to end. */
export function discardChild(child: Bun.Subprocess, disown: () => void): void {
  sendSignal(-child.pid, 'SIGKILL');
  void exitOf(child).finally(disown);
}
