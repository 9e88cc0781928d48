import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

let home: string;
let cwd: string;
let client: RpcClient;
let spill: string;

beforeAll(async () => {
  home = realpathSync(tempFolder());
  cwd = join(home, 'work');
  mkdirSync(cwd);
  client = new RpcClient({ home, cwd, args: [] });
  const { result } = await client.request('shell', { command: 'seq 30000' });
  const output = Object(result?.details?.output);
  spill = output.spillPath;
  expect(result?.notices).toEqual([expect.stringContaining(`${spill} (page it with read and offset`)]);
});
afterAll(() => client.close());

const filled = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('SPILL', spill));
const textOf = (result: unknown) => Object(result).content?.[0]?.text;

describe('the file of output that was cut can be read as its notice says', () => {
  it.each([
    ['read', { path: 'SPILL', offset: 12_345, limit: 1 }, ' 12345\t12345'],
    ['read', { path: 'SPILL', offset: -1 }, ' 30000\t30000'],
    ['grep', { path: 'SPILL', pattern: '^2999[89]$', lineNumbers: false }, '2999'],
    ['shell', { command: 'tail -n 1 SPILL' }, '30000'],
    ['shell', { command: 'wc -l < SPILL' }, '30000'],
  ])('%s %j', async (tool, input, expected) => {
    const { result } = await client.request(tool, filled(input));
    expect(result).toMatchObject({ status: 'completed', isError: false });
    expect(textOf(result)).toContain(expected);
  });

  it.each([
    ['under full', ['--yolo']],
    ['when everything else is asked about', ['--ask', 'always']],
  ])('%s', async (_, flags) => {
    const { status } = await runCli(['read', ...flags, spill, '--limit', '1'], { home, cwd });
    expect(status).toBe(0);
  });

  it.each([
    'cp SPILL copied && tail -n 1 copied',
    'dd if=SPILL of=copied && tail -n 1 copied',
    'tar cf - SPILL | tar xOf -',
  ])('and kept elsewhere: %s', async (command) => {
    const { status, stdout } = await runCli(['shell', '--yolo', '--quiet', filled(command)], { home, cwd });
    expect(status).toBe(0);
    expect(stdout.toString().trimEnd().endsWith('30000')).toBe(true);
  });

  it('in a closed workspace', async () => {
    const env = { AGENT_TOOLS_WORKSPACE_RESTRICT: 'true' };
    expect((await runCli(['read', spill, '--limit', '1'], { home, cwd, env })).status).toBe(0);
    expect((await runCli(['shell', `tail -n 1 ${spill}`], { home, cwd, env })).status).toBe(0);
  });
});

describe('the notice names a command that shows what was not shown', () => {
  it.each([
    ['text with NULs', 'printf "a=1\\0b=2\\0"', /it is text with NULs: (tr .+) in shell/, 'a=1\nb=2\n'],
    ['a long line', `printf '%02500d7' 0`, /\((cut .+) in shell goes on/, `${'0'.repeat(500)}7\n`],
  ])('%s', async (_, command, named, rest) => {
    const { result } = await client.request('shell', { command });
    const part = named.exec(String(result?.notices))?.[1] ?? '';
    const file = Object(result?.details?.output).spillPath;
    const { result: shown } = await client.request('shell', {
      command: part.includes(file) ? part : `${part} ${file}`,
    });
    expect(textOf(shown)).toBe(rest);
  });
});

describe('what lies beside it stays closed, under full too', () => {
  it.each([
    ['writing it', ['write', 'SPILL', '--content', 'x']],
    ['a redirect into it', ['shell', 'echo x > SPILL']],
    ['a program that writes it', ['shell', 'ls | tee SPILL']],
    ['removing it', ['shell', 'rm SPILL']],
    ['moving it away', ['shell', 'mv SPILL x']],
    ['copying over it', ['shell', 'cp /etc/passwd SPILL']],
    ['packing it in its place', ['shell', 'gzip SPILL']],
    ['the names of others by a command', ['shell', 'ls FOLDER']],
    ['searching all of them', ['grep', '1', 'FOLDER']],
    ['a link to what decides', ['read', 'FOLDER/link.spill']],
    ['the folder above', ['read', 'FOLDER/../approvals/x.spill']],
    ['a folder of that name that leads there', ['read', 'WORK/spill/secret.json']],
  ])('%s', async (_, args) => {
    const folder = dirname(spill);
    const config = join(home, '.config/agent-tools');
    mkdirSync(config, { recursive: true });
    mkdirSync(join(folder, '../approvals'), { recursive: true });
    writeFileSync(join(config, 'config.json'), '{}');
    writeFileSync(join(folder, '../approvals/x.spill'), '{}');
    writeFileSync(join(folder, '../secret.json'), '{}');
    const links = [
      [join(config, 'config.json'), join(folder, 'link.spill')],
      [dirname(folder), join(cwd, 'spill')],
    ] as const;
    for (const [target, path] of links) {
      try {
        symlinkSync(target, path);
      } catch {}
    }
    const words = args.map((word) =>
      word.replaceAll('SPILL', spill).replaceAll('FOLDER', folder).replaceAll('WORK', cwd),
    );
    const { status, stderr } = await runCli([words[0] ?? '', '--yolo', ...words.slice(1)], { home, cwd });
    expect(stderr).toMatch(/belongs to the policy itself|which may only be read/);
    expect(status).toBe(126);
    const { result } = await client.request('read', { path: join(folder, basename(spill)), limit: 1 });
    expect(textOf(result)).toBe('     1\t1');
  });
});
