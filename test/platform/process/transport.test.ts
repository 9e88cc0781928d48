import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { runMarker, serverMarker } from '../../../src/core/environment.ts';
import { readProcess } from '../../../src/platform/process/proc.ts';
import { startTransport, type Transport } from '../../../src/platform/process/transport.ts';
import { endAll, isAlive, processesWith, uniqueSleep } from '../../helpers/processes.ts';

const bun = join(import.meta.dirname, '../../../node_modules/.bin/bun');
const env = { PATH: process.env.PATH ?? '' };
const started: number[] = [];
afterEach(() => endAll(started.splice(0).filter(isAlive)));

async function start(
  argv: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Transport> {
  const transport = await startTransport({ argv, env: { ...env, ...more }, owner: 'mine' });
  started.push(transport.pid ?? 0);
  return transport;
}

const script = (text: string): Promise<Transport> => start(['sh', '-c', text]);

async function allOf({ input }: Transport): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of input) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** Waits for the first of what it writes. */
async function hear({ input }: Transport): Promise<void> {
  for await (const _ of input) return;
}

it('hands on the environment without what this program, or its runtime, reads, and says whose it is', async () => {
  const markers = { [runMarker]: 'run', [serverMarker]: 'server' };
  const transport = await start(['env'], {
    ...markers,
    AGENT_TOOLS_SECURITY: 'full',
    BUN_OPTIONS: '--smol',
    OTHER: 'other',
  });
  const kept = Object.entries({ ...env, ...markers, AGENT_TOOLS__LINK: 'mine', OTHER: 'other' });
  expect((await allOf(transport)).trim().split('\n').sort()).toEqual(
    kept.map(([name, value]) => `${name}=${value}`).sort(),
  );
});

it('is a session of its own', async () => {
  const { pid } = await start(['sleep', '600']);
  expect(readProcess(pid ?? 0)).toMatchObject({ session: pid, group: pid });
});

it.each<[string, string, object]>([
  [
    'a status and its last words',
    'echo one >&2; echo " two " >&2; echo >&2; exit 3',
    { status: 3, said: 'two' },
  ],
  ['a status and no word', 'exit 4', { status: 4, said: null }],
  ['a signal', 'kill -KILL $$', { status: null, signal: 'SIGKILL' }],
])('ends with %s', async (_, text, end) => {
  expect(await (await script(text)).ended).toMatchObject({ problem: null, ...end });
});

it('keeps the end of what it says, and no more', async () => {
  const { ended } = await script('printf %0100000d 7 >&2');
  expect((await ended).said).toBe('7'.padStart(4096, '0'));
});

it('has ended though a child of its own holds what it speaks through', async () => {
  const seconds = uniqueSleep();
  const { ended } = await script(`sleep ${seconds} & echo bye >&2`);
  expect(await ended).toEqual({ status: 0, signal: null, problem: null, said: 'bye' });
  started.push(...processesWith(`sleep\0${seconds}`));
});

it('that cannot be started says why', async () => {
  const transport = await start(['/no/such/program']);
  expect([transport.pid, (await transport.ended).problem]).toEqual([null, 'no such program']);
});

it('takes nothing any more once it is gone', async () => {
  const transport = await start(['true']);
  await transport.ended;
  await expect(transport.write(Buffer.from('x'))).rejects.toThrow();
});

it.each<[string, string, object]>([
  ['that does not read by SIGTERM', 'trap "exit 6" TERM; echo up; sleep 600 & wait', { status: 6 }],
  ['that ignores that by SIGKILL', 'trap "" TERM; echo up; sleep 600', { signal: 'SIGKILL' }],
])('closing ends one %s', { tags: ['slow'] }, async (_, text, end) => {
  const transport = await script(text);
  await hear(transport);
  await transport.close();
  expect(await transport.ended).toMatchObject(end);
});

it('closing ends what is left of its group too', { tags: ['slow'] }, async () => {
  const seconds = uniqueSleep();
  const transport = await script(`trap '' TERM; sleep ${seconds} & echo up; sleep ${seconds}`);
  await hear(transport);
  started.push(...processesWith(`sleep\0${seconds}`));
  await transport.close();
  await expect.poll(() => processesWith(`sleep\0${seconds}`)).toEqual([]);
});

it.runIf(process.platform === 'linux')(
  'is known to the guardian and as our own child as long as it runs',
  () => {
    const source = (name: string): string =>
      JSON.stringify(join(import.meta.dirname, '../../../src/platform/process', name));
    const program = `
    import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
    import { isOwnedChild } from ${source('owned-children.ts')};
    import { startTransport } from ${source('transport.ts')};
    const isList = (path) => {
      try {
        return readlinkSync(path).startsWith('/memfd:guarded');
      } catch {
        return false;
      }
    };
    const list = () => readdirSync('/proc/self/fd').map((name) => '/proc/self/fd/' + name).filter(isList);
    const transport = await startTransport({ argv: ['cat'], env: { PATH: process.env.PATH }, owner: 'mine' });
    const known = () => [
      list().map((path) => readFileSync(path, 'utf8').includes(transport.pid + ':')),
      isOwnedChild(transport.pid),
    ];
    const running = known();
    await transport.close();
    await transport.ended;
    process.stdout.write(JSON.stringify([running, known()]));
    process.exit();`;
    const { stdout, stderr } = spawnSync(bun, ['--eval', program], { encoding: 'utf8', timeout: 40_000 });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([
      [[true], true],
      [[false], false],
    ]);
  },
);
