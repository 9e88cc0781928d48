import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Collector } from '../src/output/collector.ts';
import { LiveWriter } from '../src/output/live.ts';
import { type Floor, printRows, type Row } from './harness.ts';

const mebibyte = 1024 * 1024;
const chunkBytes = 65_536;
const caps = {
  outputChars: 30_000,
  outputLines: 2000,
  lineChars: 2000,
  spillBytes: 64 * mebibyte,
  finishedMinutes: 30,
};

/** About 64 KiB of whole lines, or of a part of one. */
function chunkOf(line: string): Uint8Array {
  const bytes = new TextEncoder().encode(`${line}\n`);
  if (bytes.length > chunkBytes) return bytes.slice(0, chunkBytes);
  const count = Math.floor(chunkBytes / bytes.length);
  const chunk = new Uint8Array(count * bytes.length);
  for (let index = 0; index < count; index += 1) chunk.set(bytes, index * bytes.length);
  return chunk;
}

const inputs: readonly { readonly name: string; readonly line: string; readonly mebibytes: number }[] = [
  {
    name: 'plain text',
    line: 'the quick brown fox jumps over the lazy dog '.repeat(2).slice(0, 79),
    mebibytes: 1024,
  },
  { name: 'CRLF text', line: `${'x'.repeat(78)}\r`, mebibytes: 256 },
  {
    name: 'coloured text',
    line: `\u001b[32mok\u001b[0m ${'test name '.repeat(6)}\u001b[2m(1 ms)\u001b[0m`,
    mebibytes: 256,
  },
  { name: 'UTF-8 text', line: 'żółć → übergröße 漢字かな混じり文 '.repeat(2), mebibytes: 256 },
  { name: 'progress bars', line: `${'\r[=====>      ] 42 %'.repeat(4)}`, mebibytes: 256 },
  { name: 'one long line', line: 'y'.repeat(chunkBytes * 2), mebibytes: 1024 },
];

/** Gigabytes a second of `push` over `mebibytes`, waiting where it asks to. */
async function rate(
  mebibytes: number,
  chunk: Uint8Array,
  push: (bytes: Uint8Array) => void | Promise<void>,
): Promise<number> {
  const rounds = Math.ceil((mebibytes * mebibyte) / chunk.length);
  const startedAt = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    const pressure = push(chunk);
    if (pressure !== undefined) await pressure;
  }
  return (rounds * chunk.length) / 1e6 / (performance.now() - startedAt);
}

/** The least anyone could do with a chunk: copy it. */
async function copyFloor(mebibytes: number, chunk: Uint8Array): Promise<Floor> {
  const target = new Uint8Array(chunkBytes);
  return ['copying the chunk', await rate(mebibytes, chunk, (bytes) => target.set(bytes))];
}

async function collectorRow(input: (typeof inputs)[number], folder: string, round: number): Promise<Row> {
  const chunk = chunkOf(input.line);
  const collector = new Collector({
    caps,
    spill: { folder, name: `${input.name.replaceAll(/\W/g, '-')}-${round}` },
  });
  const value = await rate(input.mebibytes, chunk, (bytes) => collector.push(bytes));
  await collector.finish();
  const floor = await copyFloor(input.mebibytes, chunk);
  return { name: `collect ${input.mebibytes} MiB of ${input.name}`, value, unit: 'GB/s', floor };
}

async function liveRow(): Promise<Row> {
  const chunk = chunkOf('z'.repeat(79));
  const live = new LiveWriter({ caps, unlimited: false, terminal: false, write: () => {} });
  const value = await rate(1024, chunk, (bytes) => live.push(bytes));
  live.finish();
  const floor = await copyFloor(1024, chunk);
  return { name: 'hold 1024 MiB of text back', value, unit: 'GB/s', floor };
}

/** The highest resident memory while `work` runs, over that before it, in MiB. */
async function memoryGrowth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const watch = setInterval(look, 5);
  await work();
  clearInterval(watch);
  look();
  return (most - before) / mebibyte;
}

/** Throughput of the collector by kind of output, its spill file on a memory disk where there is one, and what memory it took. */
export async function outputRows(): Promise<readonly Row[]> {
  // A disk would be measured instead of the collector.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'agent-tools-bench-'));
  try {
    const [first] = inputs;
    const value = await memoryGrowth(async () => first && collectorRow(first, folder, 0));
    const rows: Row[] = [
      {
        name: 'memory of collecting 1024 MiB',
        value,
        unit: 'MiB',
        target: 'below 60 MiB, the process being new',
      },
    ];
    for (const input of inputs) {
      await collectorRow({ ...input, mebibytes: 64 }, folder, 1);
      const row = await collectorRow(input, folder, 2);
      rows.push(input === first ? { ...row, target: '2 GB/s' } : row);
    }
    return [...rows, await liveRow()];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) printRows('Collecting output', await outputRows());
