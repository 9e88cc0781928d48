import { mkdirSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionLog, shareCap } from '../../../src/platform/sessions/session-log.ts';
import { LogFiles, readLog } from '../../../src/platform/sessions/session-log-files.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

let folder = '';
beforeEach(() => {
  folder = tempFolder();
});

/** Bytes that tell their own offset, with a newline every 64. */
function stream(length: number, from = 0): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index += 1) {
    const at = from + index;
    bytes[index] = at % 64 === 63 ? 10 : 33 + ((at * 7 + (at >> 8)) % 90);
  }
  return bytes;
}

function sizeOnDisk(): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function expectExact(total: number): void {
  for (const { start, bytes } of readLog(folder, 0, Number.MAX_SAFE_INTEGER)) {
    expect(Buffer.from(bytes).equals(Buffer.from(stream(bytes.length, start)))).toBe(true);
    expect(start + bytes.length).toBeLessThanOrEqual(total);
  }
  for (const { start, newlinesBefore } of LogFiles.use(folder, ({ extents }) => extents)) {
    expect(newlinesBefore).toBe(Math.floor(start / 64));
  }
}

describe('a log below its cap', () => {
  it('is one file and reads back from any offset', () => {
    const log = new SessionLog(folder, 65_536);
    log.append(stream(1000));
    log.append(stream(500, 1000));
    expect(log.total).toBe(1500);
    expect(log.newlines).toBe(23);
    expect(readdirSync(folder)).toEqual(['out.0.0']);
    const [piece] = readLog(folder, 1400, 50);
    expect(piece).toEqual({ start: 1400, bytes: Buffer.from(stream(50, 1400)) });
    expect(readLog(folder, 1500, 10)).toEqual([]);
    expect(readLog(folder, 9999, 10)).toEqual([]);
    log.close();
  });

  it('stores nothing for nothing', () => {
    new SessionLog(folder, 65_536).append(new Uint8Array(0));
    expect(readdirSync(folder)).toEqual([]);
    expect(LogFiles.use(join(folder, 'missing'), ({ extents }) => extents)).toEqual([]);
  });
});

describe('a log past its cap', () => {
  const cap = 65_536;
  const { head, file } = shareCap(cap);

  it('keeps exactly the head, drops exactly the middle and keeps at least seven eighths of the tail', {
    tags: ['slow'],
  }, () => {
    const log = new SessionLog(folder, cap);
    const total = 1_000_003;
    for (let at = 0; at < total; at += 777) log.append(stream(Math.min(777, total - at), at));
    expect(log.total).toBe(total);
    const pieces = readLog(folder, 0, Number.MAX_SAFE_INTEGER);
    expect(pieces.map(({ start }) => start)).toEqual([0, pieces[1]?.start]);
    expect(pieces[0]?.bytes.length).toBe(head);
    const tail = pieces[1];
    expect((tail?.start ?? 0) + (tail?.bytes.length ?? 0)).toBe(total);
    expect(tail?.bytes.length).toBeGreaterThan(file * 7);
    expect(sizeOnDisk()).toBeLessThanOrEqual(cap);
    expectExact(total);
  });

  it('never passes the cap, whatever the pieces', { tags: ['slow'] }, () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 20 }), (sizes) => {
        const log = new SessionLog(folder, cap);
        let total = 0;
        for (const size of sizes) {
          log.append(stream(size, total));
          total += size;
          expect(sizeOnDisk()).toBeLessThanOrEqual(cap);
        }
        log.close();
        expect(log.total).toBe(total);
        expect(log.newlines).toBe(Math.floor(total / 64));
        expectExact(total);
        const stored = readLog(folder, 0, total).reduce((sum, { bytes }) => sum + bytes.length, 0);
        expect(stored).toBe(sizeOnDisk());
        rmSync(folder, { recursive: true });
        folder = tempFolder();
      }),
      { numRuns: 40 },
    );
  });

  it('reads a page across the gap', () => {
    const log = new SessionLog(folder, cap);
    log.append(stream(300_000));
    const pieces = readLog(folder, head - 10, 30);
    expect(pieces.map(({ bytes }) => bytes.length)).toEqual([10, 20]);
    expect(pieces[1]?.start).toBeGreaterThan(head);
  });
});

describe('a disk that takes nothing', () => {
  it('is counted, and what it takes again later stands at its own offset', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const log = new SessionLog(folder, 65_536);
      log.append(stream(20_000));
      rmSync(folder, { recursive: true });
      // The file in use is still open, the next one cannot be made.
      log.append(stream(30_000, 20_000));
      expect(log.problem).toBe('ENOENT');
      expect(log.total).toBe(50_000);
      mkdirSync(folder);
      log.append(stream(1000, 50_000));
      expect(log.problem).toBe('ENOENT');
      vi.advanceTimersByTime(1000);
      log.append(stream(1000, 51_000));
      expect(log.problem).toBeNull();
      expect(log.total).toBe(52_000);
      expect(log.newlines).toBe(Math.floor(52_000 / 64));
      expect(readLog(folder, 0, 100_000).map(({ start, bytes }) => [start, bytes.length])).toEqual([
        [51_000, 1000],
      ]);
      expectExact(52_000);
      log.close();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a log whose file others', () => {
  it.each<[string, (path: string) => void, readonly number[]]>([
    ['emptied', (path) => truncateSync(path), [100]],
    ['cut', (path) => truncateSync(path, 30), [0, 100]],
    ['removed', (path) => rmSync(path), [100]],
  ])('%s goes on in another, without a hole', (_, harm, starts) => {
    const log = new SessionLog(folder, 65_536);
    log.append(stream(100));
    harm(join(folder, 'out.0.0'));
    log.append(stream(50, 100));
    log.append(stream(50, 150));
    expectExact(200);
    const pieces = readLog(folder, 0, 1000);
    expect(pieces.map(({ start }) => start)).toEqual(starts);
    expect(pieces.at(-1)?.bytes).toHaveLength(100);
    expect(log.lossReason).toBe('a file of it was cut or removed');
    log.close();
  });

  it('cut again and again has few files, the newest among them', { tags: ['slow'] }, () => {
    const log = new SessionLog(folder, 65_536);
    for (let count = 0; count < 1000; count += 1) {
      log.append(stream(2, count * 2));
      for (const name of readdirSync(folder)) truncateSync(join(folder, name), 1);
    }
    expect(readdirSync(folder).length).toBeLessThanOrEqual(128);
    expectExact(2000);
    expect(readLog(folder, 0, 3000).at(-1)).toMatchObject({ start: 1998 });
    log.close();
  });
});
