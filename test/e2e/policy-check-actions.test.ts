import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const base = realpathSync(tempFolder());
const cwd = join(base, 'work');

beforeAll(() => {
  mkdirSync(join(cwd, 'sub'), { recursive: true });
  symlinkSync(base, join(cwd, 'out'));
});

describe('what a path is touched for', () => {
  it.each([
    ['cat a', 'read', join(cwd, 'a')],
    ['cat /etc/hostname', 'read', '/etc/hostname'],
    ['ls sub', 'read', join(cwd, 'sub')],
    ['echo x > a', 'edit', join(cwd, 'a')],
    ['cd sub && echo x > a', 'edit', join(cwd, 'sub/a')],
    ['echo x > out/a', 'edit_outside', join(base, 'a')],
    [`echo x > ${base}/a`, 'edit_outside', join(base, 'a')],
    ['echo x > ~/a', 'edit_outside', join(base, 'a')],
  ])('policy check labels %s', async (command, action, path) => {
    const { stdout } = await runCli(['policy', 'check', '--json', command], { home: base, cwd });
    expect(JSON.parse(stdout.toString()).effects).toContainEqual(expect.objectContaining({ action, path }));
  });

  it.each([
    ['in', join(cwd, 'new'), 'edit'],
    ['outside', join(base, 'new'), 'edit_outside'],
  ])('is told to whoever is asked about an edit %s the workspace', async (_where, path, action) => {
    const asked: string[] = [];
    const client = new RpcClient({ home: base, cwd, args: [] });
    client.onRequest = (method, params) => {
      asked.push(`${method} ${JSON.stringify(params)}`);
      return { choice: 'reject_once' };
    };
    await client.request('initialize', { capabilities: { approvals: true } });
    await client.request('write', { path, content: 'x' });
    expect(asked).toEqual([expect.stringContaining(`asked: ${action} ${path}: `)]);
    expect(await client.close()).toBe(0);
  });
});
