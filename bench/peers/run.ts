import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release } from 'node:os';
import { join } from 'node:path';
import { printTable, withFolder } from '../harness.ts';
import { endings, measureEnding } from './endings.ts';
import { bigFile, listPeers, smallFile } from './list.ts';
import { measureBackground, measureCat, measureFlood } from './output.ts';
import type { Peer } from './peer.ts';
import { cleanUpOnSignals, killMarked, newMark } from './processes.ts';
import { measureTimes } from './times.ts';

const load = (): string =>
  loadavg()
    .map((value) => value.toFixed(2))
    .join(' ');

/** What a measurement says, or why there is none: one peer that fails ends nobody else's turn. */
async function cell(measure: () => Promise<string>): Promise<string> {
  try {
    return await measure();
  } catch (problem) {
    return `failed: ${problem instanceof Error ? problem.message.slice(0, 100) : String(problem)}`;
  }
}

async function prepare(peer: Peer, home: string): Promise<void> {
  const mark = newMark();
  try {
    const open = () => peer.open({ home, mark });
    await (peer.prepare?.(open) ?? open());
  } finally {
    killMarked(mark);
  }
}

async function printTimes(peers: readonly Peer[], home: string): Promise<void> {
  const times = await measureTimes(peers, home);
  const milliseconds = (value: number | null): string => (value === null ? '-' : value.toFixed(1));
  printTable('Times, medians', [
    ['', 'start to first answer, ms', 'a call, ms', 'the call'],
    ...peers.map(({ name, works }, index) => [
      name,
      milliseconds(times[index]?.start ?? null),
      milliseconds(times[index]?.call ?? null),
      `\`${works.hello.replace('\0', ' ')}\``,
    ]),
  ]);
}

async function printEndings(peers: readonly Peer[], home: string): Promise<void> {
  const table: string[][] = [['', ...endings]];
  for (const peer of peers) {
    const row = [peer.name];
    for (const ending of endings) row.push(await cell(() => measureEnding(peer, ending, home)));
    table.push(row);
  }
  printTable('What is left of a shell and its three children', table);
}

async function printOutput(peers: readonly Peer[], home: string): Promise<void> {
  const table = [['', '5 MB: bytes delivered', 'bytes on the wire', 'time', 'peak memory']];
  for (const peer of peers) {
    const flood = await measureFlood(peer, home);
    table.push([peer.name, flood.delivered, flood.wire, flood.time, flood.memory]);
  }
  printTable('5 MB of output', table);
}

async function printInput(peers: readonly Peer[], home: string): Promise<void> {
  const table = [['', '`cat` without stdin', '`sleep 7 & echo`']];
  for (const peer of peers) {
    const cat = await cell(() => measureCat(peer, home));
    table.push([peer.name, cat, await cell(() => measureBackground(peer, home))]);
  }
  printTable('Seconds until the answer', table);
}

if (process.platform !== 'linux') throw new Error('Cannot tell survivors: no /proc here, expected Linux');
const listed = listPeers();
const present = listed.flatMap((peer) => ('works' in peer ? [peer] : []));
console.log(
  `Date ${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model}, ${cpus().length} cores, kernel ${release()}`,
);
console.log(`Load before: ${load()}`);
await withFolder(async (home) => {
  cleanUpOnSignals(home);
  writeFileSync(join(home, smallFile), 'hello world line\n'.repeat(60));
  writeFileSync(join(home, bigFile), `${'a'.repeat(79)}\n`.repeat(62_500));
  const usable: Peer[] = [];
  const versions: string[][] = [['', 'version']];
  for (const peer of present) {
    const failure = await cell(async () => {
      await prepare(peer, home);
      return '';
    });
    versions.push([peer.name, failure === '' ? peer.version : failure]);
    if (failure === '') usable.push(peer);
  }
  for (const peer of listed) if ('reason' in peer) versions.push([peer.name, `- (${peer.reason})`]);
  printTable('Versions', versions);
  for (const print of [printTimes, printEndings, printOutput, printInput]) await print(usable, home);
});
console.log(`\nLoad after: ${load()}`);
