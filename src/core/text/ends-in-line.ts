import { LF } from './control-bytes.ts';

/** Most bytes of invisible escape sequences after the last line. */
const mostHidden = 64;
/** Escape sequences that print nothing, such as colour resets. */
const hidden = new RegExp(`^(?:${String.fromCharCode(0x1b)}\\[[0-9;?]*[A-Za-z])*$`);

/** Whether the cursor is within a line after these bytes, given whether it was before. */
export function endsInLine(bytes: Uint8Array, wasInLine: boolean): boolean {
  const newline = bytes.lastIndexOf(LF);
  const rest = bytes.subarray(newline + 1);
  if (rest.length > mostHidden || !hidden.test(String.fromCharCode(...rest))) return true;
  return newline === -1 && wasInLine;
}
