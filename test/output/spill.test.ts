import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Collector } from '../../src/output/collector.ts';
import { bytesOf, chunksOf, collect, defaultCaps, newPlace } from './collect.ts';

interface SpillCase {
  readonly input: string;
  readonly caps?: Partial<typeof defaultCaps>;
  readonly sizes?: readonly number[];
}

interface Kept extends SpillCase {
  /** What the notice says first of how to see more. */
  readonly next?: string;
}

const goesOn = 'cut -b 2001- in shell goes on in a line';

async function spilled({ input, caps, sizes }: SpillCase) {
  const place = newPlace();
  const collector = new Collector({ caps: { ...defaultCaps, ...caps }, spill: place });
  for (const chunk of chunksOf(bytesOf(input), sizes)) await collector.push(chunk);
  const path = join(place.folder, `${place.name}.spill`);
  return { ...(await collector.finish()), path };
}

const bar = `${'=>'.repeat(50)}\r`.repeat(20_000);

const latin1 = Uint8Array.of(0x63, 0x61, 0x66, 0xe9, 0x0a);
const many = Uint8Array.from({ length: 15_000 }, (_, index) => latin1[index % 5] ?? 0);

describe('output that is not UTF-8', () => {
  it.each([
    ['shown whole', latin1, /^Bytes that are not UTF-8 are shown as U\+FFFD; full output: .*spill$/],
    [
      'cut',
      many,
      /^Bytes that are not UTF-8 are shown as U\+FFFD\n\d+ bytes, \d+ lines omitted; full output: .*spill$/,
    ],
  ])('%s, is on disk as it came', async (_, bytes, notice) => {
    for (const sizes of [[], [1], [4]]) {
      const { text, facts, notices } = await collect(bytes, {
        sizes,
        caps: { spillBytes: defaultCaps.spillBytes },
      });
      expect(text).toContain('caf\ufffd\n');
      expect(facts).toMatchObject({ binary: false, truncated: bytes === many });
      expect(readFileSync(facts.spillPath ?? '')).toEqual(Buffer.from(bytes));
      expect(notices.join('\n')).toMatch(notice);
    }
  });

  it.each([
    ['a character in pieces', bytesOf('café\n'), {}],
    ['the replacement character itself', bytesOf('caf\ufffd\n'), {}],
    ['bytes that somebody else shows', latin1, { isShownRaw: true }],
  ])('%s: nothing is lost, nothing is said', async (_, bytes, options) => {
    const { facts, notices } = await collect(bytes, {
      ...options,
      sizes: [1],
      caps: { spillBytes: defaultCaps.spillBytes },
    });
    expect(facts.spillPath).toBeNull();
    expect(notices).toEqual([]);
  });

  it('is said to be lost where nothing is kept', async () => {
    const { notices } = await collect(latin1);
    expect(notices).toEqual(['Bytes that are not UTF-8 are shown as U+FFFD; the full output was not kept']);
  });
});

