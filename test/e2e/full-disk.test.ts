import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, runCli } from '../helpers/binary.ts';
import { closedAfterTest } from '../helpers/rpc-client.ts';
import { SessionRpc } from '../helpers/sessions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const start = ['unshare', '--user', '--map-root-user', '--mount', 'bash', '-c'] as const;
const mounting = 'mount -t tmpfs -o size=300k,nr_inodes=60 none disk';
const canMount = spawnSync(start[0], [...start.slice(1), 'mount -t tmpfs none /mnt']).status === 0;
if (!canMount) process.stderr.write('Skipped: a full disk (no file system can be mounted here)\n');

/** A server whose state is on a small disk, and where that is seen from here. */
async function onSmallDisk(required: boolean) {
  const home = tempFolder();
  mkdirSync(join(home, 'disk'));
  const rpc = new SessionRpc({
    home,
    env: { XDG_STATE_HOME: join(home, 'disk'), AGENT_TOOLS_AUDIT_REQUIRED: String(required) },
    program: [...start, `${mounting} && exec "$0" "$@"`, binary],
    args: ['--security', 'allowlist', '--ask', 'on-miss'],
  });
  await rpc.request('initialize', { capabilities: { approvals: true } });
  return { rpc: closedAfterTest(rpc), home, disk: `/proc/${rpc.child.pid}/root${home}/disk` };
}

/** What takes all room of a disk. */
const fillings: Readonly<Record<string, (disk: string) => void>> = {
  bytes: (disk) => writeFileSync(join(disk, 'fill'), Buffer.alloc(1_000_000)),
  inodes: (disk) => {
    for (let i = 0; i < 99; i += 1) writeFileSync(join(disk, `fill${i}`), '');
  },
};

describe.runIf(canMount).each([
  ['bytes', false],
  ['bytes', true],
  ['inodes', false],
  ['inodes', true],
])('a disk that is out of %s (audit.required: %s)', (kind, required) => {
  it('loses no call without a word, and leaves no answered question open', async () => {
    const { rpc, disk } = await onSmallDisk(required);
    const missing: string[] = [];
    const run = async (command: string): Promise<string> => {
      const { status, notices } = await rpc.call('shell', { command });
      if (notices.join().includes('this call is not in the audit trail')) missing.push(command);
      return status;
    };
    expect(await run('echo before')).toBe('completed');
    rpc.onRequest = () => {
      expect(() => fillings[kind]?.(disk)).toThrow('ENOSPC');
      return { choice: 'allow_once' };
    };
    await run('touch asked');
    const commands = Array.from({ length: 20 }, (_, index) => `echo ${index}`);
    await Promise.all(commands.map(run));
    expect((await rpc.request('approvals/list')).result).toEqual({ approvals: [], damaged: [] });
    for (const name of readdirSync(disk)) if (name.startsWith('fill')) rmSync(join(disk, name));
    // The first call writes down that there is room again.
    await run('echo room');
    expect(await run('echo after')).toBe('completed');
    const lines = readFileSync(join(disk, 'agent-tools/audit/audit.jsonl'), 'utf8').trim().split('\n');
    const written: string[] = lines.map((line) => JSON.parse(line).input.command);
    const all = ['echo before', 'touch asked', ...commands, 'echo room', 'echo after'];
    expect([...written, ...missing].sort()).toEqual(all.sort());
    const { stdout } = await runCli(['audit', 'verify'], { env: { XDG_STATE_HOME: disk } });
    expect(stdout.toString()).toContain(`the chain of ${lines.length} lines in 1 file is whole`);
  });
});

describe.runIf(canMount)('a disk that fills up while a session starts', () => {
  it.each(Array.from({ length: 8 }, (_, free) => free))('with room for %i files more', async (free) => {
    const { rpc, disk, home } = await onSmallDisk(false);
    await rpc.call('shell', { command: 'echo before' });
    expect(() => fillings.inodes?.(disk)).toThrow('ENOSPC');
    for (let i = 0; i < free; i += 1) rmSync(join(disk, `fill${i}`));
    rpc.onRequest = () => ({ choice: 'allow_once' });
    const { status, message } = await rpc.call('shell', {
      command: 'touch begun; sleep 600',
      background: true,
    });
    if (status === 'running') return expect(message).toContain('is running as session');
    const begun = existsSync(join(home, 'begun'));
    expect(message).toMatch(
      begun
        ? /^Cannot run ".*": it began and was ended, .*\(the disk is full\)/
        : /^Cannot .*the disk is full/,
    );
    expect(message).not.toContain('ENOSPC');
    const sessions = join(disk, 'agent-tools/sessions');
    expect(existsSync(sessions) ? readdirSync(sessions) : []).toEqual([]);
  });
});
