import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Collector } from '../../src/output/collector.ts';
import { bytesOf, collect, defaultCaps, newPlace } from './collect.ts';

/** `first`: the first byte. */
const at = (offset: number, byte: number, length = 10_000, first = 0x61) => {
  const bytes = new Uint8Array(length).fill(0x61);
  bytes[0] = first;
  bytes[offset] = byte;
  return bytes;
};
const nuls = (count: number) => Uint8Array.from({ length: 8192 }, (_, index) => (index < count ? 0 : 0x61));
const withPart = Uint8Array.from([...at(0, 0, 8191), 0xc3, 0xa9]);
const controls = (share: number, length: number) =>
  Uint8Array.from({ length }, (_, index) => (index < share ? 1 : 0x61));

describe('binary output', () => {
  it.each([
    ['a NUL at the start', at(0, 0), false],
    ['a NUL in the last byte of the first 8 KiB', at(8191, 0), false],
    ['one NUL in 512 bytes', at(300, 0, 512), false],
    ['one in fewer', at(300, 0, 511), true],
    ['16 NULs in 8 KiB', nuls(16), false],
    ['17 NULs in 8 KiB', nuls(17), true],
    ['a NUL and another control byte', at(4000, 1, 10_000, 0), true],
    ['a NUL and a byte that is not UTF-8', at(4000, 0xff, 10_000, 0), true],
    ['a NUL, and such a byte behind the first 8 KiB', at(8192, 0xff, 10_000, 0), false],
    ['a NUL and a character of which 8 KiB have a part', withPart, false],
    ['a NUL right behind them', at(8192, 0), false],
    ['a NUL alone', Uint8Array.of(0), true],
    ['30 % control bytes', controls(30, 100), false],
    ['more than 30 % control bytes', controls(31, 100), true],
    ['30 % of the first 8 KiB', controls(2457, 20_000), false],
    ['more than that', controls(2458, 20_000), true],
    ['nothing', new Uint8Array(0), false],
    ['escapes, bells and tabs', bytesOf('\u001b[1m\u0007\t\f\v\b\r\n'), false],
    ['invalid UTF-8', Uint8Array.of(0xff, 0xfe, 0x80, 0x61), false],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x62, 0), true],
  ])('%s', async (_, bytes, binary) => {
    for (const sizes of [[], [1], [4096], [8191]]) {
      const { text, facts } = await collect(bytes, { sizes });
      expect(facts.binary).toBe(binary);
      expect(facts.bytes).toBe(bytes.length);
      if (binary) expect(text).toBe(`[binary output: ${bytes.length} byte${bytes.length === 1 ? '' : 's'}]`);
      else expect(text).not.toContain('binary');
    }
  });

  it('a rare NUL is shown', async () => {
    expect((await collect(at(300, 0, 600))).text).toBe(`${'a'.repeat(300)}␀${'a'.repeat(299)}`);
  });

  it('NULs in a cut line count as the bytes they are where it goes on', async () => {
    const { notices } = await collect(`${'a'.repeat(1998)}\0${'b'.repeat(3000)}`, {
      caps: { spillBytes: 10_000 },
    });
    expect(notices.join()).toContain('(cut -b 2001- in shell');
  });

  it('of text with NULs is told how to see it', async () => {
    const collector = new Collector({ caps: defaultCaps, spill: newPlace() });
    await collector.push(bytesOf('a=1\0b=é\0'));
    const { facts, notices } = await collector.finish();
    const path = facts.spillPath;
    expect(notices).toEqual([
      `9 bytes of binary output not shown; full output: ${path} (it is text with NULs: tr '\\0' '\\n' < ${path} in shell shows it by lines)`,
    ]);
  });

  it.each([
    ['nothing but NULs', '\0'.repeat(5000)],
    ['UTF-16', 'a\0b\0'],
    ['a control byte', 'abc\0def\x01'],
  ])('not of %s', async (_, input) => {
    const { notices, facts } = await collect(input, { caps: { spillBytes: defaultCaps.spillBytes } });
    const size = bytesOf(input).length;
    expect(notices).toEqual([`${size} bytes of binary output not shown; full output: ${facts.spillPath}`]);
  });

  it('is on disk in full, and counted as not shown', { tags: ['slow'] }, async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 251);
    const collector = new Collector({ caps: defaultCaps, spill: newPlace() });
    for (let from = 0; from < bytes.length; from += 1000)
      await collector.push(bytes.subarray(from, from + 1000));
    expect(collector.progress()).toMatchObject({ bytes: 300_000, binary: true });
    const { facts, notices } = await collector.finish();
    expect(facts).toMatchObject({ omittedBytes: 300_000, omittedLines: facts.lines, truncated: true });
    expect(readFileSync(facts.spillPath ?? '')).toEqual(Buffer.from(bytes));
    expect(notices).toEqual([`300000 bytes of binary output not shown; full output: ${facts.spillPath}`]);
  });
});
