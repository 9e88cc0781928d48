import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

it('stops everything for learned rules that are not valid, as for any configuration', async () => {
  const home = tempFolder();
  const folder = join(home, '.config/agent-tools');
  const file = join(folder, 'approvals.jsonc');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, '{"rules":[{"tool":"shell","allow":"npm test *","match":["npm publish"]}]}');
  expect(await runCli(['shell', 'ls'], { home })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`${file}:1`),
  });
  writeFileSync(file, '{"approval":{"security":"full"}}');
  expect(await runCli(['shell', 'touch x'], { home })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('nothing but "rules"'),
  });
  expect(readFileSync(file, 'utf8')).toContain('full');
});

it('loses no rule that processes keep at the same time, though only their configuration is shared', async () => {
  const home = tempFolder();
  const clients = await Promise.all(
    ['one', 'two', 'three', 'four'].map(async (name) => {
      const client = new RpcClient({ home, args: [], env: { XDG_STATE_HOME: join(home, name) } });
      client.onRequest = () => ({ choice: 'allow_always' });
      await client.request('initialize', { capabilities: { approvals: true } });
      return { client, name };
    }),
  );
  const commands = clients.flatMap(({ client, name }) =>
    Array.from({ length: 15 }, (_, index) => ({ client, command: `touch ${name}-${index}` })),
  );
  const answers = await Promise.all(
    commands.map(({ client, command }) => client.request('shell', { command })),
  );
  expect(answers.map(({ result }) => result?.notices)).toEqual(answers.map(() => []));
  const kept = readFileSync(join(home, '.config/agent-tools/approvals.jsonc'), 'utf8');
  expect(commands.filter(({ command }) => !kept.includes(`"${command}"`))).toEqual([]);
  await Promise.all(clients.map(({ client }) => client.close()));
});

/** Replaces a file with an empty list of rules 50 times, each time under the lock of the file that is there. */
const replacing = `
import fcntl, os, sys, time
path = sys.argv[1]
def locked(place):
    file = open(place, 'w')
    file.write('{"rules":[]}')
    file.flush()
    fcntl.flock(file, fcntl.LOCK_EX)
    return file
held = locked(path)
print('held', flush=True)
for turn in range(50):
    time.sleep(0.1)
    following = locked(path + '.next')
    os.rename(path + '.next', path)
    held.close()
    held = following
`;

it('keeps a rule after all who replace the file under its lock', { tags: ['slow'] }, async () => {
  const home = tempFolder();
  const folder = join(home, '.config/agent-tools');
  const file = join(folder, 'approvals.jsonc');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const client = new RpcClient({ home, args: [] });
  const holders: Promise<unknown>[] = [];
  client.onRequest = async () => {
    const holder = spawn('python3', ['-c', replacing, file], { stdio: 'pipe' });
    holders.push(once(holder, 'exit'));
    await once(holder.stdout, 'data');
    return { choice: 'allow_always' };
  };
  await client.request('initialize', { capabilities: { approvals: true } });
  const { result } = await client.request('shell', { command: 'touch a' });
  await Promise.all(holders);
  expect(result?.notices).toEqual([]);
  expect(holders).toHaveLength(1);
  expect(readFileSync(file, 'utf8')).toContain('"touch a"');
  await client.close();
});
