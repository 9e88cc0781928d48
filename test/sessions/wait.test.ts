import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PatternScan } from '../../src/sessions/output/pattern-scan.ts';
import { parseEnd, parseRecord } from '../../src/sessions/record.ts';
import { waitForSession } from '../../src/sessions/wait.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const process = { pid: 2_147_483_646, startTicks: 1 };
const terminal = { cols: 40, rows: 10 };

/** What a wait finds in the output of an ended session. */
async function found(output: string, pattern: string, size: typeof terminal | null, cursor: number) {
  const folder = tempFolder();
  writeFileSync(join(folder, 'out.0.0'), output);
  const id = 'abcdefghijkm';
  const record = parseRecord(
    JSON.stringify({
      ...{ id, scope: folder, command: 'make', description: null, cwd: folder, host: 'local', size },
      ...{
        startedAt: '2026-01-01T00:00:00.000Z',
        leader: process,
        keeper: process,
        runId: crypto.randomUUID(),
      },
      ...{
        machine: { host: 'here', boot: '' },
        socket: '',
        keep: false,
        timeoutMs: null,
        idleTimeoutMs: null,
      },
    }),
  );
  const end = parseEnd(
    JSON.stringify({
      ...{ status: 'completed', endedBy: 'exit', exitCode: 0, signal: null, durationMs: 1, size },
      ...{ endedAt: '2026-01-01T00:00:01.000Z', bytes: output.length, newlines: 0, logProblem: null },
      ...{ backgroundPids: [], survivors: [] },
    }),
  );
  if (record === null || end === null) throw new Error('no session');
  const { found } = await waitForSession({
    place: { state: folder, scope: folder, finishedMinutes: 30 },
    session: { folder, record, end },
    scan: await PatternScan.open(pattern),
    cursor,
    limitMs: 60_000,
    signal: new AbortController().signal,
  });
  return found?.match ?? null;
}

it.each([
  ['each state of a bar is a line of a terminal', '10%\r20%\n', '^20%$', terminal, 0, '20%'],
  [
    'a line is as it stands, from a cursor within it',
    'one\nabcdef\rXY\n',
    '^XYcdef$',
    terminal,
    11,
    'XYcdef',
  ],
  ['in a pipe, nothing stands where a line goes on', 'one\nabcdef\rXY\n', '^XYcdef$', null, 11, null],
  ['what stands before a cursor is not found', 'one\nabcdef\rXY\n', 'abc|one', terminal, 11, null],
])('%s', async (_, output, pattern, size, cursor, match) => {
  expect(await found(output, pattern, size, cursor)).toBe(match);
});
