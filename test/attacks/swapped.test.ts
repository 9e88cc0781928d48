import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const exchanger = join(import.meta.dirname, '../fixtures/exchange.py');

/** Whether the file system of temp folders can exchange two names. */
function canExchange(): boolean {
  const folder = tempFolder();
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  for (const path of [one, other]) mkdirSync(path);
  return spawnSync('python3', [exchanger, one, other], { input: '' }).status === 0;
}

let outside: string;
let work: string;
let client: RpcClient;
let swapping: ChildProcess;

/** A workspace whose folder `box` is a symlink to outside half of the time, and a call that finds it so is refused. */
beforeEach(async () => {
  const home = realpathSync(tempFolder());
  outside = realpathSync(tempFolder());
  work = join(home, 'work');
  mkdirSync(join(work, 'box'), { recursive: true });
  writeFileSync(join(work, 'box/notes.txt'), 'inside\n');
  writeFileSync(join(outside, 'notes.txt'), 'secret\n');
  symlinkSync(outside, join(work, 'trap'));
  mkdirSync(join(home, '.config/agent-tools'), { recursive: true });
  const config = {
    approval: { ask: 'off' },
    workspace: { restrict: true },
    rules: [
      { tool: ['write', 'edit'], allow: '**' },
      { tool: 'shell', allow: 'touch *' },
    ],
  };
  writeFileSync(join(home, '.config/agent-tools/config.json'), JSON.stringify(config));
  client = new RpcClient({ home, cwd: work, args: [] });
  swapping = spawn('python3', [exchanger, join(work, 'box'), join(work, 'trap')]);
  swapping.stdin?.on('error', () => {});
  await once(swapping.stdout ?? swapping, 'data');
});

afterEach(async () => {
  const ended = swapping.exitCode === null ? once(swapping, 'close') : null;
  swapping.stdin?.end();
  await ended;
  await client.close();
});

interface Answer {
  readonly status: string;
  readonly isError: boolean;
  readonly text: string;
}

/** Makes the call until it has been done `times` times, and twenty times as often in all. */
async function repeat(
  times: number,
  method: string,
  paramsOf: (round: number) => object,
): Promise<readonly Answer[]> {
  const done: Answer[] = [];
  for (let round = 0; done.length < times || round < 20 * times; round += 1) {
    const { result, error } = await client.request(method, paramsOf(round));
    expect(error).toBeUndefined();
    const { status, isError, content, message } = JSON.parse(JSON.stringify(result));
    const text = content.map((item: { readonly text?: string }) => item.text ?? '').join('');
    expect(`${text} ${message}`).not.toContain('secret');
    if (status === 'completed' && !isError) done.push({ status, isError, text });
    if (round > 200 * times) throw new Error(`only ${done.length} of ${round} calls were done: ${message}`);
  }
  return done;
}

/** The folder that was `box` at first, under whichever name it has now. */
function boxNow(): string {
  const names = ['box', 'trap'].map((name) => join(work, name));
  return names.find((path) => !lstatSync(path).isSymbolicLink()) ?? '';
}

describe.skipIf(!canExchange())('a folder that is swapped for a symlink while calls run', () => {
  it.each<[name: string, method: string, paramsOf: (round: number) => object]>([
    ['write', 'write', (round) => ({ path: `box/new-${round % 7}.txt`, content: `${round}\n` })],
    ['append', 'write', () => ({ path: 'box/log.txt', content: 'line\n', mode: 'append' })],
    ['write with folders', 'write', (round) => ({ path: `box/a${round}/b/c.txt`, content: 'x\n' })],
  ])('%s writes nothing outside', async (_, method, paramsOf) => {
    await repeat(25, method, paramsOf);
    swapping.stdin?.end();
    await once(swapping, 'close');
    expect(readdirSync(outside)).toEqual(['notes.txt']);
    expect(readdirSync(boxNow()).length).toBeGreaterThan(1);
  });

  it('edit changes nothing outside', async () => {
    writeFileSync(join(outside, 'notes.txt'), 'inside\n');
    await repeat(25, 'edit', (round) => ({
      path: 'box/notes.txt',
      edits: [{ old: 'inside', new: `inside ${round % 10}` }],
    }));
    expect(readFileSync(join(outside, 'notes.txt'), 'utf8')).toBe('inside\n');
  });

  it('read reads nothing outside', async () => {
    const done = await repeat(60, 'read', () => ({ path: 'box/notes.txt' }));
    expect(new Set(done.map(({ text }) => text))).toEqual(new Set(['     1\tinside']));
  });

  it('a command runs in the folder that was judged', async () => {
    const done = await repeat(25, 'shell', () => ({ command: 'cat notes.txt', cwd: 'box' }));
    expect(new Set(done.map(({ text }) => text))).toEqual(new Set(['inside\n']));
    await repeat(25, 'shell', (round) => ({ command: `touch made-${round}`, cwd: 'box' }));
    expect(readdirSync(outside)).toEqual(['notes.txt']);
  });

  it('a program without a shell does too', async () => {
    await repeat(25, 'shell', (round) => ({ argv: ['touch', `made-${round}`], cwd: 'box' }));
    expect(readdirSync(outside)).toEqual(['notes.txt']);
  });
  it('grep finds nothing outside', async () => {
    await repeat(15, 'grep', () => ({ pattern: 'inside|secret', path: 'box', glob: '*.txt' }));
  });

  it('glob lists nothing outside', async () => {
    writeFileSync(join(outside, 'secret.txt'), '');
    await repeat(15, 'glob', () => ({ pattern: '*.txt', path: 'box' }));
  });
});
