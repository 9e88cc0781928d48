import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { RpcClient } from '../helpers/rpc-client.ts';

const works =
  existsSync('/usr/bin/bwrap') &&
  spawnSync('/usr/bin/bwrap', ['--ro-bind', '/', '/', '--proc', '/proc', '--unshare-all', 'true']).status ===
    0 &&
  spawnSync('python3', ['--version']).status === 0;
if (!works)
  process.stderr.write('Skipped: paths swapped while a sandbox is made (bubblewrap or python3 is missing)\n');

/** Not below /tmp, which every sandbox has apart anyway. */
const outside =
  process.getuid?.() === 0
    ? '/var/lib'
    : [homedir(), process.cwd()].find((folder) => !/^\/(?:var\/)?tmp(?:\/|$)/.test(realpathSync(folder)));
const base = mkdtempSync(join(outside ?? tmpdir(), 'agent-tools-test-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

interface Ground {
  readonly home: string;
  readonly ws: string;
}

function prepare(swapping: string): Ground {
  const home = mkdtempSync(join(base, 'home-'));
  const ws = join(home, 'ws');
  for (const name of ['.ssh', 'ws', 'out']) mkdirSync(join(home, name));
  writeFileSync(join(home, '.ssh/id_rsa'), 'SECRET');
  writeFileSync(join(ws, 'swap.sh'), swapping);
  writeFileSync(join(ws, 'loot.sh'), 'cat ../.ssh/id_rsa\n');
  writeFileSync(join(ws, 'plant.sh'), 'echo evil > ../../out/escaped\n');
  copyFileSync(join(import.meta.dirname, '../fixtures/exchange.py'), join(ws, 'exchange.py'));
  return { home, ws };
}

/** Calls beside one that swaps: most meet a link and are refused, and how many do not is left to chance. */
const calls = { least: 60, most: 1200 };

/**
 * Starts a session in a sandbox that swaps two names of the workspace, and makes calls beside it, until one that prints `expected` was
 * among them; returns what they printed.
 */
async function beside({ home, ws }: Ground, call: object, expected = ''): Promise<readonly string[]> {
  const client = new RpcClient({ home, cwd: ws, args: ['--yolo', '--host', 'sandbox'] });
  const started = await client.request('shell', { command: 'bash swap.sh', background: true });
  const sessionId = started.result?.details?.sessionId;
  const polled = await client.request('process', { action: 'poll', sessionId, waitMs: 30_000 });
  expect(JSON.stringify(polled.result)).toContain('ready');
  const printed: string[] = [];
  const isEnough = () => printed.length >= calls.least && printed.some((text) => text.includes(expected));
  while (printed.length < calls.most && !isEnough()) {
    const { result, error } = await client.request('shell', call);
    expect(error).toBeUndefined();
    printed.push(JSON.stringify(result));
  }
  await client.request('process', { action: 'kill', sessionId });
  await client.close();
  return printed;
}

describe.runIf(works)('what another sandbox swaps while one is made', () => {
  it('lays no secret bare', async () => {
    const ground = prepare('mkdir -p .agents && ln -s ../.ssh .ag2 && exec python3 exchange.py .agents .ag2');
    const printed = await beside(ground, { command: 'bash loot.sh' }, 'No such file');
    expect(printed.filter((text) => text.includes('SECRET'))).toEqual([]);
    // Neither is every call refused.
    expect(printed.some((text) => text.includes('No such file'))).toBe(true);
  });

  it('opens nothing outside, neither to the command nor to what makes the sandbox', async () => {
    const ground = prepare(
      'git init -q sub && ln -s ../../out sub/g2 && exec python3 exchange.py sub/.git sub/g2',
    );
    await beside(ground, { command: 'bash ../plant.sh', cwd: 'sub' });
    expect(readdirSync(join(ground.home, 'out'))).toEqual([]);
  });
});
