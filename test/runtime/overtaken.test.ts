import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sleep } from '../../src/core/async/sleep.ts';
import { ChangedFailure, ToolFailure } from '../../src/core/failure.ts';
import { type Outcome, outcome } from '../../src/core/outcome.ts';
import { type Overtaken, type OvertakenLine, untilUpToDate } from '../../src/runtime/overtaken.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const done = outcome({ status: 'completed', message: 'Done.' });
const changed = (message: string) => new ChangedFailure('tool_failed', message);
const overtaken = (message = 'it changed'): Overtaken => ({ overtaken: changed(message) });

const alone = { name: null, stateFolder: '', signal: new AbortController().signal };

type Step = Outcome | Overtaken | Error;

/** A call that goes as the steps say, the last one for ever, and how often it was tried. */
function call(steps: readonly Step[], line: OvertakenLine = alone) {
  let tries = 0;
  const result = untilUpToDate(async () => {
    const step = steps[Math.min(tries, steps.length - 1)] ?? done;
    tries += 1;
    if (step instanceof Error) throw step;
    return step;
  }, line);
  return { result, tries: () => tries };
}

describe('a call that others may overtake', () => {
  const noMatch = new ToolFailure('tool_failed', 'occurs nowhere');
  const refused = new ToolFailure('denied', 'no');
  const bug = new Error('a bug');
  it.each<readonly [name: string, steps: readonly Step[], tries: number, end: string]>([
    ['is done once', [done], 1, 'Done.'],
    ['is planned anew', [overtaken(), overtaken(), done], 3, 'Done.'],
    ['fails as it does alone', [noMatch], 1, 'occurs nowhere'],
    ['that has nothing left to do fails for the change', [overtaken('b'), noMatch], 2, 'b'],
    ['fails for the last change', [overtaken('b'), overtaken('c'), noMatch], 3, 'c'],
    ['is refused all the same', [overtaken(), refused], 2, 'no'],
    ['hides no fault of ours', [overtaken(), bug], 2, 'a bug'],
  ])('%s', async (_name, steps, tries, end) => {
    const one = call(steps);
    const said = await one.result.then(
      ({ message }) => message,
      (error: Error) => error.message,
    );
    expect([said, one.tries()]).toEqual([end, tries]);
  });

  it('is tried for a time, however often that is', { tags: ['slow'] }, async () => {
    const { now } = performance;
    let time = 0;
    performance.now = () => {
      time += 200;
      return time;
    };
    try {
      const one = call([overtaken('first'), overtaken()]);
      await expect(one.result).rejects.toThrow('it changed');
      expect(one.tries()).toBeGreaterThan(60);
    } finally {
      performance.now = now;
    }
  });
});

/** A promise, and what settles it. */
function pending<T>(): { readonly promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: (value) => resolve(value) };
}

describe('calls that were overtaken', () => {
  const { signal } = new AbortController();
  const sometimes = { name: 'file\0/a', stateFolder: tempFolder(), signal };

  it('are tried anew one after the other', async () => {
    const inside = new Set<number>();
    let most = 0;
    const one = async (index: number) => {
      let tries = 0;
      return untilUpToDate(async () => {
        tries += 1;
        if (tries === 1) return overtaken();
        inside.add(index);
        most = Math.max(most, inside.size);
        await sleep(1);
        if (tries === 3) inside.delete(index);
        return tries === 3 ? done : overtaken();
      }, sometimes);
    };
    await Promise.all(Array.from({ length: 5 }, (_, index) => one(index)));
    expect(most).toBe(1);
  });

  it('let the next one in while a person is asked', async () => {
    const asked = pending<Outcome>();
    let tries = 0;
    const first = untilUpToDate((stepOut) => {
      tries += 1;
      if (tries === 1) return Promise.resolve(overtaken());
      stepOut();
      return asked.promise;
    }, sometimes);
    const second = call([overtaken(), done], sometimes);
    expect(await second.result).toBe(done);
    asked.resolve(done);
    expect(await first).toBe(done);
  });

  it('can be cancelled while they wait', async () => {
    const held = pending<Outcome>();
    const entered = pending<void>();
    const steps = [overtaken(), held.promise];
    const first = untilUpToDate(() => {
      if (steps.length === 1) entered.resolve();
      return Promise.resolve(steps.shift() ?? done);
    }, sometimes);
    await entered.promise;
    const controller = new AbortController();
    const second = call([overtaken(), done], { ...sometimes, signal: controller.signal });
    controller.abort();
    await expect(second.result).rejects.toThrow('Request cancelled');
    expect(second.tries()).toBe(1);
    held.resolve(done);
    await first;
    expect(await call([overtaken(), done], sometimes).result).toBe(done);
  });

  it('are tried without a line where there can be no lock', async () => {
    const file = join(tempFolder(), 'file');
    writeFileSync(file, '');
    const one = call([overtaken(), overtaken(), done], { ...sometimes, stateFolder: file });
    expect(await one.result).toBe(done);
  });
});
