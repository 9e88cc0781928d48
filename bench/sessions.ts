import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectLocally } from '../src/platform/sessions/local-socket.ts';
import type { KeeperJob } from '../src/sessions/keeper/keeper-protocol.ts';
import {
  benchEnv,
  binary,
  interleave,
  median,
  ms,
  quantile,
  type Row,
  timed,
  withFolder,
} from './harness.ts';
import { Sidecar } from './sidecar.ts';

interface Answer {
  readonly result: { readonly details: { readonly sessionId: string } };
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'result' in value;
}

async function start(sidecar: Sidecar, command: string, more: object = {}): Promise<string> {
  const answer = await sidecar.request('shell', { command, background: true, ...more });
  if (!isAnswer(answer)) throw new Error(`not started: ${JSON.stringify(answer)}`);
  return answer.result.details.sessionId;
}

const forget = (sidecar: Sidecar, sessionId: string): Promise<unknown> =>
  sidecar.request('process', { action: 'remove', sessionId });

async function starts(home: string): Promise<readonly Row[]> {
  const sidecar = new Sidecar(home);
  const ids: string[] = [];
  const [background = 0, foreground = 0] = await interleave(40, [
    async () => ids.push(await start(sidecar, 'true')),
    () => sidecar.request('shell', { command: 'true' }),
  ]);
  await sidecar.close();
  return [
    ms('background start over RPC, p50', background, {
      floor: ['foreground `true`', foreground],
      target: 'at most 15 ms over it',
    }),
    ms('background start over foreground, p50', background - foreground, { target: '<= 15 ms' }),
  ];
}

async function polls(home: string): Promise<readonly Row[]> {
  const sidecar = new Sidecar(home);
  const id = await start(sidecar, 'echo output; sleep 600');
  const poll = (): Promise<unknown> => sidecar.request('process', { action: 'poll', sessionId: id });
  const times: number[] = [];
  for (let round = -50; round < 1000; round += 1) {
    const took = await timed(poll);
    if (round >= 0) times.push(took);
  }
  await forget(sidecar, id);
  await sidecar.close();
  return [
    ms('poll over RPC, p50', median(times), { target: '<= 1 ms' }),
    ms('poll over RPC, p99', quantile(times, 0.99)),
  ];
}

/** Memory that only this process has, in MiB. Clean pages are those of the binary's file, shared by all of them. */
function privateMiB(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/Private_Dirty:\s+(\d+)/.exec(rollup)?.[1]) / 1024;
}

/** The most memory of 100 looks within five seconds. */
async function highest(pid: number): Promise<number> {
  let most = 0;
  for (let look = 0; look < 100; look += 1) {
    most = Math.max(most, privateMiB(pid));
    await Bun.sleep(50);
  }
  return most;
}

interface SessionFile {
  readonly keeper: { readonly pid: number };
}

async function memory(home: string): Promise<readonly Row[]> {
  const sidecar = new Sidecar(home);
  const rows: Row[] = [];
  const shapes = [
    ['pipes, quiet', 'sleep 600', {}],
    ['a terminal, quiet', 'sleep 600', { pty: true }],
    [
      'a terminal, after 100 MB',
      'head -c 100000000 /dev/zero | tr "\\0" a | fold -w 99; echo over; sleep 600',
      { pty: true },
    ],
    ['pipes, in a flood', 'yes flood', {}],
    ['a terminal, in a flood', 'yes flood', { pty: true }],
  ] as const;
  for (const [name, command, more] of shapes) {
    const id = await start(sidecar, command, more);
    if (command.includes('over')) {
      await sidecar.request('process', { action: 'wait', sessionId: id, pattern: '^over', timeout: 60 });
    }
    await Bun.sleep(300);
    const path = join(home, '.local/state/agent-tools/sessions', id, 'session.json');
    const record: SessionFile = JSON.parse(readFileSync(path, 'utf8'));
    rows.push({
      name: `keeper's private memory: ${name}`,
      value: command.startsWith('yes') ? await highest(record.keeper.pid) : privateMiB(record.keeper.pid),
      unit: 'MiB',
      target: '<= 12 MiB',
    });
    await forget(sidecar, id);
  }
  await sidecar.close();
  return rows;
}

/** From the spawn of a keeper to its first answer on the socket. */
async function firstAnswer(home: string, round: number): Promise<number> {
  const folder = join(home, `keeper-${round}`);
  mkdirSync(folder);
  const socket = join(folder, 'socket');
  const record = {
    id: 'bench',
    scope: '/',
    command: 'sleep',
    description: null,
    cwd: '/',
    host: 'local',
    runId: crypto.randomUUID(),
    machine: { host: '', boot: '' },
    socket,
    size: null,
    keep: false,
    timeoutMs: null,
    idleTimeoutMs: null,
  };
  const job: KeeperJob = {
    record,
    folder,
    argv: ['/bin/sleep', '600'],
    env: {},
    sandbox: null,
    stdin: null,
    serverId: crypto.randomUUID(),
    graceMs: 100,
    logBytes: 65_536,
    isTied: true,
    typesEnd: false,
  };
  const startedAt = performance.now();
  const keeper = Bun.spawn([binary, '__keeper'], {
    env: benchEnv(home),
    detached: true,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'ignore',
  });
  keeper.stdin.write(`${JSON.stringify(job)}\n`);
  keeper.stdin.flush();
  await keeper.stdout.getReader().read();
  const stream = await connectLocally(socket);
  const ask = { jsonrpc: '2.0', id: 1, method: 'status', params: { after: 0, waitMs: 0 } };
  await stream.write(new TextEncoder().encode(`${JSON.stringify(ask)}\n`));
  await stream.input[Symbol.asyncIterator]().next();
  const time = performance.now() - startedAt;
  stream.close();
  keeper.stdin.end();
  await keeper.exited;
  return time;
}

async function answers(home: string): Promise<readonly Row[]> {
  const times: number[] = [];
  for (let round = 0; round < 30; round += 1) times.push(await firstAnswer(home, round));
  return [
    ms('first socket answer after the spawn, p50', median(times), { target: '<= 20 ms' }),
    ms('first socket answer after the spawn, p95', quantile(times, 0.95)),
  ];
}

/** What background sessions cost: to start, to look at, to hold. */
export function sessionRows(): Promise<readonly Row[]> {
  return withFolder(async (home) => [
    ...(await starts(home)),
    ...(await polls(home)),
    ...(await memory(home)),
    ...(await answers(home)),
  ]);
}
