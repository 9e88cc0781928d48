import { type ProcessEntry, readProcess } from '../process/proc.ts';

let own: ProcessEntry | null | undefined;
let counter = 0;

/** This process as the system lists it, null where there is no /proc. */
export function ownEntry(): ProcessEntry | null {
  if (own === undefined) own = readProcess(process.pid);
  return own;
}

/** A name for one claim of this process: `pid-start-n`. */
export function newClaim(): string {
  counter += 1;
  return `${process.pid}-${ownEntry()?.startTicks ?? 0}-${counter}`;
}
