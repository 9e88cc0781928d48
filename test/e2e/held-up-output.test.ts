import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const lines = 300_000;
/** More than our queue, the pipes and what the runtime reads ahead hold together. */
const all = Array.from({ length: lines }, (_, index) => `${index + 1}\n`).join('');

function start(words: readonly string[]) {
  const home = tempFolder();
  const argv = ['--yolo', '--no-cap', '--quiet', 'shell', ...words];
  const child = spawn(binary, argv, { cwd: home, env: cleanEnv(home), stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const read = async (): Promise<string> => {
    const parts: Buffer[] = [];
    for await (const part of child.stdout) parts.push(part as Buffer);
    return Buffer.concat(parts).toString();
  };
  return { child, exited, read };
}

describe('a command whose output is read late', () => {
  it.each([
    ['ends by itself', (end: string) => `seq 1 ${lines}; : ${end}`, 0],
    ['leaves something that holds its output', (end: string) => `sleep ${end} & seq 1 ${lines}`, 0],
    ['fails', (end: string) => `seq 1 ${lines}; : ${end}; exit 3`, 3],
  ])('loses none of it when it %s', { timeout: 60_000 }, async (_, command, status) => {
    const seconds = uniqueSleep();
    const { child, exited, read } = start([command(seconds)]);
    try {
      // Well past the time for which the pipes of a command that has ended are listened to.
      await delay(1500);
      const text = await read();
      expect([text.length, text === all, await exited]).toEqual([all.length, true, status]);
    } finally {
      for (const pid of processesWith(`sleep\0${seconds}`)) process.kill(pid, 'SIGKILL');
      child.kill('SIGKILL');
    }
  });

  it('loses none of it when this program does not run for a moment around its end', {
    timeout: 120_000,
  }, async () => {
    for (let run = 0; run < 12; run += 1) {
      const seconds = uniqueSleep();
      const { child, exited, read } = start([`sleep ${seconds} & sleep 0.05; seq 1 ${lines}`]);
      try {
        const text = read();
        await waitFor(() => processesWith(`sleep\0${seconds}`).length > 0, 'it to run');
        await delay(30 + run * 5);
        child.kill('SIGSTOP');
        await delay(400);
        child.kill('SIGCONT');
        expect([(await text).length, await exited]).toEqual([all.length, 0]);
      } finally {
        for (const pid of processesWith(`sleep\0${seconds}`)) process.kill(pid, 'SIGKILL');
        child.kill('SIGKILL');
      }
    }
  });

  it('is not idle while it is held up', { timeout: 60_000 }, async () => {
    const { child, exited, read } = start(['--idle-timeout', '1', `seq 1 ${lines}; seq 1 ${lines}`]);
    try {
      await delay(3000);
      expect(await read()).toBe(all + all);
      expect(await exited).toBe(0);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
