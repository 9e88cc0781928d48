import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv, runCli } from '../helpers/binary.ts';
import { waitFor } from '../helpers/processes.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

describe('a command line whose output nobody reads', () => {
  it.each([
    ['SIGTERM', 143, '--no-cap'],
    ['SIGINT', 130, '--no-cap'],
    ['SIGTERM', 143, '--pty'],
    ['SIGTERM', 143, '--no-cap --yield-ms 100000'],
  ] as const)('ends by %s with %d: shell %s', async (signal, status, flags) => {
    const home = tempFolder();
    const started = join(home, 'started');
    const words = ['shell', ...flags.split(' '), '--yolo', `touch '${started}'; yes`];
    const child = spawn(binary, words, {
      cwd: home,
      env: cleanEnv(home),
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 120_000,
      killSignal: 'SIGKILL',
    });
    const ended = once(child, 'exit');
    await waitFor(() => existsSync(started), 'the command runs');
    child.kill(signal);
    expect(await ended).toEqual([status, null]);
  });

  it('ends by a signal though it runs no command', () => {
    const home = tempFolder();
    // What it has to say has more bytes than a pipe holds.
    const script =
      'mkfifo pipe; exec 3<>pipe; "$0" completion fish >&3 & ' +
      'while kill -TERM $! 2>/dev/null; do sleep 0.1; done; wait $!; echo $?';
    const { stdout } = spawnSync('bash', ['-c', script, binary], { cwd: home, env: cleanEnv(home) });
    expect(stdout.toString()).toBe('143\n');
  });

  it.each([
    ['while a command is waited for and held back', '--yield-ms 100000 yes', 'y\n'],
    ['before a command would go on in the background', '--yield-ms 800 yes', 'y\n'],
    ['before one that prints no more would', "--yield-ms 800 'echo y; sleep 60'", 'y\n'],
    ['before one would whose Outcome nobody reads', "--json --yield-ms 300 'sleep 60'", ''],
  ])('ends quietly when its reader goes away, also %s', async (_, words, printed) => {
    const home = tempFolder();
    const reader = printed === '' ? 'exec 0<&-' : 'head -1';
    const line =
      `'${binary}' shell --yolo ${words} | { ${reader}; }; echo "\${PIPESTATUS[@]}"; ` +
      `'${binary}' --yolo process list 2>&1`;
    const child = spawn('bash', ['-c', line], { cwd: home, env: cleanEnv(home) });
    let said = '';
    child.stdout.on('data', (part: Buffer) => {
      said += part;
    });
    await new Promise((resolve) => child.on('close', resolve));
    expect(said).toBe(`${printed}141 0\nagent-tools: No sessions in this workspace.\n`);
  });
});

describe('a command that prints faster than it is read', () => {
  it('goes on in the background once its time is up', async () => {
    const home = tempFolder();
    const { stdout } = await runCli(['--json', '--yolo', 'shell', '--yield-ms', '200', 'yes'], { home });
    const { status, details } = JSON.parse(stdout.toString());
    expect(status).toBe('running');
    const removed = await runCli(['--yolo', 'process', 'remove', details.sessionId], { home });
    expect(removed.status).toBe(0);
  });

  it('keeps no other request waiting for its end', async () => {
    const client = new RpcClient();
    const order: string[] = [];
    const note = (name: string) => () => order.push(name);
    const running = client.request('shell', { command: 'yes', yieldMs: 120_000 });
    const ended = running.then(note('yes'));
    await client.request('shell', { command: 'true' }).then(note('true'));
    await client.request('ping').then(note('ping'));
    await client.notify('$/cancelRequest', { id: 1 });
    await ended;
    expect(order).toEqual(['true', 'ping', 'yes']);
    await client.close();
  });

  it('in a terminal is told as it comes, with everything else heard and in bounded memory', async () => {
    const client = new RpcClient();
    const flood = { command: 'yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', pty: true, timeout: 250 };
    const running = [1, 2].map(() => client.request('shell', { ...flood, _meta: { stream: true } }));
    await waitFor(() => client.notifications.length > 200, 'it is told');
    await client.request('ping');
    client.notify('$/cancelRequest', { id: 1 });
    client.notify('$/cancelRequest', { id: 2 });
    for (const answer of running) {
      const { error } = await answer;
      expect(error).toMatchObject({
        code: -32800,
        data: { status: 'cancelled', details: { cancelled: true } },
      });
    }
    const peak = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${client.child.pid}/status`, 'utf8'))?.[1];
    expect(Number(peak)).toBeLessThan(400 * 1024);
    await client.close();
  });
});
