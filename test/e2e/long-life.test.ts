import { copyFileSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary } from '../helpers/binary.ts';
import { childrenOf, waitFor } from '../helpers/processes.ts';
import { closedAfterTest, RpcClient } from '../helpers/rpc-client.ts';
import { Home } from '../helpers/sessions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** Mebibytes of a field of /proc/PID/status. */
const memory = (pid: number, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  1024;

/** Spill files that a process has open. */
const openSpills = (pid: number): readonly string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      const path = readlinkSync(`/proc/${pid}/fd/${name}`);
      return path.includes('.spill') ? [path] : [];
    } catch {
      return [];
    }
  });

describe('a server that has nothing more to do', () => {
  it.each(['here', 'ü 日本 [x]'])(
    'lets go of what only its start has needed, and goes on: %s',
    async (name) => {
      const program = join(tempFolder(), name);
      copyFileSync(binary, program);
      const client = closedAfterTest(new RpcClient({ program: [program] }));
      const call = async (command: string) => (await client.request('shell', { command })).result;
      const pid = client.child.pid ?? 0;
      await call('true');
      await waitFor(() => memory(pid, 'VmRSS') < memory(pid, 'VmHWM') - 4, 'it holds less than it did');
      expect(await call('echo on')).toMatchObject({ status: 'completed' });
    },
  );

  it('keeps no dead process of a session whose keeper was killed', async () => {
    const home = new Home();
    const client = home.sidecar();
    const server = client.child.pid ?? 0;
    // From the first command on it is handed what loses its parent.
    await client.call('shell', { command: 'true' });
    const before = childrenOf(server).map(({ pid }) => pid);
    const id = await client.background('echo ready; sleep 60');
    await client.until(id, 'ready');
    process.kill(home.record(id).keeper.pid, 'SIGKILL');
    const others = () => childrenOf(server).filter(({ pid }) => !before.includes(pid));
    await waitFor(() => others().length === 0, 'all of it to be gone');
    expect((await client.ended(id)).details.status).toBe('lost');
  });

  it('keeps nothing of a call that failed behind much output: neither a file nor a handle', async () => {
    const home = new Home();
    const client = home.sidecar();
    const server = client.child.pid ?? 0;
    const command = 'yes | head -c 3000000; echo; sleep 60';
    const failing = client.call('shell', { command, yieldMs: 60_000 });
    await waitFor(() => openSpills(server).length === 1, 'the output to be kept');
    const [id = ''] = home.sessionIds();
    process.kill(home.record(id).keeper.pid, 'SIGKILL');
    expect(await failing).toMatchObject({ status: 'failed' });
    expect(openSpills(server)).toEqual([]);
    expect(readdirSync(join(home.folder, '.local/state/agent-tools/spill'))).toEqual([]);
  });
});

describe('a server whose session has lost its files', () => {
  it('says that it has ended, and goes on', async () => {
    const home = new Home();
    const client = home.sidecar();
    const id = await client.background('read line; echo "$line"');
    const exited = new Promise((resolve) => {
      client.onNotification = ({ method, params }) => {
        if (method === 'session/exited') resolve(params);
      };
    });
    // Neither a folder that can be read nor one that is gone.
    const { keeper } = home.record(id);
    rmSync(home.sessionFolder(id), { recursive: true });
    writeFileSync(home.sessionFolder(id), '');
    process.kill(keeper.pid, 'SIGTERM');
    expect(await exited).toMatchObject({ sessionId: id, status: 'killed', tail: '' });
    expect(await client.call('shell', { command: 'echo on' })).toMatchObject({ status: 'completed' });
    expect(client.stderr).toBe('');
  });
});
