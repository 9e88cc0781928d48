import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Collector } from '../../src/output/collector.ts';
import { bytesOf, collect, defaultCaps, newPlace } from './collect.ts';

const at = (offset: number, byte: number, length = 10_000) => {
  const bytes = new Uint8Array(length).fill(0x61);
  bytes[offset] = byte;
  return bytes;
};
const controls = (share: number, length: number) =>
  Uint8Array.from({ length }, (_, index) => (index < share ? 1 : 0x61));

describe('binary output', () => {
  it.each([
    ['a NUL at the start', at(0, 0), true],
    ['a NUL in the last byte of the first 8 KiB', at(8191, 0), true],
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
