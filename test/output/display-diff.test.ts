import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedRegion } from '../../src/output/changed-region.ts';
import { showChange } from '../../src/output/display-diff.ts';
import { applyStrictly } from '../helpers/strict-patch.ts';

const many = (count: number, prefix: string): string =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index}\n`).join('');

describe('showChange', () => {
  it.each<[string, string | null, string, string]>([
    ['a line', 'a\nb\nc\n', 'a\nB\nc\n', '--- f\n+++ f\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c'],
    ['a new file', null, 'a\nb\n', '--- /dev/null\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b'],
    ['an emptied file', 'a\n', '', '--- f\n+++ f\n@@ -1,1 +0,0 @@\n-a'],
    [
      'a lost final newline',
      'a\nb\n',
      'a\nb',
      '--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file',
    ],
    ['nothing', 'a\n', 'a\n', '--- f\n+++ f'],
    ['only line ends', 'a\r\n', 'a\n', '--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\r\n+a'],
  ])('%s', async (_name, before, after, text) => {
    expect((await showChange('f', before, after)).display).toEqual({ type: 'diff', path: 'f', text });
  });

  it('a name cannot pass for lines of the change', async () => {
    const path = 'f\n@@ -0,0 +1,1 @@\n+harmless\u202e';
    const { display } = await showChange(path, null, 'a\n');
    const name = 'f\\n@@ -0,0 +1,1 @@\\n+harmless\\u{202e}';
    expect(display).toEqual({ type: 'diff', path, text: `--- /dev/null\n+++ ${name}\n@@ -0,0 +1,1 @@\n+a` });
  });

  it.each<[string, string, string, string]>([
    [
      'lines that follow',
      'b\nc\nb\nc\nb\ne\nf\ng\nh\n',
      'x\nb\nc\nb\ne\nf\ng\nh\n',
      '@@ -1,8 +1,7 @@\n+x\n b\n c\n b\n-c\n-b\n e\n f\n g',
    ],
    [
      'a last line without newline',
      'b\nc\nb\nc\nb\ne\nf',
      'x\nb\nc\nb\ne\nf',
      '@@ -1,7 +1,6 @@\n+x\n b\n c\n b\n-c\n-b\n e\n f\n\\ No newline at end of file',
    ],
  ])(
    'a change that could end on others than the same last lines keeps %s',
    async (_name, before, after, hunk) => {
      const { display } = await showChange('f', before, after);
      expect(display).toEqual({ type: 'diff', path: 'f', text: `--- f\n+++ f\n${hunk}` });
    },
  );

  it.each<[string, string | null, string, string]>([
    ['a new file', null, '\n'.repeat(4_000_000), 'f: a new file of 4000000 lines, too long to show'],
    ['one emptied', '\n'.repeat(4_000_000), '', 'f: 4000000 lines become 0 lines, too many to show'],
  ])(
    '%s of millions of lines is not compared to say that they are too many',
    { tags: ['slow'] },
    async (_, before, after, text) => {
      // Comparing them needs more room than this: an array of all lines, and one of all that is shown of them.
      const used = process.memoryUsage().heapUsed;
      const { display } = await showChange('f', before, after);
      expect(process.memoryUsage().heapUsed - used).toBeLessThan(16_777_216);
      expect(display).toEqual({ type: 'brief', text });
    },
  );

  it('numbers lines deep in a file', async () => {
    const before = many(100_000, 'line');
    const shown = await showChange('f', before, before.replace('line 70000\n', 'changed\n'));
    expect(shown).toMatchObject({ added: 1, removed: 1 });
    expect(shown.display).toMatchObject({ text: expect.stringContaining('@@ -69998,7 +69998,7 @@') });
  });

  it.each<[string, string | null, string]>([
    ['two hundred lines become others', many(200, 'a'), many(200, 'b')],
    ['a new file of ten thousand lines', null, many(10_000, 'line')],
    ['a file of ten thousand lines is emptied', many(10_000, 'line'), ''],
  ])('%s: shown however busy the machine is', async (_name, before, after) => {
    const now = Date.now;
    // Each look at the clock finds a minute gone, as after a long pause of the process.
    let time = now();
    Date.now = () => {
      time += 60_000;
      return time;
    };
    try {
      expect((await showChange('f', before, after)).display).toMatchObject({ type: 'diff' });
    } finally {
      Date.now = now;
    }
  });

  it.each([
    ['too many lines', many(8000, 'a'), many(8000, 'b'), '8000 lines become 8000 lines'],
    [
      'too many characters',
      many(1, 'x'.repeat(3_000_000)),
      many(1, 'y'.repeat(3_000_000)),
      '1 line become 1 line',
    ],
    ['a huge new file', null, many(600_000, 'line'), 'a new file of 600000 lines'],
  ])('%s give a summary', async (_name, before, after, text) => {
    const shown = await showChange('f', before, after);
    expect(shown).toMatchObject({ added: null, removed: null, display: { type: 'brief' } });
    expect(shown.display).toMatchObject({ text: expect.stringContaining(text) });
  });

  const long = 'x'.repeat(300_000);
  const lines = async (before: string | null, after: string) => {
    const { display } = await showChange('f', before, after);
    return display.type === 'diff' ? display.text.split('\n').slice(3) : [];
  };
  const [start, end] = ['x'.repeat(200), 'x'.repeat(200)];
  const same = `${start}…[299600 characters unchanged]…${end}`;

  it.each<[string, string, string, readonly string[]]>([
    ['at its end', `${long}a`, `${long}b`, [`-${same}a`, `+${same}b`]],
    ['at its start', `a${long}\n`, `b${long}\n`, [`-a${same}`, `+b${same}`]],
    ['in its middle', `${long}a${long}\n`, `${long}b${long}\n`, [`-${same}a${same}`, `+${same}b${same}`]],
    ['by a part less', `${long}a${long}\n`, `${long}${long}\n`, [`-${same}a${same}`, `+${same}${same}`]],
    ['one of two', `${long}a\nb\n`, `${long}c\nd\n`, [`-${same}a`, '-b', `+${same}c`, '+d']],
    ['beside it', `${long}\na\n`, `${long}\nb\n`, [` ${same}`, '-a', '+b']],
    [
      'through half a character',
      `${long}\u{1f600}\n`,
      `${long}\u{1f601}\n`,
      [`-${same}\u{1f600}`, `+${same}\u{1f601}`],
    ],
  ])(
    'shows what changes in a long line without most of what does not: %s',
    async (_name, before, after, shown) => {
      const text = (await lines(before, after)).filter((line) => !line.startsWith('\\'));
      expect(text).toEqual(shown);
    },
  );

  it.each<[string, string | null, string]>([
    ['all of it', `${'a'.repeat(5000)}\n`, `${'b'.repeat(5000)}\n`],
    ['a new file', null, `${long}\n`],
    ['one line that becomes two', `${long}\n`, `${long}\nb${long}\n`],
    ['a line that goes', `a\n${long}\n`, 'a\n'],
  ])('leaves out nothing of what changes in a long line: %s', async (_name, before, after) => {
    const text = (await lines(before, after)).filter((line) => /^[-+]/.test(line)).join('\n');
    expect(text).not.toContain('unchanged');
  });

  const textOf = (words: readonly string[], most: number) =>
    fc
      .tuple(fc.array(fc.constantFrom(...words), { maxLength: most }), fc.boolean())
      .map(([lines, ends]) => lines.join('\n') + (ends ? '\n' : ''));

  it.each<[string, readonly string[], number]>([
    ['odd lines', ['a', 'b', 'c', '', ' x', '-y', '日'], 14],
    ['lines that recur', ['a', 'b', 'c'], 30],
    ['lines of two kinds', ['a', ''], 20],
  ])(
    'shows diffs of %s that turn the one text into the other, with the lines around',
    async (_name, words, most) => {
      const text = textOf(words, most);
      await fc.assert(
        fc.asyncProperty(text, text, async (before, after) => {
          const { display } = await showChange('f', before, after);
          // A comparison that a stalled machine drew out past its limit shows nothing to apply.
          if (display.type !== 'diff') return fc.pre(false);
          expect(applyStrictly(before, display.text)).toBe(after);
        }),
        { numRuns: 500 },
      );
    },
  );

  it('shows diffs of a few lines of a longer text with the lines around', async () => {
    const text = textOf(['a', 'b', 'c'], 40);
    const change = fc.tuple(fc.nat(40), fc.nat(4), fc.array(fc.constantFrom('a', 'b'), { maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(text, change, async (before, [at, removed, added]) => {
        const after = before
          .split('\n')
          .toSpliced(at, removed, ...added)
          .join('\n');
        const { display } = await showChange('f', before, after);
        if (display.type !== 'diff') return fc.pre(false);
        expect(applyStrictly(before, display.text)).toBe(after);
      }),
      { numRuns: 500 },
    );
  });
});

describe('changedRegion', () => {
  it('keeps the start and the end outside', () => {
    const any = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 60 });
    fc.assert(
      fc.property(any, any, fc.integer({ min: 0, max: 3 }), (before, after, context) => {
        const region = changedRegion(before, after, context);
        const start = before
          .split('\n')
          .slice(0, region.skipped)
          .map((line) => `${line}\n`)
          .join('');
        expect(before.startsWith(start + region.before)).toBe(true);
        const end = before.slice(start.length + region.before.length);
        expect(start + region.after + end).toBe(after);
      }),
      { numRuns: 1000 },
    );
  });
});
