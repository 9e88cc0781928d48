import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { closedAfterTest, RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

let home: string;
beforeEach(() => {
  home = realpathSync(tempFolder());
});

const lines = (count: number, word: string): string =>
  Array.from({ length: count }, (_, index) => `${word} ${index}\n`).join('');
const change = (index: number) => ({ old: `old ${index}\n`, new: `new ${index}\n` });

describe('edits of one file at the same time', () => {
  let client: RpcClient;
  beforeEach(() => {
    client = new RpcClient({ home, cwd: home });
  });
  afterEach(() => client.close());

  it('are all made, one after the other', { tags: ['slow'] }, async () => {
    writeFileSync(join(home, 'a.txt'), lines(150, 'old'));
    const calls = Array.from({ length: 150 }, (_, index) =>
      client.request('edit', { path: 'a.txt', ...change(index) }),
    );
    const statuses = (await Promise.all(calls)).map(({ result }) => result?.status);
    expect(statuses).toEqual(statuses.map(() => 'completed'));
    expect(readFileSync(join(home, 'a.txt'), 'utf8')).toBe(lines(150, 'new'));
  });

  it('are all made where it has several names', { tags: ['slow'] }, async () => {
    writeFileSync(join(home, 'a.txt'), lines(30, 'old'));
    linkSync(join(home, 'a.txt'), join(home, 'b.txt'));
    const calls = Array.from({ length: 30 }, (_, index) =>
      client.request('edit', { path: index % 2 === 0 ? 'a.txt' : 'b.txt', ...change(index) }),
    );
    const statuses = (await Promise.all(calls)).map(({ result }) => result?.status);
    expect(statuses).toEqual(statuses.map(() => 'completed'));
    expect(readFileSync(join(home, 'a.txt'), 'utf8')).toBe(lines(30, 'new'));
  });

  it('are made on what those before made of it', async () => {
    writeFileSync(join(home, 'a.txt'), 'v0\n');
    const calls = Array.from({ length: 9 }, (_, index) =>
      client.request('edit', {
        path: index % 2 === 0 ? 'a.txt' : './a.txt',
        old: `v${index}`,
        new: `v${index + 1}`,
      }),
    );
    const statuses = (await Promise.all(calls)).map(({ result }) => result?.status);
    expect(statuses).toEqual(statuses.map(() => 'completed'));
    expect(readFileSync(join(home, 'a.txt'), 'utf8')).toBe('v9\n');
  });

  it.each([['a.txt'], ['new.txt']])('and writes of %s are all made, the last one last', async (path) => {
    writeFileSync(join(home, 'a.txt'), 'one\n');
    const calls = Array.from({ length: 9 }, (_, index) =>
      client.request('write', { path, content: `v${index}` }),
    );
    const statuses = (await Promise.all(calls)).map(({ result }) => result?.status);
    expect(statuses).toEqual(statuses.map(() => 'completed'));
    expect(readFileSync(join(home, path), 'utf8')).toBe('v8');
  });

  it('that do not go together are one that is made, and others that are told of it', async () => {
    writeFileSync(join(home, 'a.txt'), 'one\n');
    const calls = ['two', 'three', 'four'].map((word) =>
      client.request('edit', { path: 'a.txt', old: 'one', new: word }),
    );
    const results = (await Promise.all(calls)).map(({ result }) => result);
    expect(results.filter((result) => result?.status === 'completed')).toHaveLength(1);
    for (const result of results)
      if (result?.status !== 'completed')
        expect(result?.message).toMatch(/^Cannot edit "a\.txt": "old" occurs nowhere/);
  });

  it('with a hash are made on that content alone', async () => {
    writeFileSync(join(home, 'a.txt'), lines(2, 'old'));
    const { result: page } = await client.request('read', { path: 'a.txt' });
    const expectedHash = page?.details?.hash;
    const calls = [0, 1].map((index) =>
      client.request('edit', { path: 'a.txt', ...change(index), expectedHash }),
    );
    const statuses = (await Promise.all(calls)).map(({ result }) => result?.status);
    expect(statuses.sort()).toEqual(['completed', 'failed']);
  });
});

it.each([
  ['one state folder', () => ({})],
  ['several', (index: number) => ({ XDG_STATE_HOME: join(home, `state-${index}`) })],
])('edits of one file by several processes are all made, with %s', { tags: ['slow'] }, async (_name, env) => {
  writeFileSync(join(home, 'a.txt'), lines(6, 'old'));
  const runs = Array.from({ length: 6 }, (_, index) => {
    const { old, new: fresh } = change(index);
    const args = ['--yolo', 'edit', 'a.txt', '--old', old, '--new', fresh];
    return runCli(args, { home, cwd: home, env: env(index) });
  });
  expect((await Promise.all(runs)).map(({ status, stderr }) => [status, stderr])).toEqual(
    runs.map(() => [0, '']),
  );
  expect(readFileSync(join(home, 'a.txt'), 'utf8')).toBe(lines(6, 'new'));
});

it('edits by eight servers, each one after the other, are all made', { tags: ['slow'] }, async () => {
  const [servers, each] = [8, 20];
  writeFileSync(join(home, 'a.txt'), lines(servers * each, 'old'));
  const runs = Array.from({ length: servers }, async (_, server) => {
    const client = new RpcClient({ home, cwd: home });
    const failed: unknown[] = [];
    for (let index = server * each; index < (server + 1) * each; index += 1) {
      const { result } = await client.request('edit', { path: 'a.txt', ...change(index) });
      if (result?.status !== 'completed') failed.push(result?.message);
    }
    await client.close();
    return failed;
  });
  expect((await Promise.all(runs)).flat()).toEqual([]);
  expect(readFileSync(join(home, 'a.txt'), 'utf8')).toBe(lines(servers * each, 'new'));
});

it('an edit that a person was asked about is not made where the file changed since', async () => {
  const path = join(home, 'a.txt');
  writeFileSync(path, lines(2, 'old'));
  const client = closedAfterTest(new RpcClient({ home, cwd: home, args: [] }));
  let asked = 0;
  client.onRequest = () => {
    asked += 1;
    writeFileSync(path, `more\n${lines(2, 'old')}`);
    return { choice: 'allow_once' };
  };
  await client.request('initialize', { capabilities: { approvals: true } });
  const { result } = await client.request('edit', { path: 'a.txt', ...change(1) });
  expect([asked, result?.status]).toEqual([1, 'failed']);
  expect(result?.message).toMatch(/^Cannot edit "a\.txt": it changed meanwhile, /);
  expect(readFileSync(path, 'utf8')).toBe(`more\n${lines(2, 'old')}`);
});

it('an edit is made though a program keeps the file locked while it runs', { tags: ['slow'] }, async () => {
  writeFileSync(join(home, 'a.txt'), 'old 0\n');
  const holder = spawn('flock', [join(home, 'a.txt'), 'sh', '-c', 'echo held; cat'], { stdio: 'pipe' });
  const ended = once(holder, 'exit');
  await once(holder.stdout, 'data');
  const run = await runCli(['--yolo', 'edit', 'a.txt', '--old', 'old', '--new', 'new'], { home, cwd: home });
  holder.stdin.end();
  await ended;
  expect([run.status, run.stderr]).toEqual([0, '']);
  expect(readFileSync(join(home, 'a.txt'), 'utf8')).toBe('new 0\n');
});
