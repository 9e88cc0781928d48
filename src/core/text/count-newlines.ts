import { LF } from './control-bytes.ts';

/** Number of newlines. (A call of indexOf for each would take forty times as long where most bytes are newlines.) */
export function countNewlines(bytes: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < bytes.length; index += 1) if (bytes[index] === LF) count += 1;
  return count;
}
