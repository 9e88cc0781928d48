import { describe, expect, it } from 'vitest';
import { ThreadWatch } from '../../../src/platform/search/ripgrep-threads.ts';

/** Whether each of the parts that ripgrep prints tells of a thread that it could not make. */
function told(parts: readonly string[]): readonly boolean[] {
  const watch = new ThreadWatch();
  return parts.map((part) => watch.lacksThreads(Buffer.from(part)));
}

describe('a thread that ripgrep could not make', () => {
  it.each([
    [['failed to spawn thread: Os { code: 11 }'], [true]],
    [
      ['é: permission denied\nfailed to spa', 'wn thread'],
      [false, true],
    ],
    [[...'failed to spawn thread'], [...Array.from({ length: 21 }, () => false), true]],
    [
      ['failed to spawn', ' a thread', 'thread'],
      [false, false, false],
    ],
    [[''], [false]],
  ])('is seen in what it says: %j', (parts, expected) => {
    expect(told(parts)).toEqual(expected);
  });
});
