import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Home, type SessionRpc, textOf } from '../helpers/sessions.ts';

const home = new Home();
let client: SessionRpc;
beforeAll(() => {
  client = home.rpc();
});
afterAll(() => client.close());

const lines = ['a 😀 b', 'café au lait → “x”', 'e\u0301te\u0301 日本 go', 'plain', '漢字: é, ß'];
const pty = { pty: true, cols: 60, rows: 12 };

it('vim, which names the place behind each character that terminals may count in another way', async (context) => {
  if (spawnSync('sh', ['-c', 'command -v vim']).status !== 0) context.skip('vim is not installed');
  writeFileSync(join(home.folder, 'wide'), `${lines.join('\n')}\n`);
  const id = await client.background("vim -u NONE --cmd 'set encoding=utf-8' wide", pty);
  await client.until(id, '^a 😀 b *$');
  await client.until(id, '^~');
  expect(textOf(await client.process('screen', id))).toContain(lines.join('\n'));
  expect((await client.output(id)).split('\n').map((line) => line.trimEnd())).toEqual(
    expect.arrayContaining(lines),
  );
  await client.process('send-keys', id, { keys: [':q!', 'Enter'] });
  await client.ended(id);
});

it('a script that does so', async () => {
  const script = "printf '\\033[H\\033[2J\\033[1;1Ha 😀\\033[1;6Hb\\r\\ncafé\\033[2;6Hau\\r\\n'";
  const id = await client.background(script, pty);
  expect((await client.ended(id)).details).toMatchObject({ exitCode: 0 });
  expect(await client.output(id)).toBe('a 😀 b\ncafé au\n');
});
