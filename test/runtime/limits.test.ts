import { describe, expect, it } from 'vitest';
import { turnOfLoop } from '../../src/core/async/turn-of-loop.ts';
import { CallLimiter } from '../../src/runtime/limits.ts';

const open = new AbortController().signal;

/** As long as a call with a place that is its own now may take: it lets others be heard where that was not done for long. */
async function turn(): Promise<void> {
  for (let count = 0; count < 3; count += 1) await turnOfLoop();
}

function blockFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Takes a place and notes when it has it. */
function taker(limiter: CallLimiter) {
  const started: number[] = [];
  const releases = new Map<number, () => void>();
  const take = async (id: number, signal: AbortSignal = open): Promise<void> => {
    const { leave } = await limiter.take(signal);
    started.push(id);
    releases.set(id, leave);
  };
  return { started, take, release: (id: number): void => releases.get(id)?.() };
}

describe('CallLimiter', () => {
  it('runs so many at once, the others in order of arrival', async () => {
    const { started, take, release } = taker(new CallLimiter({ concurrent: 2, queued: 10 }));
    const all = [1, 2, 3, 4, 5].map((id) => take(id));
    await turn();
    expect(started).toEqual([1, 2]);
    release(2);
    await turn();
    expect(started).toEqual([1, 2, 3]);
    release(1);
    release(3);
    await Promise.all(all);
    expect(started).toEqual([1, 2, 3, 4, 5]);
  });

  it('gives a place back once, however often it is released', async () => {
    const { started, take, release } = taker(new CallLimiter({ concurrent: 1, queued: 10 }));
    void take(1);
    void take(2);
    void take(3);
    await turn();
    release(1);
    release(1);
    await turn();
    expect(started).toEqual([1, 2]);
  });

  it('lets nobody overtake who comes while a place is handed on', async () => {
    const { started, take, release } = taker(new CallLimiter({ concurrent: 1, queued: 10 }));
    void take(1);
    void take(2);
    await turn();
    release(1);
    void take(3);
    await turn();
    expect(started).toEqual([1, 2]);
  });

  it('lets nobody overtake who lets others be heard first', async () => {
    const limiter = new CallLimiter({ concurrent: 2, queued: 10 });
    const before = [await limiter.take(open), await limiter.take(open)];
    const order: number[] = [];
    const take = async (id: number) => {
      const { leave } = await limiter.take(open);
      order.push(id);
      leave();
    };
    const taken = [1, 2, 3, 4].map(take);
    blockFor(50);
    for (const { leave } of before) leave();
    await Promise.all(taken);
    const [first, second] = [await limiter.take(open), await limiter.take(open)];
    const waiting = take(5);
    blockFor(50);
    first.leave();
    second.leave();
    for (let count = 0; count < 10; count += 1) await Promise.resolve();
    await Promise.all([waiting, take(6)]);
    expect(order).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it.each([
    [1, 0, 1],
    [2, 3, 5],
  ])('with %i places and %i in the queue refuses the call after %i', async (concurrent, queued, fit) => {
    const limiter = new CallLimiter({ concurrent, queued });
    for (let id = 0; id < fit; id += 1) void limiter.take(open);
    await expect(limiter.take(open)).rejects.toMatchObject({ code: 'overloaded' });
  });

  it('lets a waiting call be cancelled, which makes room in the queue', async () => {
    const limiter = new CallLimiter({ concurrent: 1, queued: 1 });
    const { started, take, release } = taker(limiter);
    const abort = new AbortController();
    await take(1);
    const waiting = take(2, abort.signal);
    abort.abort();
    const message = 'Cancelled while it waited for a place.';
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled', message });
    void take(3);
    release(1);
    await turn();
    expect(started).toEqual([1, 3]);
  });

  it('refuses a call that is cancelled already, and keeps its place', async () => {
    const limiter = new CallLimiter({ concurrent: 1, queued: 0 });
    const message = 'Cancelled before it began.';
    await expect(limiter.take(AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled', message });
    await limiter.take(open);
  });

  it('keeps the place of a call that is cancelled after it began', async () => {
    const limiter = new CallLimiter({ concurrent: 1, queued: 1 });
    const { started, take, release } = taker(limiter);
    const abort = new AbortController();
    const first = take(1, abort.signal);
    const second = take(2);
    await first;
    abort.abort();
    await turn();
    expect(started).toEqual([1]);
    release(1);
    await second;
  });

  it('hands ten thousand on in order', { tags: ['slow'] }, async () => {
    const { started, take, release } = taker(new CallLimiter({ concurrent: 1, queued: 10_000 }));
    const ids = Array.from({ length: 10_000 }, (_, id) => id);
    await Promise.all(ids.map((id) => take(id, new AbortController().signal).then(() => release(id))));
    expect(started).toEqual(ids);
  });

  it('hears everything else between calls that never wait themselves', { tags: ['slow'] }, async () => {
    const limiter = new CallLimiter({ concurrent: 1, queued: 10 });
    const { leave } = await limiter.take(open);
    let begun = 0;
    const calls = Array.from({ length: 10 }, async () => {
      const place = await limiter.take(open);
      begun += 1;
      // Longer than others may be left unheard.
      for (const until = performance.now() + 20; performance.now() < until; );
      place.leave();
    });
    leave();
    await new Promise((resolve) => setTimeout(resolve));
    expect(begun).toBeLessThan(10);
    await Promise.all(calls);
    expect(begun).toBe(10);
  });

  it('keeps the place while there is no room yet, and gives it back when the call is cancelled then', async () => {
    const limiter = new CallLimiter({ concurrent: 1, queued: 1 });
    let makeRoom = (): void => {};
    const room = (): Promise<void> => new Promise((resolve) => (makeRoom = resolve));
    const abort = new AbortController();
    const first = limiter.take(abort.signal, room);
    const second = limiter.take(open, room);
    await expect(limiter.take(open)).rejects.toMatchObject({ code: 'overloaded' });
    abort.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    await turn();
    makeRoom();
    (await second).leave();
  });

  it('lets others run while a call stands aside, which then waits its turn', async () => {
    const limiter = new CallLimiter({ concurrent: 1, queued: 2 });
    const { started, take, release } = taker(limiter);
    const first = await limiter.take(open);
    let answer = (_: string): void => {};
    const asked = first.aside(() => new Promise<string>((resolve) => (answer = resolve)));
    await take(2);
    void take(3);
    await expect(limiter.take(open)).rejects.toMatchObject({ code: 'overloaded' });
    answer('yes');
    await turn();
    release(2);
    await turn();
    expect(started).toEqual([2, 3]);
    release(3);
    expect(await asked).toBe('yes');
    first.leave();
    await take(4);
  });

  it('has as much room after any number of calls that stood aside', async () => {
    const limiter = new CallLimiter({ concurrent: 1, queued: 1 });
    for (let count = 0; count < 10; count += 1) {
      const place = await limiter.take(open);
      await place.aside(async () => {});
      await place.aside(() => Promise.reject(new Error('nobody there'))).catch(() => {});
      place.leave();
    }
    const { leave } = await limiter.take(open);
    const waiting = limiter.take(open);
    await expect(limiter.take(open)).rejects.toMatchObject({ code: 'overloaded' });
    leave();
    (await waiting).leave();
  });

  it.each([
    ['waits for its place again', true],
    ['does what it stands aside for', false],
  ])('gives nothing back twice for a call that is cancelled while it %s', async (_, isDone) => {
    const limiter = new CallLimiter({ concurrent: 1, queued: 5 });
    const abort = new AbortController();
    const first = await limiter.take(abort.signal);
    let fail = (_: Error): void => {};
    const asked = first.aside(() => new Promise((_, reject) => (fail = reject)));
    const { started, take, release } = taker(limiter);
    await take(2);
    if (isDone) fail(new Error('nobody there'));
    await turn();
    abort.abort();
    fail(new Error('nobody there'));
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    first.leave();
    void take(3);
    await turn();
    expect(started).toEqual([2]);
    release(2);
    await turn();
    expect(started).toEqual([2, 3]);
  });
});
