import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const withoutWaiting = ['python3', join(import.meta.dirname, '../fixtures/sessions/no-waiting.py')] as const;
const [python, filter] = withoutWaiting;
const canDenyWaiting = spawnSync(python, [filter, 'true']).status === 0;

/** Runs the binary where nobody is told how a child ended. */
function untold(args: readonly string[], input = '') {
  const folder = tempFolder();
  const { status, stdout, stderr } = spawnSync(python, [filter, binary, '--yolo', ...args], {
    cwd: folder,
    env: cleanEnv(folder),
    input,
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  return { status, stdout, stderr };
}

describe.runIf(canDenyWaiting)('where the system does not tell how a child ended', () => {
  const unknown = 'the system does not tell how it ended';

  it('a command has ended all the same, and counts as failed', () => {
    expect(untold(['shell', '--no-stdin', 'echo out; exit 3'])).toEqual({
      status: 1,
      stdout: 'out\n',
      stderr: `agent-tools: The command has ended, but ${unknown}: it may have failed\n`,
    });
  });

  it('a search is not taken for a whole one', () => {
    const { status, stderr } = untold(['grep', 'word', '.']);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining(`Cannot finish "rg": ${unknown}`),
    });
  });

  it('a session has ended', () => {
    const { status, stdout } = untold(['shell', '--yield-ms', '20000', 'echo out']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining('out') });
  });

  it('a server answers every call', () => {
    const calls = [1, 2, 3].map((id) =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'shell', params: { command: `echo ${id}; sleep 0.3` } }),
    );
    const { status, stdout, stderr } = untold(['rpc'], `${calls.join('\n')}\n`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.trim().split('\n')).toHaveLength(3);
  });
});
