import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** KiB that are too few for the runtime to map what it would call libc by, and those in which it has no room for large texts. */
const [withoutCalls, withoutRoom] = [1_500_000, 700_000];
const limited = (kilobytes: number) => ['bash', '-c', `ulimit -v ${kilobytes}; exec "$@"`, 'bash', binary];
const starts = (kilobytes: number) =>
  process.platform === 'linux' &&
  spawnSync('bash', [...limited(kilobytes).slice(1), '--version']).status === 0;

const reason = 'the runtime may not map the gigabyte that its system calls need';

describe.runIf(starts(withoutCalls))('a limit of memory in which no system calls can be bound', () => {
  it('is named by env and by what needs a sandbox', () => {
    const home = tempFolder();
    const run = (...words: string[]) =>
      spawnSync('bash', [...limited(withoutCalls).slice(1), ...words], {
        cwd: home,
        env: cleanEnv(home),
        encoding: 'utf8',
      });
    const { sandbox } = JSON.parse(run('--json', 'env').stdout);
    expect(sandbox).toMatchObject({ level: 'none', reason: expect.stringContaining(`${reason}; it needs`) });
    const { status, stderr } = run('--yolo', '--host', 'sandbox', 'shell', 'true');
    expect(status).toBe(1);
    expect(stderr).toContain(`Cannot run in "the sandbox": ${reason}; it needs a higher limit of memory`);
  });

  it('is told by a server at its start', async () => {
    const [program = '', ...words] = limited(withoutCalls);
    const client = new RpcClient({ program: [program, ...words] });
    expect(await client.request('shell', { command: 'echo hi' })).toMatchObject({
      result: { status: 'completed' },
    });
    const fed = client.request('shell', { command: 'cat', _meta: { stdin: true } });
    expect(await fed).toMatchObject({
      error: { message: expect.stringContaining(`Cannot feed "standard input": ${reason}`) },
    });
    await client.close();
    expect(client.stderr).toContain(`agent-tools: ${reason}, so commands outlive a server that is killed`);
  });
});

describe.runIf(starts(withoutRoom))('a limit of memory that a call passes', () => {
  it('fails that call alone', { tags: ['slow'] }, async () => {
    const home = tempFolder();
    writeFileSync(join(home, 'big'), 'word and more\n'.repeat(6_000_000));
    const [program = '', ...words] = limited(withoutRoom);
    const client = new RpcClient({ home, program: [program, ...words] });
    const edit = client.request('edit', { path: 'big', old: 'none', new: 'x' });
    const answer = await Promise.race([edit, client.exited]);
    expect(answer).toMatchObject({
      result: { status: 'failed', message: expect.stringContaining('may have no more memory') },
    });
    expect(await client.request('ping')).toMatchObject({ result: {} });
    await client.close();
  });
});

describe.runIf(process.platform === 'linux')('many places of one edit', () => {
  it('take memory for the text, and none for each of them', { tags: ['slow'] }, async () => {
    const home = tempFolder();
    writeFileSync(join(home, 'table'), 'a\t'.repeat(8_000_000));
    const client = new RpcClient({ home });
    const edit = { path: 'table', old: '\t', new: ',', replaceAll: true };
    expect(await client.request('edit', edit)).toMatchObject({
      result: { details: { replacements: 8_000_000 } },
    });
    const peak = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${client.child.pid}/status`, 'utf8'))?.[1];
    expect(Number(peak)).toBeLessThan(400_000);
    expect(readFileSync(join(home, 'table'), 'latin1') === 'a,'.repeat(8_000_000)).toBe(true);
    await client.close();
  });
});
