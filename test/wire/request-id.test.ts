import { describe, expect, it } from 'vitest';
import { requestId } from '../../src/wire/request-id.ts';

const idOf = (text: string) => requestId(Buffer.from(text));

describe('the id of a request of which only the beginning is known', () => {
  it.each([
    ['{"jsonrpc":"2.0","id":7,"method":"write","params":{"content":"aaa', '7'],
    [' { "method" : "write", "id" : "a\\"b", "params" : [', '"a\\"b"'],
    ['{"id":-12345678901234567890,"method":"x","params":"aa', '-12345678901234567890'],
    ['{"id":"\\ud83d\\ude00","method":"x","params":{', '"\\ud83d\\ude00"'],
  ])('%s', (text, id) => expect(idOf(text)).toBe(id));

  it.each([
    '',
    '{"jsonrpc":"2.0","method":"write","params":{"id":7,"content":"aaa',
    '{"id":7,"result":{"text":"aaa',
    '{"id":7,"params":{"method":"x",',
    '{"id":null,"method":"x","params":{',
    '{"id":{"id":7},"method":"x",',
    '{"id":7',
    '{"id":"aaa',
    '{"id":"\\x","method":"x","params":{',
    '{"id":"a\nb","method":"x","params":{',
    '[{"id":7,"method":"x","params":{',
    'x{"id":7,"method":"x","params":{',
    '"id":7,"method":"x",',
  ])('is not known: %s', (text) => expect(idOf(text)).toBe('null'));

  it.each(['"', '{', '\\', ' ', '{"a', '{"a":"', '{"a":1,', '1'])(
    'in bounded time: %j',
    { tags: ['slow'] },
    (piece) => expect(idOf(piece.repeat(60_000 / piece.length))).toBe('null'),
  );
});
