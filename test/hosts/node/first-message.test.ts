import { describe, expect, it } from 'vitest';
import { apartFromLogin } from '../../../src/hosts/node/first-message.ts';

const message = '{"jsonrpc":"2.0","id":1,"result":{}}\n';

async function read(chunks: readonly string[]): Promise<string> {
  const input = (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk);
  })();
  const parts: Uint8Array[] = [];
  for await (const part of apartFromLogin(input)) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('the first message', () => {
  it.each([
    ['nothing', '', `\n${message}${message}`],
    ['lines', 'one\ntwo\n', `one\ntwo\n\n${message}${message}`],
    ['half a line', '\x1b]0;title\x07$ ', `\x1b]0;title\x07$ \n${message}${message}`],
    ['half a beginning', '{"json{"jsonrp', `{"json{"jsonrp\n${message}${message}`],
  ])('is on a line of its own after %s, however it is cut', async (_, before, expected) => {
    const text = `${before}${message}${message}`;
    expect(await read([text])).toBe(expected);
    expect(await read([...text])).toBe(expected);
    for (let at = 1; at < text.length; at += 1)
      expect(await read([text.slice(0, at), text.slice(at)])).toBe(expected);
  });

  it.each(['', 'no message', 'half {"jsonr', 'lines\n'])('may never come: %j', async (text) => {
    expect(await read([text])).toBe(text);
    expect(await read([...text])).toBe(text);
  });
});
