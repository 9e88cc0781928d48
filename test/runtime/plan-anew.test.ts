import { describe, expect, it } from 'vitest';
import { Outdated, ToolFailure } from '../../src/core/failure.ts';
import { planAnew } from '../../src/runtime/plan-anew.ts';

const outdated = () => new Outdated('/x/file', new ToolFailure('tool_failed', 'it changed meanwhile'));

/** An attempt that fails so often with `error` before it is made, and how often it was tried. */
function failing(times: number, error: () => Error) {
  const tried = { count: 0 };
  const attempt = async (): Promise<string> => {
    tried.count += 1;
    if (tried.count <= times) throw error();
    return 'made';
  };
  return { attempt, tried };
}

describe('a call that was planned on a file', () => {
  it.each([
    ['which stays', 0],
    ['which changes once', 1],
    ['which changes often', 30],
  ])('%s is made', async (_name, times) => {
    const { attempt, tried } = failing(times, outdated);
    expect(await planAnew(attempt, () => true)).toBe('made');
    expect(tried.count).toBe(times + 1);
  });

  it.each([
    ['that somebody was asked about', outdated, false, 'it changed meanwhile'],
    ['that failed otherwise', () => new ToolFailure('tool_failed', 'no space'), true, 'no space'],
    ['that was a fault', () => new Error('fault'), true, 'fault'],
  ])('%s is not made again', async (_name, error, mayRepeat, message) => {
    const { attempt, tried } = failing(1, error);
    await expect(planAnew(attempt, () => mayRepeat)).rejects.toThrow(message);
    expect(tried.count).toBe(1);
  });

  it('takes turns with others on the same file', async () => {
    let running = 0;
    let most = 0;
    const one = async (): Promise<void> => {
      let isFirst = true;
      await planAnew(
        async () => {
          if (isFirst) {
            isFirst = false;
            throw outdated();
          }
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
        },
        () => true,
      );
    };
    await Promise.all([one(), one(), one(), one()]);
    expect(most).toBe(1);
  });
});
