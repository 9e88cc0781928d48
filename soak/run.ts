import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { faults } from './faults.ts';
import { filesBelow, type Holdings, holdingsOf, kill, processesNaming } from './machine.ts';
import { Random } from './random.ts';
import { binary, Server } from './server.ts';
import { storm } from './storm.ts';

const mostGrowth = 20;
const inFlight = 64;
/** Calls before the first look at the memory: what is loaded once is loaded then. */
const warmUpCalls = 2000;
/** Calls below which the heap has not grown to its size yet. */
const fewestForMemory = 5000;
const settleMs = 20_000;

function number(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`);
  const value = at === -1 ? fallback : Number(process.argv[at + 1]);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`Cannot use "--${name}": ${process.argv[at + 1]} is not a whole number, expected one`);
  return value;
}

const calls = number('calls', 20_000);
const seed = number('seed', Date.now() % 1_000_000);
const base = mkdtempSync(join(tmpdir(), 'agent-tools-soak-'));
let [passed, failed, skipped] = [0, 0, 0];

function judge(name: string, problem: string | null | { readonly skipped: string }): void {
  if (problem === null) passed += 1;
  else if (typeof problem === 'string') failed += 1;
  else skipped += 1;
  const outcome = problem === null ? 'ok  ' : typeof problem === 'string' ? 'FAIL' : 'skip';
  const reason = problem === null ? '' : `: ${typeof problem === 'string' ? problem : problem.skipped}`;
  console.log(`${outcome} ${name}${reason}`);
}

async function settled(condition: () => boolean): Promise<boolean> {
  for (const end = Date.now() + settleMs; Date.now() < end; await delay(100)) if (condition()) return true;
  return condition();
}

async function endSessions(server: Server): Promise<void> {
  const listed = await server.call('process', { action: 'list' });
  const sessions: unknown = listed.result?.details?.sessions;
  for (const session of Array.isArray(sessions) ? sessions : [])
    await server.call('process', { action: 'remove', sessionId: session.sessionId });
}

/** What the server holds once it has come to rest, with the guardian that its last run brought back. */
async function restingHoldings(server: Server): Promise<Holdings> {
  await server.call('shell', { command: 'true' });
  const isResting = () => {
    const { children } = holdingsOf(server.pid);
    return children.size <= 1 && ![...children.values()].includes('Z');
  };
  await settled(isResting);
  await delay(2000);
  await settled(isResting);
  return holdingsOf(server.pid);
}

async function soak(): Promise<void> {
  const home = join(base, 'home');
  const cwd = join(home, 'work');
  mkdirSync(join(cwd, 'files'), { recursive: true });
  for (let index = 0; index < 40; index += 1)
    writeFileSync(join(cwd, `files/f${index}.txt`), 'written 0\n'.repeat(50));
  const server = new Server({ home, cwd });
  const playground = { random: new Random(seed), cwd, sessions: new Set<string>() };
  const options = { playground, inFlight, mark: home, say: (line: string) => console.log(`     ${line}`) };
  const warm = await storm(server, { ...options, calls: Math.min(warmUpCalls, calls) });
  await endSessions(server);
  const before = await restingHoldings(server);
  const main = await storm(server, { ...options, calls });
  await endSessions(server);
  const isQuiet = await settled(() => processesNaming(home).size <= 2);
  const after = await restingHoldings(server);
  const problems = [...warm.problems, ...main.problems];
  judge(
    `${warm.answered + main.answered} calls, ${main.cancelled} cancelled, ${main.killed} processes killed`,
    problems.length === 0 ? null : `\n  ${problems.join('\n  ')}`,
  );
  judge(
    'every request is answered once',
    server.unanswered + server.strays.length === 0
      ? null
      : `${server.unanswered} unanswered, ${server.strays.length} strays ${server.strays[0] ?? ''}`,
  );
  judge('no process is left', isQuiet ? null : [...processesNaming(home).values()].slice(0, 8).join('; '));
  judge(
    'no zombie is left',
    [...after.children.values()].includes('Z') ? `${after.children.size} children` : null,
  );
  judge(
    `descriptors: ${before.descriptors} before, ${after.descriptors} after`,
    after.descriptors <= before.descriptors ? null : 'more than before',
  );
  judge(
    `memory: ${before.rss.toFixed(1)} MiB before, ${after.rss.toFixed(1)} MiB after`,
    after.rss - before.rss <= mostGrowth
      ? null
      : calls < fewestForMemory
        ? { skipped: `fewer than ${fewestForMemory} calls` }
        : `grew by more than ${mostGrowth} MiB`,
  );
  await server.close();
  judge(
    'nothing outlives the server',
    (await settled(() => processesNaming(home).size === 0))
      ? null
      : [...processesNaming(home).values()].join('; '),
  );
  // The file that the kernel locks stays; 0 says that nobody is at work.
  const isIdleLock = (path: string): boolean =>
    path.endsWith('/lock/kernel') && readFileSync(path, 'utf8') === '0';
  const odd = filesBelow(home).filter(
    (path) => /\.tmp|\.agent-tools-|\/lock\/|\/locks\//.test(path) && !isIdleLock(path),
  );
  judge('no temporary file is left', odd.length === 0 ? null : odd.slice(0, 5).join(', '));
  const verified = spawnSync(binary, ['audit', 'verify'], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: home },
    encoding: 'utf8',
  });
  judge(
    `audit: ${verified.stdout.trim().replace(/^.*: /, '')}`,
    verified.status === 0 ? null : verified.stderr,
  );
}

console.log(`soak: ${calls} calls, ${inFlight} in flight, --seed ${seed}`);
try {
  await soak();
  for (const fault of faults) judge(fault.name, await fault.run(base));
} finally {
  for (const pid of processesNaming(base).keys()) kill(pid);
  await delay(500);
  rmSync(base, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
