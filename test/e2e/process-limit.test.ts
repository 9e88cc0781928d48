import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { binary } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** An account with no processes, which root changes to: the limit counts all of an account, and root has none. */
const account = 64_217;
const as = ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--clear-groups'] as const;
const canChange =
  process.getuid?.() === 0 && spawnSync(as[0], [...as.slice(1), binary, '--version']).status === 0;
const sandboxes = ['/usr/bin/bwrap', '--ro-bind', '/', '/', '--unshare-all', 'true'];
const works =
  canChange && existsSync('/usr/bin/bwrap') && spawnSync(as[0], [...as.slice(1), ...sandboxes]).status === 0;
if (!works) process.stderr.write('Skipped: a limit of processes (needs root, setpriv and bubblewrap)\n');

/** Starts a server of the account, which may have so many processes and threads. */
function start(count: number): RpcClient {
  const home = tempFolder();
  chmodSync(home, 0o755);
  chownSync(home, account, account);
  const script = `ulimit -u ${count}; exec "$@"`;
  return new RpcClient({ home, program: ['bash', '-c', script, 'bash', ...as, binary] });
}

describe.runIf(works)('a server that may start few processes', () => {
  it('never takes that for a machine without a full sandbox', { tags: ['slow'] }, async () => {
    const messages: string[] = [];
    for (let count = 10, isFull = false; count < 64 && !isFull; count += 1) {
      const client = start(count);
      const call = client.request('shell', { command: 'true', host: 'sandbox' });
      // With too few the server itself does not run.
      const answer = await Promise.race([call, client.exited]);
      if (answer === null || typeof answer === 'number') continue;
      const { result } = answer;
      isFull = result?.status === 'completed';
      if (isFull) expect(result).toMatchObject({ details: { sandbox: { level: 'full' } } });
      else messages.push(String(result?.message));
      await client.close();
    }
    expect(messages).not.toEqual([]);
    const named = messages.filter((message) =>
      /has no room for another process|Resource temporarily/.test(message),
    );
    expect(messages).toEqual(named);
  });
});
