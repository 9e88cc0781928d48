import { describe, expect, it } from 'vitest';
import { ChangedFailure, ToolFailure } from '../../src/core/failure.ts';
import { type Outcome, outcome } from '../../src/core/outcome.ts';
import { type Overtaken, untilUpToDate } from '../../src/runtime/overtaken.ts';

const done = outcome({ status: 'completed', message: 'Done.' });
const changed = (message: string) => new ChangedFailure('tool_failed', message);
const overtaken = (message = 'it changed'): Overtaken => ({ overtaken: changed(message) });

type Step = Outcome | Overtaken | Error;

/** A call that goes as the steps say, the last one for ever, and how often it was tried. */
function call(steps: readonly Step[]) {
  let tries = 0;
  const result = untilUpToDate(async () => {
    const step = steps[Math.min(tries, steps.length - 1)] ?? done;
    tries += 1;
    if (step instanceof Error) throw step;
    return step;
  });
  return { result, tries: () => tries };
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
  ])('%s', async (_name, steps, tries, end) => {
    const one = call(steps);
    const said = await one.result.then(
      ({ message }) => message,
      (error: Error) => error.message,
    );
    expect([said, one.tries()]).toEqual([end, tries]);
  });
});
