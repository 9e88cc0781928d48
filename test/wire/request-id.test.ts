import { describe, expect, it } from 'vitest';
import { requestId } from '../../src/wire/request-id.ts';

const idOf = (start: string, end = '') => requestId(Buffer.from(start), Buffer.from(end));

describe('the id of a request of which only the beginning is known', () => {
  it.each([
    ['{"jsonrpc":"2.0","id":7,"method":"write","params":{"content":"aaa', '7'],
    [' { "method" : "write", "id" : "a\\"b", "params" : [', '"a\\"b"'],
    ['{"id":-12345678901234567890,"method":"x","params":"aa', '-12345678901234567890'],
    ['{"id":"\\ud83d\\ude00","method":"x","params":{', '"\\ud83d\\ude00"'],
    ['{"a":true,"b":false,"c":null,"d":-1.5e+3,"id":7,"method":"x","params":{', '7'],
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
});

describe('the id of a request of which the middle is not known', () => {
  const call = '{"method":"write","params":{"content":"aaa';
  it.each([
    [call, 'aaa"},"jsonrpc":"2.0","id":7}', '7'],
    [call, ', "id" : "a\\"b" , "jsonrpc" : "2.0" }\r', '"a\\"b"'],
    [call, 'a,\\"id\\":5,"id":6}', '6'],
    ['{"params":["aaa', 'a"],"id":8,"method":"write"}', '8'],
    ['{"id":7,"method":"write","params":["aaa', 'a"],"id":9}', '9'],
    ['{"id":7,"method":"write","params":["aaa', 'a"],"x":[]}', '7'],
  ])('%s … %s', (start, end, id) => expect(idOf(start, end)).toBe(id));

  it.each([
    [call, 'a","id":7}}'],
    [call, 'a",\\"id\\":7}'],
    [call, 'a"},"id":7'],
    [call, 'a"},"id":77'],
    [call, 'a"},"id":{"id":7}}'],
    [call, 'a"},"id":null}'],
    ['{"result":{"content":"aaa', 'a"},"jsonrpc":"2.0","id":7}'],
    ['[{"method":"write","params":["a', 'a"],"id":7}'],
  ])('is not known: %s … %s', (start, end) => expect(idOf(start, end)).toBe('null'));

  it.each(['"', '{', '\\', ' ', '{"a', '{"a":"', '{"a":1,', '1', ',', ',"a":"', ',"a":1'])(
    'in bounded time: %j',
    { tags: ['slow'] },
    (piece) => {
      const text = piece.repeat(60_000 / piece.length);
      expect([idOf(text), idOf(call, `${text}}`)]).toEqual(['null', 'null']);
    },
  );
});
