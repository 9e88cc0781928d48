import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutputStream } from '../../../src/frontends/rpc/output-stream.ts';

interface Frame {
  readonly id: unknown;
  readonly seq: number;
  readonly stream: string;
  readonly text?: string;
  readonly base64?: string;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A stream whose lines are collected; `gate` holds every write back until it resolves. */
function collect(
  options: { maxLineBytes?: number; intervalMs?: number; gate?: Promise<void>; id?: string } = {},
) {
  const lines: string[] = [];
  const connection = {
    send: async (line: string): Promise<void> => {
      lines.push(line);
      await options.gate;
    },
  };
  const { maxLineBytes = 60_000, intervalMs = 10, id = '7' } = options;
  const stream = new OutputStream({ id, connection, intervalMs, maxLineBytes });
  const frames = (): readonly Frame[] =>
    lines
      .map((line) => JSON.parse(line))
      .flatMap(({ method, params }) => (method === 'tool/output' ? [params] : []));
  return { stream, lines, frames };
}

const content = (frames: readonly Frame[], name: string): Buffer =>
  Buffer.concat(
    frames
      .filter(({ stream }) => stream === name)
      .map(({ text, base64 }) =>
        base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64'),
      ),
  );

describe('OutputStream', () => {
  it('joins what comes within the interval into one frame a stream, and numbers the frames', async () => {
    const { stream, frames } = collect();
    for (const part of ['a', 'b', 'c']) void stream.output({ stream: 'stdout', bytes: bytesOf(part) });
    void stream.output({ stream: 'stderr', bytes: bytesOf('e') });
    await stream.end();
    expect(frames()).toEqual([
      { id: 7, seq: 0, stream: 'stdout', text: 'abc' },
      { id: 7, seq: 1, stream: 'stderr', text: 'e' },
    ]);
  });

  it('sends nothing for nothing, and nothing after its end', async () => {
    const { stream, lines } = collect();
    void stream.output({ stream: 'stderr', bytes: bytesOf('') });
    void stream.output({ stream: 'stdout', bytes: bytesOf('a') });
    await stream.end();
    void stream.output({ stream: 'stdout', bytes: bytesOf('late') });
    stream.progress({ bytes: 5, lines: 0, binary: false });
    await stream.end();
    expect(lines.map((line) => JSON.parse(line).params)).toEqual([
      { id: 7, seq: 0, stream: 'stdout', text: 'a' },
    ]);
  });

  it('reports progress again once the client has taken the last report, and none meanwhile', async () => {
    let open: () => void = () => {};
    const { stream, lines } = collect({ gate: new Promise((resolve) => (open = resolve)) });
    const report = (bytes: number) => stream.progress({ bytes, lines: 0, binary: false });
    report(1);
    report(2);
    open();
    await nextTurn();
    report(3);
    await stream.end();
    report(4);
    expect(lines.map((line) => JSON.parse(line).params.bytes)).toEqual([1, 3]);
  });

  it('sends a first frame without waiting for the end', async () => {
    let arrived: (line: string) => void = () => {};
    const first = new Promise<string>((resolve) => (arrived = resolve));
    const connection = { send: async (line: string) => arrived(line) };
    const stream = new OutputStream({ id: '1', connection, intervalMs: 10, maxLineBytes: 60_000 });
    void stream.output({ stream: 'stdout', bytes: bytesOf('now') });
    expect(await first).toContain('now');
    await stream.end();
  });

  it('sends nothing after its end, nor for no output', async () => {
    const { stream, lines } = collect();
    void stream.output({ stream: 'stdout', bytes: new Uint8Array(0) });
    await stream.end();
    void stream.output({ stream: 'stdout', bytes: bytesOf('late') });
    stream.progress({ bytes: 1, lines: 1, binary: false });
    expect(lines).toEqual([]);
  });

  it('ends only once all that it sent is written, and leaves no timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    let open: () => void = () => {};
    const { stream, frames } = collect({ intervalMs: 10, gate: new Promise((resolve) => (open = resolve)) });
    void stream.output({ stream: 'stdout', bytes: bytesOf('a') });
    while (frames().length === 0) await nextTurn();
    let isOver = false;
    const over = stream.end().then(() => {
      isOver = true;
    });
    await nextTurn();
    expect(isOver).toBe(false);
    open();
    await over;
    const before = timers();
    const slow = collect({ intervalMs: 60_000 });
    void slow.stream.output({ stream: 'stdout', bytes: bytesOf('b') });
    expect(timers()).toBe(before + 1);
    await slow.stream.end();
    expect(timers()).toBe(before);
    expect(slow.frames()).toMatchObject([{ text: 'b' }]);
  });

  it('sends what came while a frame was on its way without waiting for more', async () => {
    let open: () => void = () => {};
    const { stream, frames } = collect({ intervalMs: 1, gate: new Promise((resolve) => (open = resolve)) });
    void stream.output({ stream: 'stdout', bytes: bytesOf('a') });
    while (frames().length === 0) await nextTurn();
    void stream.output({ stream: 'stdout', bytes: bytesOf('b') });
    open();
    while (frames().length === 1) await nextTurn();
    expect(frames().map(({ text }) => text)).toEqual(['a', 'b']);
    await stream.end();
  });

  it.each([
    ['text', 'x'.repeat(500)],
    ['what is escaped', '\u0001😀'.repeat(100)],
    ['bytes', '\0'.repeat(500)],
  ])('sends %s in small pieces where the id of the call fills the line', async (_, text) => {
    const { stream, frames } = collect({ maxLineBytes: 1024, id: JSON.stringify('i'.repeat(1024)) });
    await stream.output({ stream: 'stdout', bytes: bytesOf(text) });
    await stream.end();
    expect(frames().length).toBeGreaterThan(5);
    expect(content(frames(), 'stdout').toString()).toBe(text);
  });

  it('sends those bytes in base64 that are not text, and text again after them', async () => {
    const { stream, frames } = collect({ intervalMs: 1 });
    const send = async (bytes: Uint8Array): Promise<void> => {
      void stream.output({ stream: 'stdout', bytes });
      const before = frames().length;
      while (frames().length === before) await new Promise((resolve) => setImmediate(resolve));
    };
    await send(bytesOf('text'));
    await send(new Uint8Array([0x61, 0x00, 0x62]));
    await send(bytesOf('text'));
    await send(new Uint8Array([0xff]));
    await send(new Uint8Array([0x61, 0xc3]));
    await send(new Uint8Array([0xa9]));
    void stream.output({ stream: 'stdout', bytes: new Uint8Array([0xe2]) });
    await stream.end();
    expect(frames().map(({ text, base64 }) => text ?? base64)).toEqual([
      'text',
      'YQBi',
      'text',
      '/w==',
      'a',
      'é',
      '4g==',
    ]);
  });

  it('holds the start of a character back until the rest comes, or the end', async () => {
    const { stream, frames } = collect({ intervalMs: 1 });
    void stream.output({ stream: 'stdout', bytes: new Uint8Array([0x61, 0xf0, 0x9f]) });
    while (frames().length === 0) await new Promise((resolve) => setImmediate(resolve));
    void stream.output({ stream: 'stdout', bytes: new Uint8Array([0x98, 0x80, 0xe2, 0x82]) });
    await stream.end();
    expect(frames().map(({ text, base64 }) => text ?? base64)).toEqual([
      'a',
      Buffer.from([0xf0, 0x9f, 0x98, 0x80, 0xe2, 0x82]).toString('base64'),
    ]);
  });

  it('keeps every byte and every line within the limit, whatever comes', async () => {
    const chunk = fc.oneof(
      fc.uint8Array({ maxLength: 3000 }),
      fc.string({ unit: 'grapheme', maxLength: 900 }).map(bytesOf),
      fc.constantFrom(
        bytesOf('\u0001'.repeat(2000)),
        bytesOf('😀'.repeat(600)),
        bytesOf('"\\\n'.repeat(700)),
      ),
    );
    const chunks = fc.array(fc.tuple(fc.constantFrom('stdout' as const, 'stderr' as const), chunk), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(chunks, fc.constantFrom(1024, 1500, 60_000), async (parts, maxLineBytes) => {
        const { stream, lines, frames } = collect({ maxLineBytes, id: '"an id"' });
        for (const [name, bytes] of parts) await stream.output({ stream: name, bytes });
        await stream.end();
        for (const line of lines) expect(bytesOf(line).length).toBeLessThanOrEqual(maxLineBytes);
        for (const name of ['stdout', 'stderr']) {
          const sent = Buffer.concat(parts.filter(([own]) => own === name).map(([, bytes]) => bytes));
          expect(content(frames(), name).equals(sent)).toBe(true);
        }
        expect(frames().map(({ seq }) => seq)).toEqual(frames().map((_, index) => index));
      }),
      { numRuns: 80 },
    );
  });

  it('makes the source wait for a client that does not read', { tags: ['slow'] }, async () => {
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const { stream, lines } = collect({ gate, intervalMs: 1 });
    const chunk = bytesOf('x'.repeat(65_536));
    let taken = 0;
    const source = (async () => {
      for (; taken < 1000; taken += 1) await stream.output({ stream: 'stdout', bytes: chunk });
    })();
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(taken).toBeLessThan(20);
    expect(lines.reduce((sum, line) => sum + line.length, 0)).toBeLessThan(1024 * 1024);
    release();
    await source;
    await stream.end();
    expect(taken).toBe(1000);
  });
});
