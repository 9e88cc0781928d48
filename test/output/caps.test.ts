import { describe, expect, it } from 'vitest';
import { Collector } from '../../src/output/collector.ts';
import { bytesOf, collect, defaultCaps, newPlace } from './collect.ts';

const lines = (count: number, text = 'l') => `${text}\n`.repeat(count);

describe('exactly at a cap and one past it', () => {
  it.each([
    ['characters', 'a'.repeat(100), { outputChars: 100 }, false],
    ['characters', 'a'.repeat(101), { outputChars: 100 }, true],
    ['an odd cap of characters', 'a'.repeat(101), { outputChars: 101 }, false],
    ['an odd cap of characters', 'a'.repeat(102), { outputChars: 101 }, true],
    ['characters of four bytes', '😀'.repeat(100), { outputChars: 100 }, false],
    ['characters of four bytes', '😀'.repeat(101), { outputChars: 100 }, true],
    ['lines', lines(10), { outputLines: 10 }, false],
    ['lines', lines(11), { outputLines: 10 }, true],
    ['lines, the last without a newline', `${lines(9)}l`, { outputLines: 10 }, false],
    ['lines, the last without a newline', `${lines(10)}l`, { outputLines: 10 }, true],
    [
      'few long and then many short lines',
      `${lines(2, 'a'.repeat(24))}${lines(8)}`,
      { outputChars: 66, outputLines: 10 },
      false,
    ],
    [
      'many short and then few long lines',
      `${lines(8)}${lines(2, 'a'.repeat(24))}`,
      { outputChars: 66, outputLines: 10 },
      false,
    ],
    [
      'many short and then few long lines',
      `${lines(8)}${lines(2, 'a'.repeat(25))}`,
      { outputChars: 66, outputLines: 10 },
      true,
    ],
    ['one character', 'a', { outputChars: 1, outputLines: 1 }, false],
    ['two characters', 'ab', { outputChars: 1 }, true],
    ['one line', 'a\n', { outputLines: 1 }, false],
    ['one line and a newline', 'a\n\n', { outputLines: 1 }, true],
    ['a line', 'a'.repeat(16), { lineChars: 16 }, false],
    ['a line', 'a'.repeat(17), { lineChars: 16 }, true],
    ['a line of characters of two bytes', `${'é'.repeat(16)}\n`, { lineChars: 16 }, false],
    ['what the default caps take', `${'a'.repeat(1999)}\n`.repeat(15), {}, false],
    ['one more than the default caps take', `${'a'.repeat(1999)}\n`.repeat(15).concat('b'), {}, true],
  ])('%s: %#', async (_, input, caps, truncated) => {
    for (const sizes of [[], [1], [7]]) {
      const { text, facts, notices } = await collect(input, { caps, sizes });
      expect(facts.truncated).toBe(truncated);
      expect(notices).toHaveLength(truncated ? 1 : 0);
      expect(facts.omittedBytes > 0).toBe(truncated);
      if (!truncated) expect(text).toBe(input);
    }
  });
});

describe('what stands between head and tail', () => {
  it.each([
    [
      'whole lines, when the caps allow it',
      lines(100, 'abcdefghi'),
      { outputChars: 40 },
      `${lines(2, 'abcdefghi')}[… 960 bytes, 96 lines omitted …]\n${lines(2, 'abcdefghi')}`,
    ],
    [
      'lines counted by the cap of lines',
      Array.from({ length: 10 }, (_, index) => `${index}\n`).join(''),
      { outputLines: 5 },
      '0\n1\n2\n[… 10 bytes, 5 lines omitted …]\n8\n9\n',
    ],
    [
      'a part of the only line',
      'abcdefghijklmnopqrst',
      { outputChars: 10 },
      'abcde\n[… 10 bytes, 0 lines omitted …]\npqrst',
    ],
    [
      'characters of several bytes, never split',
      'é→😀'.repeat(20),
      { outputChars: 4 },
      'é→\n[… 168 bytes, 0 lines omitted …]\n→😀',
    ],
    ['one byte', 'abcde', { outputChars: 4 }, 'ab\n[… 1 byte, 0 lines omitted …]\nde'],
    ['one line', 'abc\n\nd', { outputChars: 4, outputLines: 2 }, 'ab\n[… 3 bytes, 1 line omitted …]\nd'],
    ['no tail under the smallest cap', 'a\nb\n', { outputLines: 1 }, 'a\n[… 2 bytes, 1 line omitted …]\n'],
  ])('%s', async (_, input, caps, text) => {
    for (const sizes of [[], [1], [3]]) expect((await collect(input, { caps, sizes })).text).toBe(text);
  });

  it('ends the head and begins the tail at a line when one is within 200 characters', async () => {
    const line = `${'w'.repeat(149)}\n`;
    const { text, facts } = await collect(line.repeat(1000));
    const [head = '', tail = ''] = text.split(/\[… .* …\]\n/);
    expect(head).toBe(line.repeat(100));
    expect(tail).toBe(line.repeat(100));
    expect(facts).toMatchObject({ omittedBytes: 800 * 150, omittedLines: 800 });
  });

  it('cuts inside a line when none is near', async () => {
    const line = `${'w'.repeat(1999)}\n`;
    const { text } = await collect(line.repeat(100));
    const [head = '', tail = ''] = text.split(/\n\[… .* …\]\n/);
    expect([head.length, tail.length]).toEqual([15_000, 15_000]);
  });

  it.each([
    ['at a line that costs no more', 5, 'a'.repeat(14), 'd'.repeat(14)],
    ['inside a line', 6, `${'a'.repeat(13)}\n${'b'.repeat(6)}`, `${'c'.repeat(6)}\n${'d'.repeat(13)}`],
  ])('gives up at most a quarter of a small cap for whole lines: %s', async (_name, far, before, after) => {
    const [head, tail] = ['a'.repeat(19 - far), 'd'.repeat(19 - far)];
    const input = `${head}\n${'b'.repeat(100)}${'c'.repeat(100)}\n${tail}`;
    const { text } = await collect(input, { caps: { outputChars: 40 } });
    expect(text.split(/\n\[… .* …\]\n/)).toEqual([before, after]);
  });
});

