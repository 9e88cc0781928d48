import type { Exit } from './child.ts';

/** How a child of the runtime ended, once it has. */
export async function exitOf(child: Bun.Subprocess): Promise<Exit> {
  await child.exited;
  const { signalCode, exitCode } = child;
  return signalCode === null ? { code: exitCode, signal: null } : { code: null, signal: String(signalCode) };
}
