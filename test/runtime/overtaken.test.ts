import { describe, expect, it } from 'vitest';
import { ChangedFailure, ToolFailure } from '../../src/core/failure.ts';
import { type Outcome, outcome } from '../../src/core/outcome.ts';
import { type Overtaken, untilUpToDate } from '../../src/runtime/overtaken.ts';

const done = outcome({ status: 'completed', message: 'Done.' });
const changed = (message: string) => new ChangedFailure('tool_failed', message);
const overtaken = (message = 'it changed'): Overtaken => ({ overtaken: changed(message) });

type Step = Outcome | Overtaken | Error;

/** A call that goes as the steps say, the last one for ever, and how often it was tried. */
function call(path: string, steps: readonly Step[]) {
  let tries = 0;
  const result = untilUpToDate(path, async () => {
    const step = steps[Math.min(tries, steps.length - 1)] ?? done;
    tries += 1;
    if (step instanceof Error) throw step;
    return step;
  });
  return { result, tries: () => tries };
}

/** A call that goes on when it is told to. */
function held(path: string) {
  const waiting: ((step: Outcome | Overtaken) => void)[] = [];
  const result = untilUpToDate(path, () => new Promise((resolve) => waiting.push(resolve)));
  return { result, waiting, go: (step: Outcome | Overtaken) => waiting.shift()?.(step) };
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}

describe('a call that others may overtake', () => {
  const noMatch = new ToolFailure('tool_failed', 'occurs nowhere');
  const refused = new ToolFailure('denied', 'no');
  const bug = new Error('a bug');
  it.each<readonly [name: string, steps: readonly Step[], tries: number, end: string]>([
    ['is done once', [done], 1, 'Done.'],
    ['is planned anew', [overtaken(), overtaken(), done], 3, 'Done.'],
    ['is given up in the end', [overtaken('first'), overtaken()], 41, 'it changed'],
    ['fails as it does alone', [noMatch], 1, 'occurs nowhere'],
    ['that has nothing left to do fails for the change', [overtaken('b'), noMatch], 2, 'b'],
    ['fails for the last change', [overtaken('b'), overtaken('c'), noMatch], 3, 'c'],
    ['is refused all the same', [overtaken(), refused], 2, 'no'],
    ['hides no fault of ours', [overtaken(), bug], 2, 'a bug'],
  ])('%s', async (name, steps, tries, end) => {
    const one = call(name, steps);
    const said = await one.result.then(
      ({ message }) => message,
      (error: Error) => error.message,
    );
    expect([said, one.tries()]).toEqual([end, tries]);
    expect(await call(name, [done]).result, 'the line is free again').toBe(done);
  });

  it('waits for nobody where none was overtaken, such as one that a person is asked about', async () => {
    const asked = held('free');
    expect(await call('free', [done]).result).toBe(done);
    asked.go(done);
    expect(await asked.result).toBe(done);
  });

  it('stands in line behind those that were overtaken, on the same path alone', async () => {
    const first = held('line');
    first.go(overtaken());
    await until(() => first.waiting.length === 1);
    const second = held('line');
    expect(await call('another', [done]).result).toBe(done);
    await turn();
    expect(second.waiting).toHaveLength(0);
    first.go(done);
    await until(() => second.waiting.length === 1);
    second.go(done);
    expect(await Promise.all([first.result, second.result])).toEqual([done, done]);
  });

  it('fails as it does alone when it only stood in line', async () => {
    const first = held('behind');
    first.go(overtaken());
    await until(() => first.waiting.length === 1);
    const second = call('behind', [noMatch]);
    first.go(done);
    await expect(second.result).rejects.toBe(noMatch);
    expect(await first.result).toBe(done);
  });
});
