import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProgressStream } from '../../../src/frontends/mcp/progress-stream.ts';

interface Sent {
  readonly progressToken: unknown;
  readonly progress: number;
  readonly message: string;
}

/** A stream over a client that takes a notification at once, or not before `take` is called. */
function open(isSlow = false) {
  const sent: Sent[] = [];
  const waiting: (() => void)[] = [];
  const stream = new ProgressStream({
    connection: {
      notify: (method, params) => {
        expect(method).toBe('notifications/progress');
        sent.push(JSON.parse(String(params)));
        return isSlow ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();
      },
    },
    token: '"token"',
    intervalMs: 1000,
  });
  return { stream, sent, take: () => waiting.shift()?.() };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const output = (data: Uint8Array) => ({ stream: 'stdout', bytes: data }) as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('progress of a call', () => {
  it('is told at most once a second, with the newest output', async () => {
    const { stream, sent } = open();
    for (let tenth = 0; tenth < 30; tenth += 1) {
      stream.output(output(bytes(`line ${tenth}\n`)));
      stream.progress({ bytes: 7 * (tenth + 1), lines: tenth + 1, binary: false });
      await vi.advanceTimersByTimeAsync(100);
    }
    stream.end();
    expect(sent).toHaveLength(3);
    expect(sent[0]?.message).toMatch(/^1 s, \d+ bytes, \d+ lines\nline 0\n(.*\n)*line 9$/);
    expect(sent[1]?.message).toMatch(/\nline 10\n(.*\n)*line 19$/);
  });

  it('counts the lines that came since the tool told its own count', async () => {
    const { stream, sent } = open();
    stream.output(output(bytes('1\n')));
    stream.progress({ bytes: 2, lines: 1, binary: false });
    stream.output(output(bytes('2\n3')));
    await vi.advanceTimersByTimeAsync(1000);
    stream.progress({ bytes: 9, lines: 5, binary: false });
    await vi.advanceTimersByTimeAsync(1000);
    stream.end();
    expect(sent.map(({ message }) => message)).toEqual([
      '1 s, 5 bytes, 3 lines\n1\n2\n3',
      '2 s, 9 bytes, 5 lines',
    ]);
  });

  it('says every 10 s that a silent call still runs', async () => {
    const { stream, sent } = open();
    await vi.advanceTimersByTimeAsync(35_000);
    stream.end();
    expect(sent.map(({ message }) => message)).toEqual([
      '10 s, no output so far',
      '20 s, no output so far',
      '30 s, no output so far',
    ]);
  });

  it('says while a person is asked that the call waits for the answer', async () => {
    const { stream, sent } = open();
    stream.waits(true);
    await vi.advanceTimersByTimeAsync(20_000);
    stream.waits(false);
    await vi.advanceTimersByTimeAsync(10_000);
    stream.end();
    expect(sent.map(({ message }) => message)).toEqual([
      '10 s, waiting for an answer to the approval request',
      '20 s, waiting for an answer to the approval request',
      '30 s, no output so far',
    ]);
  });

  it('always increases, also when its interval is shorter than a clock tick', async () => {
    const { stream, sent } = open();
    for (let count = 0; count < 5; count += 1) {
      stream.output(output(bytes('x')));
      await vi.advanceTimersByTimeAsync(1000);
    }
    const numbers = sent.map(({ progress }) => progress);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(sent.every(({ progressToken }) => progressToken === 'token')).toBe(true);
  });

  it('says nothing after the end', async () => {
    const { stream, sent } = open();
    stream.output(output(bytes('x')));
    stream.end();
    stream.output(output(bytes('y')));
    stream.progress({ bytes: 9, lines: 0, binary: false });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sent).toEqual([]);
  });

  it('does not pile up before a client that does not read', async () => {
    const { stream, sent, take } = open(true);
    for (let second = 0; second < 20; second += 1) {
      stream.output(output(bytes('x\n')));
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(sent).toHaveLength(1);
    take();
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toHaveLength(2);
    stream.end();
  });

  it.each([
    ['counts binary output', Uint8Array.of(1, 0, 2), false, '1 s, 3 bytes of binary output'],
    ['believes the tool about binary output', bytes('abc'), true, '1 s, 3 bytes of binary output'],
    ['removes escape sequences', bytes('\u001b[31mred\u001b[0m\r\n'), false, '1 s, 14 bytes, 1 line\nred'],
    ['passes over blank output', bytes('\n\n'), false, '1 s, 2 bytes, 2 lines'],
    [
      'shows the last kilobyte from whole characters on',
      bytes(`a${'é'.repeat(600)}`),
      false,
      `1 s, 1201 bytes, 1 line\n${'é'.repeat(512)}`,
    ],
    [
      'does not begin in the middle of a character',
      bytes(`${'é'.repeat(600)}a`),
      false,
      `1 s, 1201 bytes, 1 line\n${'é'.repeat(511)}a`,
    ],
  ])('%s', async (_, data, binary, message) => {
    const { stream, sent } = open();
    stream.output(output(data));
    if (binary) stream.progress({ bytes: data.length, lines: 0, binary });
    await vi.advanceTimersByTimeAsync(1000);
    stream.end();
    expect(sent.map((one) => one.message)).toEqual([message]);
  });
});
