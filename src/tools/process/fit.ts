import type { ToolContext } from '../tool-context.ts';

/** Bytes of a line that are not output: the frame, the facts, the sentence. */
const frameBytes = 6144;
/** Least bytes of output, however short the line. */
const leastBytes = 512;

/** Whether a text fits one line of a JSON-RPC client: what does not would be shortened on the wire, and a cursor would pass what nobody saw. */
export function fitsLine(text: string, { caller, settings }: ToolContext): boolean {
  if (caller.frontend !== 'rpc') return true;
  const room = Math.max(leastBytes, settings.caps.rpcLineBytes - frameBytes);
  return text.length <= room && Buffer.byteLength(JSON.stringify(text)) <= room;
}
