import { type Exit, untold } from './child.ts';

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
