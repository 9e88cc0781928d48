import { describe, expect, it } from 'vitest';
import { PatternScan } from '../../../src/sessions/output/pattern-scan.ts';

async function scan(pattern: string, ...pieces: readonly string[]) {
  const patternScan = await PatternScan.open(pattern);
  for (const piece of pieces) {
    const found = patternScan.push(Buffer.from(piece, 'latin1'));
    if (found !== null) return found;
  }
  return null;
}

/** A text whose characters are the bytes of another, as `scan` takes its pieces. */
const bytewise = (text: string) => Buffer.from(text).toString('latin1');

describe('a pattern in output', () => {
  it.each<[string, string[], string | null]>([
    ['ready', ['not yet\n', 'ready\n'], 'ready'],
    ['ready', ['rea', 'dy'], 'ready'],
    ['^port (\\d+)$', ['x port 1\n', 'port 80\n'], 'port 80'],
    ['^y$', ['x\r\ny\r\n'], 'y'],
    ['^y$', ['x\r', '\ny\r', '\nz'], 'y'],
    ['^20%', ['10%\r', '20%'], '20%'],
    ['^y$', ['\x1b[?2004l\ry\r\r\n'], 'y'],
    ['red text', ['\x1b[31mred\x1b[0m te', 'xt'], 'red text'],
    ['title', ['\x1b]0;tit', 'le\x07$ '], null],
    ['\\$ $', ['\x1b[?2004h$ '], '$ '],
    ['caf\u00e9', ['caf\xc3', '\xa9'], 'caf\u00e9'],
    ['a\\nb', ['a\n', 'b'], 'a\nb'],
    ['(?i)DONE', ['done'], 'done'],
  ])('%s in %j', async (pattern, pieces, match) => {
    expect((await scan(pattern, ...pieces))?.match ?? null).toBe(match);
  });

  it.each<[string, string[], { match: string; text: string; bytes: number }]>([
    ['two', ['one\n', 'a two b\nthree'], { match: 'two', text: 'a two b\n', bytes: 8 }],
    ['two', ['one\na t', 'wo b\nthree\n'], { match: 'two', text: 'a two b\n', bytes: 5 }],
    ['two\nthree', ['one\n', 'two\nthree\nfour\n'], { match: 'two\nthree', text: 'two\nthree\n', bytes: 10 }],
    ['\\$ $', ['login\n', 'me$ '], { match: '$ ', text: 'me$ ', bytes: 4 }],
    ['two', ['\x1b[31', 'm\xc3\xa9 two\r\nthree\r\n'], { match: 'two', text: 'é two\n', bytes: 9 }],
    ['two', ['\xf0', '\x9f\x98\x80 two\nthree\n'], { match: 'two', text: '😀 two\n', bytes: 8 }],
    ['%', ['x\r', '10%\r20%\n30%'], { match: '%', text: '10%\n20%\n', bytes: 8 }],
    ['x$', ['x', ''], { match: 'x', text: 'x', bytes: 1 }],
    ['^$', ['\nx\n'], { match: '', text: '\n', bytes: 1 }],
  ])('%s in %j is handed on with its lines', async (pattern, pieces, found) => {
    expect(await scan(pattern, ...pieces)).toEqual(found);
  });

  it('is handed on with a part of a line without end', async () => {
    const found = await scan('ready', `ready${'x'.repeat(60_000)}`);
    expect(found).toEqual({ match: 'ready', text: `ready${'x'.repeat(2043)}`, bytes: 2048 });
  });

  it('does not take the edge of what it remembers for the start of a line', async () => {
    expect(await scan('^x', `y${'x'.repeat(8000)}\n`, 'z'.repeat(30_000), 'x', 'x')).toBeNull();
    expect(await scan('^z', 'y', 'z'.repeat(30_000), 'z', 'z')).toBeNull();
    expect((await scan('^z', 'y', 'z'.repeat(30_000), 'z', '\nz'))?.match).toBe('z');
  });

  it.each<[string, string[]]>([
    ['x.*', [`x${'😀'.repeat(2000)}`]],
    ['ready', [`${'😀'.repeat(2000)}x`, 'ready']],
    ['ready', [`x${'😀'.repeat(9000)}x`, `ready${'😀'.repeat(2000)}`]],
  ])('hands on no half of a character where it cuts what %s found', async (pattern, pieces) => {
    const found = await scan(pattern, ...pieces.map(bytewise));
    expect(found?.match.isWellFormed()).toBe(true);
    expect(found?.text.isWellFormed()).toBe(true);
  });

  it('takes no half of a character for one, where it forgets the other half', async () => {
    const many = bytewise('😀'.repeat(9000));
    expect(await scan('[^y😀]', `y${many}`, many)).toBeNull();
    expect(await scan('[^y😀]', `y${many}y`, many)).toBeNull();
  });

  it('forgets what came before a gap', async () => {
    const patternScan = await PatternScan.open('ab');
    expect(patternScan.push(Buffer.from('a'))).toBeNull();
    patternScan.skip();
    expect(patternScan.push(Buffer.from('b'))).toBeNull();
  });

  it.each([
    ['half a character', 'é', '\xc3', '\xa9\n', null],
    ['half a sequence', '1mb', 'a\x1b[3', '1mb\n', '1mb'],
    ['a carriage return', '\\n1', '\r', '1\n', null],
  ])('does not join %s before a gap to what follows it', async (_, pattern, before, after, match) => {
    const patternScan = await PatternScan.open(pattern);
    expect(patternScan.push(Buffer.from(before, 'latin1'))).toBeNull();
    patternScan.skip();
    expect(patternScan.push(Buffer.from(after, 'latin1'))?.match ?? null).toBe(match);
  });

  it('does not take what follows a gap for the start of a line', async () => {
    const patternScan = await PatternScan.open('^b.*$');
    patternScan.skip();
    expect(patternScan.push(Buffer.from('b1\n'))).toBeNull();
    expect(patternScan.push(Buffer.from('b2\n'))).toMatchObject({ match: 'b2', text: 'b2\n' });
  });

  it('does not take a gap for output', async () => {
    const patternScan = await PatternScan.open('.');
    patternScan.skip();
    expect(patternScan.push(Buffer.from('\n'))).toBeNull();
    expect(patternScan.push(Buffer.from('b\n'))).toMatchObject({ match: 'b' });
  });

  it('takes linear time where a backtracking engine takes for ever', async () => {
    expect(await scan('(a|aa)+$', `${'a'.repeat(50_000)}!`)).toBeNull();
  });

  it('takes a long run of carriage returns as it takes a short one', async () => {
    expect(await scan('^x\\n{3}y', 'x\r\r\ry')).not.toBeNull();
    expect(await scan('^x\\ny', 'x\r\r\r\ny')).not.toBeNull();
    expect(
      await scan('^done$', ...Array.from({ length: 4 }, () => '\r'.repeat(300_000)), 'done'),
    ).not.toBeNull();
    expect((await scan('^done$', `${'\r'.repeat(300_000)}x\ndone`))?.match).toBe('done');
  });

  it.each(['(', '(?=a)', '(a)\\1', 'a{2000}'])('%s is refused, as it was given', async (pattern) => {
    const refusal = expect(PatternScan.open(pattern)).rejects;
    await refusal.toThrow(/^"pattern" is not a regular expression in RE2's syntax: (?!.*\(\?m\))/);
  });
});
