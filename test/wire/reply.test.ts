import { describe, expect, it } from 'vitest';
import { encodeBatch, encodeReply, encodeReplyWithin, Shrinkable } from '../../src/wire/reply.ts';

const sizeOf = (text: string): number => new TextEncoder().encode(text).length;

class Letters extends Shrinkable {
  readonly #text: string;
  constructor(text: string) {
    super();
    this.#text = text;
  }
  toJSON(): unknown {
    return this.#text;
  }
  shrink(maxBytes: number): Letters {
    return new Letters(this.#text.slice(0, maxBytes - 2));
  }
}

class Broken extends Letters {
  override shrink(): Letters {
    throw new RangeError('broken');
  }
}

describe('encodeReplyWithin', () => {
  const long = new Letters('x'.repeat(5000));
  const error = { code: -32800, message: 'Request cancelled', data: long };

  it.each([
    ['a result that shrinks', { result: long }, 2000, 1000, '"result":"xxx'],
    ['the data of an error', { error }, 1000, 990, '"data":"xxx'],
    ['a result that cannot', { result: 'x'.repeat(5000) }, 1000, 0, '"code":-32603'],
    ['a result that fails to', { result: new Broken('x'.repeat(5000)) }, 1000, 0, '"code":-32603'],
    ['a short result', { result: 'ü' }, 40, 0, '"result":"ü"'],
    ['a short result, which is not made shorter', { result: new Broken('x') }, 40, 0, '"result":"x"'],
  ])('%s', (_name, reply, maxBytes, minBytes, part) => {
    const line = encodeReplyWithin('7', reply, { bytes: maxBytes });
    expect(sizeOf(line)).toBeLessThanOrEqual(maxBytes);
    expect(sizeOf(line)).toBeGreaterThanOrEqual(minBytes);
    expect(line).toContain(part);
    expect(JSON.parse(line).id).toBe(7);
  });

  const letters = 'x'.repeat(5000);
  it.each([
    [
      'a field',
      { message: 'is not known', data: { field: letters, problem: 'is not known' } },
      'field problem',
    ],
    ['a message', { message: letters, data: { field: 'y', problem: 'is not known' } }, 'field problem'],
    ['a message alone', { message: letters, data: undefined }, ''],
    ['a list', { message: 'is not known', data: { problem: 'is not known', all: [letters] } }, 'problem'],
    ['a list alone', { message: 'is not known', data: { all: [letters] } }, ''],
    ['what is escaped', { message: '\u0001'.repeat(5000), data: { problem: '\u0001'.repeat(5000) } }, ''],
    [
      'half of a pair',
      { message: `${'x'.repeat(119)}\u{1f600}`.repeat(50), data: { problem: '' } },
      'problem',
    ],
  ])('keeps the code of an error that is too long by %s', (_, { message, data }, kept) => {
    const line = encodeReplyWithin('7', { error: { code: -32602, message, data } }, { bytes: 1024 });
    expect(sizeOf(line)).toBeLessThanOrEqual(1024);
    expect(line).not.toMatch(/\\ud[89a-f]/);
    const { error: cut } = JSON.parse(line);
    expect(cut.code).toBe(-32602);
    expect([message, `${message.slice(0, 119)}…`, `${message.slice(0, 120)}…`]).toContain(cut.message);
    expect(cut.data).not.toEqual({});
    expect(Object.keys(cut.data ?? {}).join(' ')).toBe(kept);
    for (const [name, text] of Object.entries(cut.data ?? {}))
      expect(Object(data)[name].startsWith(String(text).replace(/…$/, ''))).toBe(true);
  });

  it('counts bytes, not characters, and takes a line of exactly the limit', () => {
    const reply = { result: 'ü'.repeat(500) };
    const whole = encodeReply('1', reply);
    expect(encodeReplyWithin('1', reply, { bytes: sizeOf(whole) })).toBe(whole);
    expect(encodeReplyWithin('1', reply, { bytes: sizeOf(whole) - 1 })).toContain('"code":-32603');
  });
});

describe('encodeBatch', () => {
  it('leaves short answers whole and lets the long ones share the rest', () => {
    const entries = [10, 9000, 20, 30_000, 30].map((length, id) => ({
      id: String(id),
      reply: { result: new Letters('x'.repeat(length)) },
    }));
    const line = encodeBatch(entries, { bytes: 10_000 });
    expect(sizeOf(line)).toBeLessThanOrEqual(10_000);
    expect(sizeOf(line)).toBeGreaterThan(9_900);
    const lengths: number[] = JSON.parse(line).map((entry: { result: string }) => entry.result.length);
    expect([lengths[0], lengths[2], lengths[4]]).toEqual([10, 20, 30]);
    expect(Math.abs((lengths[1] ?? 0) - (lengths[3] ?? 0))).toBeLessThan(4);
  });

  it('gives each of very many answers a kilobyte, past the limit if need be', () => {
    const entries = Array.from({ length: 100 }, (_, id) => ({
      id: String(id),
      reply: { result: new Letters('x'.repeat(5000)) },
    }));
    const answers: { result: string }[] = JSON.parse(encodeBatch(entries, { bytes: 2000 }));
    expect(answers).toHaveLength(100);
    for (const { result } of answers) expect(result.length).toBeGreaterThan(900);
  });
});
