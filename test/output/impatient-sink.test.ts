import { describe, expect, it } from 'vitest';
import type { OutputChunk, Progress, Sink } from '../../src/core/sink.ts';
import { ImpatientSink } from '../../src/output/impatient-sink.ts';

const chunk = (text: string): OutputChunk => ({ stream: 'stdout', bytes: Buffer.from(text) });
const never = new AbortController().signal;

/** A receiver that takes what it is told to take; `most` is how much it ever had to take at once. */
function receiver() {
  const taken: string[] = [];
  const open: (() => void)[] = [];
  let atOnce = 0;
  const seen = { most: 0 };
  const sink: Sink = {
    output: ({ bytes }) => {
      taken.push(Buffer.from(bytes).toString());
      atOnce += 1;
      seen.most = Math.max(seen.most, atOnce);
      return new Promise((resolve) =>
        open.push(() => {
          atOnce -= 1;
          resolve();
        }),
      );
    },
    progress() {},
  };
  const take = async (): Promise<void> => {
    open.shift()?.();
    await new Promise(setImmediate);
  };
  return { sink, taken, take, seen };
}

describe('a sink for a source that cannot wait', () => {
  it('hands on progress at once, also while output waits', () => {
    const seen: Progress[] = [];
    const sink = new ImpatientSink(
      { output: () => new Promise(() => {}), progress: (progress) => void seen.push(progress) },
      100,
    );
    sink.output(chunk('a'));
    sink.progress({ bytes: 1, lines: 1, binary: false });
    expect(seen).toEqual([{ bytes: 1, lines: 1, binary: false }]);
  });

  it('hands on at once what a quick receiver takes', async () => {
    const taken: string[] = [];
    const sink = new ImpatientSink(
      { output: ({ bytes }) => void taken.push(String(bytes)), progress() {} },
      1,
    );
    for (const text of ['a', 'bcd', 'e']) sink.output(chunk(text));
    await sink.finish(never);
    expect(taken).toHaveLength(3);
  });

  it('keeps the order, one piece at a time, and all of it where there is room', async () => {
    const { sink: slow, taken, take, seen } = receiver();
    const sink = new ImpatientSink(slow, 100);
    for (const text of ['a', 'b', 'c', 'd']) sink.output(chunk(text));
    expect(taken).toEqual(['a']);
    let isOver = false;
    const finished = sink.finish(never).then(() => {
      isOver = true;
    });
    for (let turn = 0; turn < 4; turn += 1) {
      expect(isOver).toBe(false);
      await take();
    }
    await finished;
    expect(taken).toEqual(['a', 'b', 'c', 'd']);
    expect(seen.most).toBe(1);
    sink.output(chunk('e'));
    expect(taken).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('leaves out what there is no room for, says so once in its place, and goes on', async () => {
    const { sink: slow, taken, take } = receiver();
    const sink = new ImpatientSink(slow, 4);
    for (const text of ['a', 'bbb', 'cc', 'd', 'e']) sink.output(chunk(text));
    await take();
    sink.output(chunk('f'));
    await take();
    const gap = '\n[… 5 bytes dropped: they came faster than they could be read …]\n';
    expect(taken).toEqual(['a', 'bbb', gap]);
    sink.output(chunk('g'));
    await take();
    await take();
    await sink.finish(never);
    expect(taken).toEqual(['a', 'bbb', gap, 'g']);
  });

  it('does not wait for its receiver once the call is over, and says what that has not got', async () => {
    const { sink: stuck, taken, take } = receiver();
    const sink = new ImpatientSink(stuck, 4);
    for (const text of ['a', 'bb', 'ccc']) sink.output(chunk(text));
    await sink.finish(AbortSignal.abort());
    const told = ['a', '\n[… 5 bytes dropped: they came faster than they could be read …]\n'];
    expect(taken).toEqual(told);
    // It takes more after all: what was said to be dropped is not brought.
    await take();
    expect(taken).toEqual(told);
  });

  it('throws what its receiver threw', async () => {
    const sink = new ImpatientSink({ output: () => Promise.reject(new Error('gone')), progress() {} }, 4);
    sink.output(chunk('a'));
    await expect(sink.finish(never)).rejects.toThrow('gone');
  });
});
