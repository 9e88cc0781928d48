import { LF } from './control-bytes.ts';

/** Bytes of escape sequences that may stand behind the last line and show nothing. */
const mostHidden = 64;
/** Colours put back and the like. */
const hidden = new RegExp(`^(?:${String.fromCharCode(0x1b)}\\[[0-9;?]*[A-Za-z])*$`);

/** Whether a cursor stands within a line behind these bytes, where it did or did not stand in one before them. */
export function endsInLine(bytes: Uint8Array, wasInLine: boolean): boolean {
  const newline = bytes.lastIndexOf(LF);
  const rest = bytes.subarray(newline + 1);
  if (rest.length > mostHidden || !hidden.test(String.fromCharCode(...rest))) return true;
  return newline === -1 && wasInLine;
}
