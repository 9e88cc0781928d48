import { describe, expect, it } from 'vitest';
import { loadParser, parseScript } from '../../src/policy/shell/parse.ts';

/** Blocks without computing, as a process does that a machine under load lets wait. */
function wait(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function compute(milliseconds: number): void {
  const start = process.cpuUsage();
  for (let used = 0; used < milliseconds * 1000; ) used = process.cpuUsage(start).user;
}

describe('the time a text may take to parse', () => {
  it.each([
    ['waiting does not count', wait, null],
    ['computing does', compute, 'it takes too long to parse'],
  ])('%s', async (_, spend, problem) => {
    const { parse, forEachChild } = await loadParser();
    const slow = (source: string) => {
      spend(120);
      return parse(source);
    };
    expect(parseScript(`echo ${spend.name}`, { parse: slow, forEachChild }).problem).toBe(problem);
  });
});
