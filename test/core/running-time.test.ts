import { describe, expect, it } from 'vitest';
import { RunningTime } from '../../src/core/async/running-time.ts';

describe('the time a process runs', () => {
  const clock = () => {
    let now = 5;
    const time = new RunningTime(1000, () => now);
    return { time, pass: (milliseconds: number) => (now += milliseconds) };
  };

  it('is what passes between looks', () => {
    const { time, pass } = clock();
    const seen = [50, 500, 999, 1000].map((milliseconds) => {
      pass(milliseconds);
      return time.read();
    });
    expect(seen).toEqual([50, 550, 1549, 2549]);
  });

  it('hardly counts a time in which nothing could look', () => {
    const { time, pass } = clock();
    pass(3_600_000);
    expect(time.read()).toBe(1000);
    pass(100);
    expect(time.read()).toBe(1100);
  });

  it('begins anew', () => {
    const { time, pass } = clock();
    pass(700);
    time.read();
    pass(700);
    time.restart();
    expect(time.read()).toBe(0);
  });
});
