import { expect, it } from 'vitest';
import { DrawnText } from '../../../src/sessions/output/drawn-text.ts';
import { PatternScan } from '../../../src/sessions/output/pattern-scan.ts';

interface Found {
  readonly match: string;
  readonly text: string;
  readonly bytes: number;
}

/** The first match in output of a terminal that comes in pieces. */
async function scan(pattern: string, pieces: readonly string[], before = ''): Promise<Found | null> {
  const patternScan = await PatternScan.open(pattern);
  const start = Buffer.from(before).length;
  const sizes = [{ at: 0, cols: 20, rows: 9 }];
  patternScan.begin(new DrawnText(() => sizes, start, Buffer.from(before)));
  for (const piece of pieces) {
    const found = patternScan.push(Buffer.from(piece));
    if (found !== null) return found;
  }
  return null;
}

it.each<[string, string, string[], string | null]>([
  [
    'a line that zsh draws anew with each key',
    'echo hi',
    ['e\bec\b\becho', '\x1b[1m\b\b\b\becho\x1b[0m hi'],
    'echo hi',
  ],
  [
    'a line edited before its end',
    '^make all$',
    ['make al', '\b\b\b\b\b\b\b\x1b[1Pmake all\r\n'],
    'make all',
  ],
  ['what was typed and taken back', 'rm -rf', ['rm -r', '\b\b\b\b\b\x1b[Kls -rf\r\n'], null],
  ['what was taken back in one piece', 'wrong', ['wrong\b\b\b\b\b\x1b[Kright\r\n'], null],
  [
    'a line that goes on at a place, behind lines more than the screen has',
    '^café au$',
    [`\x1b[1;1H${'x\r\n'.repeat(9)}café`, '\x1b[10;6Hau\r\n'],
    'café au',
  ],
  ['words with blanks that were moved over', '^name   value$', ['name\x1b[3Cvalue\r\n'], 'name   value'],
  ['a state of a progress bar', '^20%$', ['10%\r20%\r30%\r\n'], '20%'],
  ['a state that was erased', '^20%$', ['10%\x1b[2K\x1b[1G20%\x1b[1G\x1b[K30%\r\n'], '20%'],
  ['a state of a bar in progress', '^20%$', ['10%\r', '20%'], '20%'],
  ['a line that is drawn over by the cursor going up', '^a 1$', ['a 1\r\n\x1b[A\x1b[2Ka 2\r\n'], 'a 1'],
  ['a line in progress', 'Password: $', ['Pass', 'word: '], 'Password: '],
  ['the end of a line behind several returns', '^y$', ['x\r', '\r\ny\r\n'], 'y'],
  ['a character in two pieces', 'é', ['caf', 'é'], 'é'],
  ['several lines', 'a\\nb', ['a\r\n', 'b'], 'a\nb'],
])('a pattern in output of a terminal: %s', async (_, pattern, pieces, match) => {
  expect((await scan(pattern, pieces))?.match ?? null).toBe(match);
});

it.each<[string, string, string[], Found]>([
  ['its line', 'two', ['one\r\na t\bt', 'wo b\r\nthree'], { match: 'two', text: 'a two b\n', bytes: 6 }],
  ['its line among others', 'two', ['one\r\ntwo\r\nthree\r\n'], { match: 'two', text: 'two\n', bytes: 10 }],
  [
    'all there is of one in progress',
    '\\$ $',
    ['login\r\n', 'me$ '],
    { match: '$ ', text: 'me$ ', bytes: 4 },
  ],
  [
    'its line behind a colour',
    'two',
    ['\x1b[31', 'm\xe9 two\r\nthree\r\n'],
    { match: 'two', text: 'é two\n', bytes: 9 },
  ],
  [
    'its line among many',
    'line 700$',
    [Array.from({ length: 3000 }, (_, index) => `line ${index}\b${index % 10}\r\n`).join('')],
    { match: 'line 700', text: 'line 700\n', bytes: 10 * 10 + 90 * 11 + 601 * 12 },
  ],
])('what is found is handed on with %s', async (_, pattern, pieces, found) => {
  expect(await scan(pattern, pieces)).toEqual(found);
});

it.each<[string, string, string, string[], string | null]>([
  ['is not found in what came before', 'echo', '$ echo', ['\r\n$ '], null],
  ['is found in what changes', '^one$', '$ echo ', ['\r\x1b[7Cone\r\n'], 'one'],
  ['is found behind what came before', '^done$', '$ x', ['\r\ndone\r\n'], 'done'],
])('a pattern from within a line %s', async (_, pattern, before, pieces, match) => {
  expect((await scan(pattern, pieces, before))?.match ?? null).toBe(match);
});

it('forgets what came before a gap', async () => {
  const patternScan = await PatternScan.open('^ab');
  patternScan.begin(new DrawnText(() => [{ at: 0, cols: 20, rows: 9 }], 0, Buffer.from('')));
  expect(patternScan.push(Buffer.from('\r\na'))).toBeNull();
  patternScan.skip();
  expect(patternScan.push(Buffer.from('ab'))).toBeNull();
  expect(patternScan.push(Buffer.from('\r\nab'))).toMatchObject({ match: 'ab' });
});

it.each([
  ['one line', 'x'],
  ['returns', 'x\r'],
  ['backspaces', 'x\b'],
  ['lines', 'x\r\n'],
  ['sequences', 'x\x1b[2K\x1b[1G'],
])('in bounded time: %s', { timeout: 30_000 }, async (_, piece) => {
  const pieces = Array.from({ length: 10 }, () => piece.repeat(60_000 / piece.length));
  expect(await scan('(a|aa)+$', pieces)).toBeNull();
});
