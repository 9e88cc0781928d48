import { expect, it } from 'vitest';
import { afterError, afterErrorNow, endedBy, endedNowBy } from '../../src/core/async/clean-up.ts';

function failing(what: string) {
  return () => {
    throw new Error(what);
  };
}

it('the error of the work counts, not that of its end', async () => {
  const [work, end] = [failing('work'), failing('end')];
  await expect(
    endedBy(
      async () => end(),
      async () => work(),
    ),
  ).rejects.toThrow('work');
  expect(() => endedNowBy(end, work)).toThrow('work');
});

it('an end that fails after good work is told', async () => {
  const end = failing('end');
  await expect(
    endedBy(
      async () => end(),
      async () => 1,
    ),
  ).rejects.toThrow('end');
  expect(() => endedNowBy(end, () => 1)).toThrow('end');
});

it('work is ended once, and its result returned', async () => {
  const ends: string[] = [];
  const later = endedBy(
    async () => void ends.push('later'),
    async () => 1,
  );
  const now = endedNowBy(
    () => void ends.push('now'),
    () => 2,
  );
  expect([await later, now]).toEqual([1, 2]);
  expect(ends).toEqual(expect.arrayContaining(['later', 'now']));
  expect(ends).toHaveLength(2);
});

it('cleaning up after an error throws nothing, and says whether it succeeded', async () => {
  const fail = failing('it');
  expect([await afterError(fail), await afterError(async () => fail()), afterErrorNow(fail)]).toEqual(
    Array(3).fill(false),
  );
  expect([await afterError(() => {}), afterErrorNow(() => {})]).toEqual([true, true]);
});
