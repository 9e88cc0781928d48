import { expect, it } from 'vitest';
import { TerminalSizes, toldSizes } from '../../../src/sessions/terminal/terminal-sizes.ts';

it('knows each size and where its output begins', () => {
  const sizes = new TerminalSizes([{ at: 0, cols: 80, rows: 24 }]);
  expect(sizes.change({ cols: 80, rows: 24 }, 5)).toBe(false);
  expect(sizes.change({ cols: 100, rows: 24 }, 5)).toBe(true);
  expect(sizes.change({ cols: 120, rows: 30 }, 5)).toBe(true);
  expect(sizes.known).toEqual([
    { at: 0, cols: 80, rows: 24 },
    { at: 5, cols: 120, rows: 30 },
  ]);
  expect(sizes.current).toEqual({ cols: 120, rows: 30 });
});

it('forgets the oldest of very many', () => {
  const sizes = new TerminalSizes([{ at: 0, cols: 1, rows: 1 }]);
  for (let at = 1; at <= 1000; at += 1) sizes.change({ cols: at + 1, rows: 1 }, at);
  expect(sizes.known.length).toBeLessThan(100);
  expect(sizes.known.at(-1)).toEqual({ at: 1000, cols: 1001, rows: 1 });
});

it('takes the one size that a session of an earlier version tells, else that of its start', () => {
  const size = { cols: 90, rows: 20 };
  const start = { cols: 80, rows: 24 };
  expect(toldSizes({ size, sizes: [] }, start)).toEqual([{ at: 0, ...size }]);
  expect(toldSizes({ size, sizes: [{ at: 3, ...start }] }, null)).toEqual([{ at: 3, ...start }]);
  expect(toldSizes(null, start)).toEqual([{ at: 0, ...start }]);
  expect(toldSizes(null, null)).toEqual([]);
});
