import { writeSync } from 'node:fs';

/** Writes all of `bytes` from `position` on, or where the descriptor stands; one write may take a part only. Throws what the system says. */
export function writeFully(descriptor: number, bytes: Uint8Array, position: number | null): void {
  for (let done = 0; done < bytes.length; ) {
    const at = position === null ? null : position + done;
    done += writeSync(descriptor, bytes, done, bytes.length - done, at);
  }
}
