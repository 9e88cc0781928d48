import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { elsewhere, hasNamespaces } from '../helpers/namespaces.ts';
import { childrenOf, isAlive, processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const servers: ChildProcess[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.kill('SIGKILL');
});

/** A server that is the first process of a PID namespace, as in a container without an init, and its pid out here. */
async function startFirst(
  kind: 'rpc' | 'mcp',
): Promise<{ readonly server: ChildProcess; readonly pid: number }> {
  const home = tempFolder();
  const [name = '', ...words] = elsewhere;
  const server = spawn(name, [...words, binary, kind, '--yolo'], {
    cwd: home,
    env: cleanEnv(home),
    stdio: 'pipe',
  });
  servers.push(server);
  server.stdin?.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await new Promise((resolve) => server.stdout?.once('data', resolve));
  const [child] = childrenOf(server.pid ?? 0);
  return { server, pid: child?.pid ?? 0 };
}

/** Runs a script in the namespaces of a process, as `docker exec` does. */
function runBeside(pid: number, script: string): void {
  const words = ['-U', '--preserve-credentials', '-p', '-t', `${pid}`, 'sh', '-c', script];
  expect(spawnSync('nsenter', words, { stdio: 'ignore', timeout: 20_000 }).status).toBe(0);
}

describe.runIf(hasNamespaces)('a server that is the first process of its container', () => {
  it.each(['rpc', 'mcp'] as const)('%s reaps the orphans of what others start there', async (kind) => {
    const { pid } = await startFirst(kind);
    const seconds = uniqueSleep();
    for (let round = 0; round < 2; round += 1) {
      runBeside(pid, `(sleep ${seconds} &); (setsid sleep ${seconds} &)`);
      const orphans = (): readonly number[] => processesWith(`sleep\0${seconds}`);
      // The shell's own children first, which are theirs before they become what they run.
      await waitFor(() => childrenOf(pid).length === 2 && orphans().length === 2, 'it to be their parent');
      for (const orphan of orphans()) process.kill(orphan, 'SIGTERM');
      await expect.poll(() => childrenOf(pid)).toEqual([]);
    }
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)('heeds %s, which the first process ignores by default', async (signal, status) => {
    const { server, pid } = await startFirst('rpc');
    const seconds = uniqueSleep();
    const command = `setsid sleep ${seconds} & trap '' TERM; sleep ${seconds}`;
    const call = { jsonrpc: '2.0', id: 2, method: 'shell', params: { command } };
    server.stdin?.write(`${JSON.stringify(call)}\n`);
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 2, 'the command to run');
    const exited = new Promise((resolve) => server.once('exit', resolve));
    process.kill(pid, signal);
    expect(await exited).toBe(status);
    expect(isAlive(pid)).toBe(false);
    expect(processesWith(seconds)).toEqual([]);
  });
});
