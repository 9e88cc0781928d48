/** How every message of a server begins. */
const beginning = Buffer.from('{"jsonrpc"');
const lineEnd = Buffer.from('\n');

/**
 * The same bytes, the first message on a line of its own: what a login prints before it may lack a line end, as what sets the
 * title of a terminal does.
 */
export async function* apartFromLogin(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held = Buffer.alloc(0);
  let hasBegun = false;
  for await (const chunk of input) {
    if (hasBegun) {
      yield chunk;
      continue;
    }
    const bytes = Buffer.concat([held, chunk]);
    const at = bytes.indexOf(beginning);
    hasBegun = at >= 0;
    const end = hasBegun ? at : Math.max(0, bytes.length - beginning.length + 1);
    yield bytes.subarray(0, end);
    if (hasBegun) yield lineEnd;
    held = bytes.subarray(end);
    if (hasBegun) yield held;
  }
  if (!hasBegun) yield held;
}
