import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../../src/sessions/terminal/screen.ts';
import { mostReplayed, replayedBytes } from '../../../src/sessions/terminal/screen-start.ts';
import { TerminalWatch } from '../../../src/sessions/terminal/terminal-watch.ts';

const sizes = [{ at: 0, cols: 12, rows: 5 }];
const counted = (bytes: number): string =>
  Array.from(
    { length: Math.ceil(bytes / 16) },
    (_, index) => `\x1b[3;1Hn${String(index % 1e8).padStart(9, '0')}`,
  ).join('');
const lines = (bytes: number): string => 'a line\r\n'.repeat(Math.ceil(bytes / 8));

/** The screen as it is replayed, and where the replay starts. */
async function replayed(output: string) {
  const bytes = Buffer.from(output);
  const watch = new TerminalWatch();
  for (let at = 0; at < bytes.length; at += 65_536) watch.push(bytes.subarray(at, at + 65_536), at);
  const { from, modes, isCut } = watch.screenStart(bytes.length);
  const screen = await renderScreen({ pieces: [{ start: from, bytes: bytes.subarray(from) }], sizes, modes });
  return { from, isCut, lines: screen.lines, isAlternate: screen.isAlternate };
}

const long = replayedBytes + 100_000;

describe('what was drawn long ago stands on the screen', () => {
  it.each([
    ['on another screen', `\x1b[?1049h\x1b[1;3Htitle${counted(long)}`, '  title', true],
    ['on the main screen', `title\r\n\x1b[2;1Hx${counted(long)}`, 'title', false],
    ['above the margins', `title\x1b[2;4r\x1b[2;1H${lines(long)}\x1b[3;1Hn000`, 'title', false],
    ['since a clear screen', `\x1b[?1049hold\x1b[H\x1b[2J title${counted(long)}`, ' title', true],
    ['since a reset', `\x1b[?1049hold\x1bc title${counted(long)}`, ' title', false],
    [
      'on the main screen, left and back',
      `title\x1b[?1049hold${counted(long)}\x1b[?1049l\x1b[3;1Hn0`,
      'title',
      false,
    ],
  ])('%s', { timeout: 30_000 }, async (_, output, first, isAlternate) => {
    const screen = await replayed(output);
    expect(screen.lines[0]).toBe(first);
    expect(screen.lines[2]).toMatch(/^n0/);
    expect(screen).toMatchObject({ isAlternate, isCut: false });
  });
});

it('lines that scroll are not replayed from the start', { timeout: 30_000 }, async () => {
  const { from, isCut } = await replayed(`\x1b[H\x1b[2J${lines(2 * long)}`);
  expect(from).toBeGreaterThan(long);
  expect(isCut).toBe(false);
});

it('no more than the most is replayed, on the right screen', { timeout: 60_000 }, async () => {
  const screen = await replayed(`\x1b[?1049htitle${counted(mostReplayed)}`);
  expect(screen).toMatchObject({ isAlternate: true, isCut: true });
  expect(screen.lines[0]).toBe('');
});