describe('long lines', () => {
  it.each([
    ['18000 more', `${'a'.repeat(20_000)}\nb\n`, `${'a'.repeat(2000)}[… 18000 more characters]\nb\n`, 18_000],
    ['one more', `${'a'.repeat(2001)}\n`, `${'a'.repeat(2000)}[… 1 more character]\n`, 1],
    [
      'characters of several bytes',
      `${'→'.repeat(2010)}\n`,
      `${'→'.repeat(2000)}[… 10 more characters]\n`,
      30,
    ],
    ['the last line, without a newline', 'a'.repeat(2005), `${'a'.repeat(2000)}[… 5 more characters]`, 5],
    ['what is erased does not count', `${'a'.repeat(3000)}\r\u001b[Kb\n`, 'b\n', 0],
    [
      'backspaces past the cut are ignored',
      `${'a'.repeat(2005)}\b\bb`,
      `${'a'.repeat(2000)}[… 6 more characters]`,
      6,
    ],
  ])('%s', async (_, input, text, omittedBytes) => {
    for (const sizes of [[], [1000], [4096]]) {
      const collected = await collect(input, { sizes });
      expect(collected.text).toBe(text);
      expect(collected.facts).toMatchObject({ omittedBytes, omittedLines: 0, truncated: omittedBytes > 0 });
    }
  });

  it.each([
    [74, ''],
    [200, '1000\n1001\n1002\n'],
  ])('the head goes on behind one that it has room for: %i characters', async (outputChars, more) => {
    const lines = Array.from({ length: 90 }, (_, index) => `${1000 + index}\n`).join('');
    const { text } = await collect(`${'x'.repeat(30)}\n${lines}`, { caps: { outputChars, lineChars: 10 } });
    expect(text.slice(0, 33 + more.length)).toBe(`xxxxxxxxxx[… 20 more characters]\n${more}`);
  });

  it('a marker is shown whole or not at all, and what it stands for is counted once', {
    tags: ['slow'],
  }, async () => {
    const input = `${'a'.repeat(40)}\n`.repeat(100);
    for (let outputChars = 1; outputChars < 200; outputChars += 1) {
      const { text, facts } = await collect(input, { caps: { outputChars, lineChars: 16 } });
      const named = Number(/\[… (\d+) bytes?, \d+ lines? omitted …\]/.exec(text)?.[1]);
      const markers = text.split('[… 24 more characters]').length - 1;
      const shown = text
        .replace(/\n?\[… \d+ bytes?, \d+ lines? omitted …\]\n/, '')
        .replace(/\[… 24 more characters\]/g, '');
      expect(shown).toMatch(/^[a\n]*$/);
      // The line break before the omission is the stream's own or not.
      expect([facts.bytes, facts.bytes - 1]).toContain(shown.length + facts.omittedBytes);
      expect(facts.omittedBytes).toBe(named + 24 * markers);
    }
  });

  it('a line of 20 MB costs neither its length nor its silence', async () => {
    const { text, facts } = await collect(new Uint8Array(20_000_000).fill(0x79), { sizes: [65_536] });
    expect(text).toBe(`${'y'.repeat(2000)}[… 19998000 more characters]`);
    expect(facts).toMatchObject({ bytes: 20_000_000, lines: 1, omittedBytes: 19_998_000, omittedLines: 0 });
  });
});

