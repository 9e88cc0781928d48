import { linkOrNull } from '../files/stats.ts';
import { isRunning, type ProcessEntry, readProcess } from '../process/proc.ts';

let own: ProcessEntry | null | undefined;
let namespace: number | undefined;
let counter = 0;

/** This process as the system lists it; null without /proc. */
export function ownEntry(): ProcessEntry | null {
  if (own === undefined) own = readProcess(process.pid);
  return own;
}

/** The number of the PID namespace of this process; 0 if the system does not tell. */
export function ownNamespace(): number {
  namespace ??= Number(/\d+/.exec(linkOrNull('/proc/self/ns/pid') ?? '')?.[0] ?? 0);
  return namespace;
}

/** A process named to others that share a folder with it: `pid-start`, followed by words of the user and `ownNamespace`. */
interface Named {
  readonly pid: number;
  readonly startTicks: number;
  /** 0 if unknown. */
  readonly namespace: number;
}

/** Whether a named process runs; null for one of another PID namespace, such as a container's: no process list here has it. */
export function isNamedRunning({ pid, startTicks, namespace }: Named): boolean | null {
  const isForeign = namespace > 0 && ownNamespace() > 0 && namespace !== ownNamespace();
  return isForeign ? null : isRunning({ pid, startTicks });
}

/** The process that made a claim. */
export function claimant(claim: string): Named {
  const [pid = 0, startTicks = 0, , namespace = 0] = claim.split('-').map(Number);
  return { pid, startTicks, namespace };
}

/** A name for one claim of this process: `pid-start-n-namespace`. */
export function newClaim(): string {
  counter += 1;
  return `${process.pid}-${ownEntry()?.startTicks ?? 0}-${counter}-${ownNamespace()}`;
}
