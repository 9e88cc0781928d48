import { describe, expect, it } from 'vitest';
import { readPlace, shownPlace } from '../../../src/platform/search/unread-places.ts';

const shown = (line: string): string | null => {
  const place = readPlace(line);
  return place === null ? null : shownPlace(place, { cwd: '/ws/sub', argument: './' }, '/ws');
};

describe('a place that ripgrep could not read', () => {
  it.each([
    ['rg: ./a: Permission denied (os error 13)', 'sub/a: Permission denied'],
    ['rg: ./: Permission denied (os error 13)', 'sub: Permission denied'],
    ['rg: Permission denied (os error 13)', 'somewhere in sub: Permission denied'],
    ['rg: ./a: b (os error 1): Permission denied (os error 13)', 'sub/a: b (os error 1): Permission denied'],
    ['rg: ./a\nb: Permission denied (os error 13)', '"sub/a\\nb": Permission denied'],
    ['rg: ./a: \u001b[2J\nx (os error 1)', 'sub/a: "\\u001b[2J\\nx"'],
    ['rg: ./a: Permission denied', null],
    ['./a: Permission denied (os error 13)', null],
  ])('%j', (line, expected) => {
    expect(shown(line)).toBe(expected);
  });
});
