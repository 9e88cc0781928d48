/** The first bytes of every message of a server. */
const beginning = Buffer.from('{"jsonrpc"');
const lineEnd = Buffer.from('\n');

/**
 * Passes the bytes through, with the first message put on a line of its own: output of a login before it may lack a newline,
 * such as a sequence that sets the terminal's title.
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