describe('the full output', () => {
  it.each([
    ['a little over the cap', { input: 'a'.repeat(30_001), next: goesOn }],
    [
      'a part of a line that is not long',
      { input: `${`${'a'.repeat(1000)}\n`.repeat(29)}${'a'.repeat(999)}`, caps: { outputChars: 29_990 } },
    ],
    ['a cut line', { input: `${'a'.repeat(2001)}\n`, next: goesOn }],
    [
      'a line cut earlier',
      { input: 'a'.repeat(50), caps: { lineChars: 20 }, next: goesOn.replace('2001', '21') },
    ],
    [
      'a cut line of longer characters',
      { input: `${'é'.repeat(2001)}\n`, next: goesOn.replace('2001', '4001') },
    ],
    [
      'cut lines, up to the first cut',
      { input: `${'→é'.repeat(1001)}\n${'é'.repeat(2001)}\n`, next: goesOn.replace('2001', '4001') },
    ],
    [
      'cut lines, of which the first is cut first',
      { input: `${'é'.repeat(2001)}\n${'→é'.repeat(1001)}\n`, next: goesOn.replace('2001', '4001') },
    ],
    ['lines that are not cut, without a part of one', { input: `${'a'.repeat(1900)}\n`.repeat(16) }],
    ['more lines than the cap', { input: 'a\n'.repeat(2001) }],
    [
      'megabytes, escapes and carriage returns included',
      { input: `\u001b[1m${bar}\r\n${'x\r\n'.repeat(300_000)}` },
    ],
    ['megabytes in odd chunks', { input: '0123456789\n'.repeat(200_000), sizes: [1, 65_536, 70_001] }],
  ])('is on disk: %s', async (_, { next = 'page it with read and offset', ...given }: Kept) => {
    const { facts, notices, path } = await spilled(given);
    expect(facts).toMatchObject({ truncated: true, spillPath: path });
    expect(facts.spillBytes).toBeUndefined();
    expect(readFileSync(path, 'utf8') === given.input).toBe(true);
    expect(notices).toEqual([
      expect.stringMatching(
        /^\d+ bytes?, \d+ lines? omitted; full output: .*spill \(.*, or search it with grep\)$/,
      ),
    ]);
    expect(notices[0]).toContain(`${path} (${next}, or`);
  });

  it.each([
    ['everything is shown', { input: 'a\n'.repeat(2000) }],
    ['nothing came', { input: '' }],
    ['megabytes collapsed to one line', { input: `${bar}done\n` }],
  ])('is nowhere when %s', async (_, given) => {
    const { facts, notices, path } = await spilled(given);
    expect(facts).toMatchObject({ truncated: false, spillPath: null });
    expect(notices).toEqual([]);
    expect(existsSync(path)).toBe(false);
  });

  it.each([
    ['the cap', 1000, 1000],
    ['a cap past the memory it waits in', 200_000, 200_000],
  ])('is its first bytes under %s', async (_, spillBytes, kept) => {
    const input = 'abcdefghi\n'.repeat(100_000);
    const { facts, notices, path } = await spilled({ input, caps: { spillBytes }, sizes: [777] });
    expect(readFileSync(path, 'utf8') === input.slice(0, kept)).toBe(true);
    expect(facts).toMatchObject({ spillPath: path, spillBytes: kept });
    expect(notices[0]).toContain(`; only the first ${kept} of 1000000 bytes are in ${path} (page it`);
  });

  it('is complete when it has exactly the size of the cap', async () => {
    const { notices } = await spilled({ input: 'a'.repeat(40_000), caps: { spillBytes: 40_000 } });
    expect(notices[0]).toContain('; full output: ');
  });

  it.each([{ spillBytes: 0 }, { spillBytes: 100_000, finishedMinutes: 0 }])(
    'is said to be lost when none is wanted: %j',
    async (caps) => {
      const { facts, notices } = await spilled({ input: 'a'.repeat(40_000), caps });
      expect(facts).toMatchObject({ truncated: true, spillPath: null });
      expect(notices).toEqual([
        '40000 bytes, 1 line omitted; the full output was not kept'.replace(
          '40000 bytes, 1 line',
          `${facts.omittedBytes} bytes, 0 lines`,
        ),
      ]);
    },
  );

  it.each([
    [
      'the folder cannot be made',
      '/proc/nowhere/spill',
      '/proc/nowhere/spill": it cannot be made or written (no such file)',
    ],
    [
      'the folder is a file',
      `${process.execPath}/spill`,
      '/spill": it cannot be made or written (a part of the path is not a folder)',
    ],
  ])('is said to be lost when %s, and the call goes on', async (_, folder, reason) => {
    const collector = new Collector({ caps: defaultCaps, spill: { folder, name: 'call' } });
    for (let round = 0; round < 300; round += 1)
      await collector.push(bytesOf('line of output\n'.repeat(4000)));
    const { facts, notices } = await collector.finish();
    expect(facts).toMatchObject({ bytes: 18_000_000, lines: 1_200_000, spillPath: null });
    expect(facts.spillBytes).toBeUndefined();
    expect(notices[0]).toContain('; the full output could not be kept: ');
    expect(notices[0]).toContain(reason);
  });

  it('leaves a file of the same name alone', async () => {
    await spilled({ input: 'a'.repeat(40_000) });
    const place = newPlace();
    const path = join(place.folder, `${place.name}.spill`);
    writeFileSync(path, 'someone else');
    const collector = new Collector({ caps: defaultCaps, spill: place });
    await collector.push(bytesOf('a'.repeat(40_000)));
    const { facts, notices } = await collector.finish();
    expect(facts.spillPath).toBeNull();
    expect(notices[0]).toContain(`${path}": it was created meanwhile`);
    expect(readFileSync(path, 'utf8')).toBe('someone else');
  });

  it('asks the source to wait while more than 8 MiB wait for the disk, and ends the wait', async () => {
    const place = newPlace();
    const collector = new Collector({ caps: defaultCaps, spill: place });
    const chunk = bytesOf('b'.repeat(1024 * 1024));
    const answers = Array.from({ length: 12 }, () => collector.push(chunk));
    expect(answers.slice(0, 8).every((answer) => answer === undefined)).toBe(true);
    expect(answers[8]).toBeInstanceOf(Promise);
    await Promise.all(answers);
    const { facts } = await collector.finish();
    expect(readFileSync(facts.spillPath ?? '').length).toBe(12 * 1024 * 1024);
  });

  it('is given up, not held in memory, when a source cannot wait for the disk', {
    tags: ['slow'],
  }, async () => {
    const place = newPlace();
    const collector = new Collector({ caps: { ...defaultCaps, spillBytes: 1e12 }, spill: place });
    const chunk = new Uint8Array(1024 * 1024).fill(0x62);
    await Promise.all(Array.from({ length: 99 }, () => collector.push(chunk)));
    // Nothing waits by now, but what came in between is gone.
    await collector.push(chunk);
    const { facts, notices } = await collector.finish();
    expect(facts.bytes).toBe(100 * 1024 * 1024);
    expect(readFileSync(facts.spillPath ?? '').length).toBe(64 * 1024 * 1024);
    expect(notices[0]).toContain('only the first 67108864 of 104857600 bytes');
    expect(notices[0]).toContain('the disk is slower than the output');
  });

  it('begins with 128 KiB, since most output ends before', async () => {
    const [less, enough] = [131_071, 131_072].map((size) => {
      const place = newPlace();
      const collector = new Collector({ caps: defaultCaps, spill: place });
      const pushed = collector.push(bytesOf('a'.repeat(size)));
      return { collector, pushed, path: join(place.folder, `${place.name}.spill`) };
    });
    await Promise.all([less?.pushed, enough?.pushed]);
    await vi.waitFor(() => expect(existsSync(enough?.path ?? '')).toBe(true), 60_000);
    expect(existsSync(less?.path ?? '')).toBe(false);
    await Promise.all([less?.collector.discard(), enough?.collector.discard()]);
  });

  it('is nowhere once it is not wanted any more', async () => {
    const place = newPlace();
    const path = join(place.folder, `${place.name}.spill`);
    const collector = new Collector({ caps: defaultCaps, spill: place });
    await collector.push(bytesOf('a'.repeat(2_000_000)));
    await vi.waitFor(() => expect(existsSync(path)).toBe(true), 60_000);
    await collector.discard();
    await collector.push(bytesOf('b'.repeat(2_000_000)));
    await collector.discard();
    expect(existsSync(path)).toBe(false);
  });

  it('leaves no other file behind', async () => {
    const { path, facts } = await spilled({ input: 'a'.repeat(40_000) });
    expect(readdirSync(join(path, '..'))).toContain(facts.spillPath?.split('/').at(-1));
    for (const name of readdirSync(join(path, '..'))) expect(name).toMatch(/^call-\d+\.spill$/);
  });
});
