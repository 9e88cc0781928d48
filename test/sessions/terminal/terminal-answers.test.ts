import { expect, it } from 'vitest';
import { TerminalAnswers } from '../../../src/sessions/terminal/terminal-answers.ts';

const cursor = { cursorBehind: '\x1b[', at: 9 };

/** Answers whose cursor is found when the test says so. */
function answering() {
  const written: string[] = [];
  const found: ((row: number) => void)[] = [];
  const answers = new TerminalAnswers(
    (offsets) =>
      new Promise((resolve) => found.push((row) => resolve(offsets.map((column) => ({ row, column }))))),
    (bytes) => written.push(Buffer.from(bytes).toString()),
  );
  const find = async (row: number): Promise<void> => {
    found.shift()?.(row);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { answers, written, find };
}

it('answers at once what is no question of the cursor', () => {
  const { answers, written } = answering();
  answers.give(['one', 'two']);
  answers.give([]);
  answers.give(['three']);
  expect(written).toEqual(['onetwo', 'three']);
});

it('answers in the order of the questions, however long one takes', async () => {
  const { answers, written, find } = answering();
  answers.give(['before', cursor, 'behind']);
  answers.give([{ ...cursor, at: 20 }, 'later', { ...cursor, at: 30 }]);
  expect(written).toEqual([]);
  await find(3);
  expect(written).toEqual(['before\x1b[3;9Rbehind']);
  await find(4);
  expect(written).toEqual(['before\x1b[3;9Rbehind', '\x1b[4;20Rlater\x1b[4;30R']);
  answers.give(['more']);
  expect(written).toHaveLength(3);
});

it('keeps so many and no more for a program that only asks', async () => {
  const { answers, written, find } = answering();
  answers.give([cursor]);
  for (let turn = 0; turn < 10; turn += 1) answers.give(Array.from({ length: 1000 }, () => cursor));
  await find(1);
  await find(2);
  expect(written[1]).toBe('\x1b[2;9R'.repeat(4096));
});

it('says the beginning where the cursor cannot be found', async () => {
  const written: string[] = [];
  const answers = new TerminalAnswers(
    () => Promise.reject(new Error('no log')),
    (bytes) => written.push(Buffer.from(bytes).toString()),
  );
  answers.give([cursor, { cursorBehind: '\x1b[?', at: 12 }]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(written).toEqual(['\x1b[1;1R\x1b[?1;1R']);
});
