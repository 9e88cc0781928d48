import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const count = 4000;
/** So many lists of tools are more than a server lets wait to be read. */
const lists = 12_000;
/** What all answers have together is far more than a server may hold. */
const pageBytes = 80_000;
const mostKiB = 400 * 1024;

/** Ticks of processor time a process has used. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

/** The most memory a process ever had. */
function peakKiB(pid: number): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** Waits until the server does nothing any more, because nobody reads. */
async function untilIdle(pid: number): Promise<void> {
  for (let before = Number.NEGATIVE_INFINITY, idle = 0; idle < 3; ) {
    await delay(300);
    const now = ticksOf(pid);
    idle = now - before < 3 ? idle + 1 : 0;
    before = now;
  }
}

function startServer(mode: string) {
  const home = tempFolder();
  writeFileSync(join(home, 'page.txt'), `${'x'.repeat(79)}\n`.repeat(pageBytes / 80));
  const child = spawn(binary, [mode, '--yolo'], { cwd: home, env: cleanEnv(home), stdio: 'pipe' });
  child.stdin.on('error', () => {});
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const send = (id: number, tool: string, input: object): void => {
    const call = { method: 'tools/call', params: { name: tool, arguments: input } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...call })}\n`);
  };
  return { child, exited, send, pid: child.pid ?? 0 };
}

describe.each(['rpc', 'mcp'])('%s, whose client does not read', (mode) => {
  it('keeps its memory, and answers everything once it is read', { timeout: 400_000 }, async () => {
    const { child, exited, send, pid } = startServer(mode);
    for (let id = 0; id < count; id += 1) send(id, 'read', { path: 'page.txt' });
    await untilIdle(pid);
    // Once they are read the collector alone decides how much garbage there is.
    expect(peakKiB(pid)).toBeLessThan(mostKiB);
    let answers = 0;
    let held = Buffer.alloc(0);
    const lengths = new Set<number>();
    const ids = new Set<number>();
    child.stdout.on('data', (part: Buffer) => {
      held = Buffer.concat([held, part]);
      for (let end = held.indexOf(10); end !== -1; end = held.indexOf(10)) {
        const id = /"id":(\d+)/.exec(held.toString('latin1', 0, 60))?.[1] ?? '';
        lengths.add(end - id.length);
        ids.add(Number(id));
        held = held.subarray(end + 1);
        answers += 1;
      }
    });
    await waitFor(() => answers === count, 'every answer', 350_000);
    // Whole and once each: however a pipe cut them, none is shorter than another.
    expect([ids.size, lengths.size]).toEqual([count, 1]);
    child.stdin.end();
    expect(await exited).toBe(0);
  });

  it('ends when the input does, with a command running behind the flood', { timeout: 120_000 }, async () => {
    const { child, exited, send, pid } = startServer(mode);
    const seconds = uniqueSleep();
    send(-1, 'shell', { command: `sleep ${seconds}` });
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 1, 'it to run');
    for (let id = 0; id < count; id += 1) send(id, 'read', { path: 'page.txt' });
    await untilIdle(pid);
    child.stdin.end();
    expect(await exited).toBe(0);
    expect(processesWith(seconds)).toEqual([]);
  });

  it('is waited for as long as it reads on, though the input has ended', { timeout: 120_000 }, async () => {
    const { child, exited, send } = startServer(mode);
    const some = 40;
    for (let id = 0; id < some; id += 1) send(id, 'read', { path: 'page.txt' });
    child.stdin.end();
    let text = '';
    child.stdout.setEncoding('latin1').on('data', (part: string) => {
      text += part;
      // Some 600 KB a second: what waits takes far longer than an end without a reader.
      child.stdout.pause();
      void delay(100).then(() => child.stdout.resume());
    });
    await new Promise((resolve) => child.stdout.on('end', resolve));
    const lines = text.split('\n').length - 1;
    expect(lines).toBe(some);
    expect(await exited).toBe(0);
  });

  it('waits for one that pauses, and says what it gives up', { timeout: 120_000 }, async () => {
    const home = tempFolder();
    writeFileSync(join(home, 'page.txt'), `${'x'.repeat(79)}\n`.repeat(pageBytes / 80));
    const calls = Array.from({ length: 60 }, (_, id) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'read', arguments: { path: 'page.txt' } },
      }),
    );
    writeFileSync(join(home, 'calls'), `${calls.join('\n')}\n`);
    const read = (reader: string) =>
      spawnSync(
        'bash',
        [
          '-c',
          `rm -f done; { "$0" ${mode} <calls; echo "status $?" >&2; touch done; } | { ${reader}; }`,
          binary,
        ],
        {
          cwd: home,
          env: cleanEnv(home),
          encoding: 'utf8',
          maxBuffer: 100_000_000,
        },
      );
    const paused = read('sleep 2; cat');
    expect([paused.stdout.split('\n').length - 1, paused.stderr]).toEqual([60, 'status 0\n']);
    const deaf = read('while [ ! -e done ]; do sleep 0.1; done');
    expect(deaf.stderr).toBe(
      'agent-tools: the client has stopped reading, so some of its answers are lost\nstatus 0\n',
    );
  });

  it('ends when the client has left, though it is too far behind to read on', {
    timeout: 120_000,
  }, async () => {
    const { child, exited, send, pid } = startServer(mode);
    const seconds = uniqueSleep();
    send(-1, 'shell', { command: `sleep ${seconds}` });
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 1, 'it to run');
    // Lists are answered at once, however much waits: past a bound nothing more is read.
    for (let id = 0; id < lists; id += 1)
      child.stdin.write(`{"jsonrpc":"2.0","id":${id},"method":"tools/list"}\n`);
    await untilIdle(pid);
    child.stdin.destroy();
    expect(await exited).toBe(0);
    expect(processesWith(seconds)).toEqual([]);
  });
});
