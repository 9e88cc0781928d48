import { describe, expect, it } from 'vitest';
import { inTurn } from '../../src/runtime/in-turn.ts';
import { CallLimiter } from '../../src/runtime/limits.ts';

const never = new AbortController().signal;

function gate() {
  let resolve = (): void => {};
  const promise = new Promise<void>((open) => {
    resolve = open;
  });
  return { promise, resolve };
}

/** Calls of one line; each tells when it runs, and ends when it is let go. */
function calls(count: number, concurrent = 2) {
  const limiter = new CallLimiter({ concurrent, queued: 100 });
  const seen: string[] = [];
  const gates = Array.from({ length: count }, () => gate());
  const controllers = gates.map(() => new AbortController());
  const start = async (index: number, work = () => gates[index]?.promise, isAside = false): Promise<void> => {
    const signal = controllers[index]?.signal ?? never;
    const place = await limiter.take(signal);
    try {
      await inTurn('line', { signal, aside: place.aside }, async (aside) => {
        seen.push(`begin ${index}`);
        await (isAside ? aside(async () => work()) : work());
        seen.push(`end ${index}`);
      });
    } finally {
      place.leave();
    }
  };
  return { seen, gates, controllers, start, limiter };
}

describe('calls of one line', () => {
  it('run one after the other, in the order in which they come, also more than there are places', async () => {
    const { seen, gates, start } = calls(5);
    const all = gates.map((_, index) => start(index));
    for (const { resolve } of gates) resolve();
    await Promise.all(all);
    expect(seen).toEqual([0, 1, 2, 3, 4].flatMap((index) => [`begin ${index}`, `end ${index}`]));
  });

  it('pass one that stands aside, which ends when it may', async () => {
    const { seen, gates, start } = calls(3);
    const first = start(0, undefined, true);
    for (const { resolve } of gates.slice(1)) resolve();
    await Promise.all([start(1), start(2)]);
    gates[0]?.resolve();
    await first;
    expect(seen).toEqual(['begin 0', 'begin 1', 'end 1', 'begin 2', 'end 2', 'end 0']);
  });

  it('leave when they are cancelled, and when they fail, and let the others in', async () => {
    const { seen, gates, controllers, start } = calls(4);
    const all = [start(0, () => Promise.reject(new Error('broken'))), start(1), start(2), start(3)];
    controllers[2]?.abort();
    for (const { resolve } of gates) resolve();
    const ends = await Promise.allSettled(all);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(seen).toEqual(['begin 0', 'begin 1', 'end 1', 'begin 3', 'end 3']);
  });

  it('leave at once when they are cancelled while another one runs', async () => {
    const { gates, controllers, start } = calls(2);
    const [first, second] = [start(0), start(1)];
    controllers[1]?.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    gates[0]?.resolve();
    await first;
  });

  it('take no place from calls of other lines while they wait', async () => {
    const { seen, gates, start, limiter } = calls(2);
    const all = [start(0), start(1)];
    (await limiter.take(never)).leave();
    expect(seen).toEqual(['begin 0']);
    for (const { resolve } of gates) resolve();
    await Promise.all(all);
  });

  it('keep their place when nobody is before them', async () => {
    const { seen, gates, start, limiter } = calls(1, 1);
    const first = start(0);
    const other = limiter.take(never).then(({ leave }) => {
      seen.push('other');
      leave();
    });
    await new Promise((resolve) => setImmediate(resolve));
    gates[0]?.resolve();
    await Promise.all([first, other]);
    expect(seen).toEqual(['begin 0', 'end 0', 'other']);
  });
});
