import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { filesBelow, holdingsOf, processesNaming } from './machine.ts';
import { type Answer, Server } from './server.ts';

export interface Fault {
  readonly name: string;
  /** What went wrong, null for nothing; `skipped` says why it could not be tried. */
  run(base: string): Promise<string | null | { readonly skipped: string }>;
}

const waitLimitMs = 60_000;

async function until(condition: () => boolean): Promise<boolean> {
  for (const end = Date.now() + waitLimitMs; Date.now() < end; await delay(50)) if (condition()) return true;
  return false;
}

function place(base: string, name: string): { readonly home: string; readonly cwd: string } {
  const home = join(base, name);
  const cwd = join(home, 'work');
  mkdirSync(cwd, { recursive: true });
  return { home, cwd };
}

/** Waits for every process of a place to be gone. */
async function leftIn(home: string): Promise<string | null> {
  const left = () => [...processesNaming(home).values()];
  return (await until(() => left().length === 0)) ? null : `still runs: ${left().slice(0, 5).join('; ')}`;
}

async function unread(base: string, end: (server: Server) => void): Promise<string | null> {
  const at = place(base, `unread-${readdirSync(base).length}`);
  const server = new Server({ ...at, isDeaf: true });
  for (let index = 0; index < 2000; index += 1) server.write(request(index, 'seq 3000'));
  for (let index = 0; index < 8; index += 1) server.write(request(9000 + index, 'sleep 300'));
  await delay(3000);
  const { rss } = holdingsOf(server.pid);
  end(server);
  await Promise.race([server.exited, delay(waitLimitMs)]);
  if (rss > 400) return `grew to ${rss.toFixed(0)} MiB behind a client that does not read`;
  return leftIn(at.home);
}

function request(id: number, command: string): unknown {
  return { jsonrpc: '2.0', id, method: 'shell', params: { command } };
}

async function serverKilled(base: string): Promise<string | null> {
  const at = place(base, 'killed');
  const server = new Server(at);
  for (const command of ['sleep 300', "trap '' TERM; sleep 300", 'setsid sleep 300 & wait', 'yes'])
    void server.call('shell', { command });
  await server.call('shell', { command: 'sleep 300', background: true });
  await until(() => holdingsOf(server.pid).children.size >= 4);
  server.child.kill('SIGKILL');
  await server.exited;
  return leftIn(at.home);
}

/** More commands than there are descriptors: each is answered, and afterwards all is well. */
async function fewDescriptors(base: string): Promise<string | null> {
  const server = new Server({ ...place(base, 'descriptors'), before: 'ulimit -n 48;' });
  const commands = Array.from({ length: 200 }, () =>
    server.call('shell', { command: 'sleep 0.2; echo fine' }),
  );
  const answers = await Promise.all(commands);
  const odd = answers.find(({ result }) => result?.status !== 'completed' && result?.status !== 'failed');
  const after = await server.call('shell', { command: 'echo again' });
  await server.close();
  if (odd !== undefined) return `answered ${JSON.stringify(odd).slice(0, 200)}`;
  return after.result?.status === 'completed'
    ? null
    : `does not recover: ${JSON.stringify(after).slice(0, 200)}`;
}

/** The state folder on a file system of 256 KiB: calls go on, and what could not be kept is said. */
async function fullDisk(base: string): Promise<string | null | { skipped: string }> {
  const { home, cwd } = place(base, 'full');
  const state = join(home, 'state');
  mkdirSync(state);
  const mount = `mount -t tmpfs -o size=256k none ${state}`;
  const probe = spawnSync('unshare', ['-rm', 'sh', '-c', mount]);
  if (probe.status !== 0) return { skipped: 'no mount namespaces here' };
  const inside = `[ "$INSIDE" ] || INSIDE=1 exec unshare -rm bash -c '${mount}; exec "$0" rpc --yolo' "$0";`;
  const server = new Server({ home, cwd, before: inside, env: { XDG_STATE_HOME: state } });
  const told: Answer[] = [];
  for (let index = 0; index < 40; index += 1)
    told.push(await server.call('shell', { command: `seq ${index} 20000` }));
  const background = await server.call('shell', { command: 'echo x', background: true });
  await server.close();
  const failed = told.find(({ result }) => result?.status !== 'completed');
  if (failed !== undefined) return `a call failed: ${JSON.stringify(failed).slice(0, 300)}`;
  const silent = told.find(({ result }) => (result?.notices ?? []).length === 0);
  if (silent !== undefined) return 'lost output without a notice';
  if (background.result === undefined) return `no answer: ${JSON.stringify(background)}`;
  return leftIn(home);
}

/** The wall clock jumps, as far as files show it: what is kept lies a day ahead or a year behind. */
async function clockSteps(base: string): Promise<string | null> {
  const at = place(base, 'clock');
  const server = new Server(at);
  const running = await server.call('shell', { command: 'echo kept; sleep 300', background: true });
  const sessionId = running.result?.details?.sessionId;
  await server.call('shell', { command: 'seq 40000' });
  for (const seconds of [86_400, -31_536_000]) {
    const time = Date.now() / 1000 + seconds;
    for (const path of filesBelow(join(at.home, '.local'))) utimesSync(path, time, time);
    const polled = await server.call('process', { action: 'poll', sessionId });
    if (polled.result?.status !== 'running')
      return `lost its session: ${JSON.stringify(polled).slice(0, 300)}`;
    const called = await server.call('shell', { command: 'seq 40000' });
    if (called.result?.status !== 'completed') return JSON.stringify(called).slice(0, 300);
  }
  await server.close();
  return leftIn(at.home);
}

/** Everything besides the storm, each with servers of its own. */
export const faults: readonly Fault[] = [
  {
    name: 'a client that never reads, and closes',
    run: (base) => unread(base, ({ child }) => child.stdin?.end()),
  },
  {
    name: 'a client that dies',
    run: (base) =>
      unread(base, ({ child }) => {
        child.stdin?.destroy();
        child.stdout?.destroy();
      }),
  },
  { name: 'SIGKILL of the server', run: serverKilled },
  { name: 'too few descriptors', run: fewDescriptors },
  { name: 'a full disk', run: fullDisk },
  { name: 'steps of the clock', run: clockSteps },
];
