import { describe, expect, it } from 'vitest';
import { parseInput } from '../../../src/core/schema/validate.ts';
import { callInputSchema } from '../../../src/frontends/rpc/call-input.ts';

const parse = (base64: string) => parseInput(callInputSchema, { id: 1, base64 });
const most = 1_048_576;

describe('a piece of standard input', () => {
  it.each(['', 'YQ==', 'YWI=', 'YWJj', '+/+/', 'YWJjYQ==', 'a'.repeat(most)])('is taken: %#', (base64) => {
    expect(parse(base64).base64).toBe(base64);
  });

  it.each([
    'Y',
    'YQ',
    'YWI',
    'YQ=',
    'Y===',
    '====',
    'YQ==YQ==',
    'YW=j',
    'Y\n',
    'YWJ\n',
    '-_-_',
    'YWJ\u212a',
    '\u017fWJj',
  ])('that is no base64 is refused: %j', (base64) => {
    expect(() => parse(base64)).toThrow(/^"base64" must be base64$/);
  });

  it('that is too long is refused with how long it may be', () => {
    const message = `"base64" must have at most ${most} characters; send it in pieces`;
    expect(() => parse('a'.repeat(most + 4))).toThrow(message);
  });
});