describe('output that must fit something else', () => {
  const finished = async (input: string, fits: (text: string) => boolean) => {
    const collector = new Collector({ caps: { ...defaultCaps, spillBytes: 0 }, spill: newPlace() });
    await collector.push(bytesOf(input));
    return collector.finish(fits);
  };
  const within = (most: number) => (text: string) => text.length <= most;
  const input = Array.from({ length: 1000 }, (_, index) => `${String(index).padStart(4, '0')}\n`).join('');

  it.each([5000, 4999, 1000, 100])('is shown as head and tail within %i characters', async (most) => {
    const { text, facts } = await finished(input, within(most));
    expect(facts).toMatchObject({ bytes: 5000, lines: 1000, truncated: most < 5000 });
    if (most === 5000) {
      expect(text).toBe(input);
      return;
    }
    const [head = '', tail = ''] = text.split(/\[… .* …\]\n/);
    expect(text.length).toBeLessThanOrEqual(most);
    // Steps of a tenth, less the parts of lines at both ends and what is said between them.
    expect(text.length).toBeGreaterThan(most * 0.9 - 50);
    expect([input.startsWith(head), input.endsWith(tail)]).toEqual([true, true]);
    expect(Math.abs(head.length - tail.length)).toBeLessThanOrEqual(5);
    expect(facts.omittedBytes).toBe(5000 - head.length - tail.length);
    expect(facts.omittedLines).toBe(facts.omittedBytes / 5);
  });

  it('says what is left out also where little more has to be', async () => {
    const long = `${'x'.repeat(999)}\n`.repeat(100);
    const all = await finished(long, () => true);
    const { text } = await finished(long, within(all.text.length - 1));
    expect([all.text, text]).toEqual([1, 2].map(() => expect.stringMatching(/\[… .* omitted …\]\n/)));
  });

  it('keeps a little where nothing fits', async () => {
    const { text, facts } = await finished(input, () => false);
    expect(text).toMatch(/^0000\n(\d{4}\n)+\[… .* …\]\n(\d{4}\n)+$/);
    expect(text.length).toBeLessThan(128);
    expect(facts.omittedBytes).toBeGreaterThan(4900);
  });

  it.each([
    ['lines', Array.from({ length: 9000 }, (_, index) => `${String(index).padStart(8, 'é')}\n`).join('')],
    ['more lines than characters', Array.from({ length: 9000 }, (_, index) => `${index % 9}\n`).join('')],
    ['lines and no end', 'é😀\n'.repeat(20_000).slice(0, -1)],
  ])('loses more of its middle where something is left out already: %s', async (_, long) => {
    for (const most of [9000, 3000, 500]) {
      const { text, facts, notices } = await finished(long, within(most));
      const [head = '', tail = '', ...more] = text.split(/\[… .* omitted …\]\n/);
      expect([long.startsWith(head), long.endsWith(tail), more]).toEqual([true, true, []]);
      expect(text.length).toBeLessThanOrEqual(most);
      const shown = bytesOf(head + tail).length;
      expect(facts).toMatchObject({ bytes: bytesOf(long).length, truncated: true });
      expect(shown + facts.omittedBytes).toBe(facts.bytes);
      const lines = head.split('\n').length + tail.split('\n').length - (tail.endsWith('\n') ? 2 : 1);
      expect(lines + facts.omittedLines).toBe(facts.lines);
      expect(notices[0]).toContain(`${facts.omittedBytes} bytes, ${facts.omittedLines} lines omitted`);
    }
  });

  it('shows the markers of cut lines whole or not at all then, and counts what they stand for once', async () => {
    const long = `${'é'.repeat(2100)}\n`.repeat(40);
    for (let most = 100; most < 29_000; most += 731) {
      const { text, facts } = await finished(long, within(most));
      const named = Number(/\[… (\d+) bytes, \d+ lines? omitted …\]/.exec(text)?.[1]);
      const markers = text.split('[… 100 more characters]').length - 1;
      const shown = text
        .replace(/\n?\[… \d+ bytes, \d+ lines? omitted …\]\n/, '')
        .replaceAll('[… 100 more characters]', '');
      expect(shown).toMatch(/^[é\n]*$/);
      // The line break before the omission is the stream's own or not.
      expect([facts.bytes, facts.bytes - 1]).toContain(bytesOf(shown).length + facts.omittedBytes);
      expect(facts.omittedBytes).toBe(named + 200 * markers);
    }
  });

  it('is the same when it was looked at before', async () => {
    const collector = new Collector({ caps: { ...defaultCaps, spillBytes: 0 }, spill: newPlace() });
    await collector.push(bytesOf('a'.repeat(2005)));
    expect(collector.end()).toBe(collector.end());
    const { text, facts } = await collector.finish();
    expect(text).toBe(`${'a'.repeat(2000)}[… 5 more characters]`);
    expect(facts.omittedBytes).toBe(5);
  });
});
