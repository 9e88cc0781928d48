import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { binary } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** The words that root changes to an account with: the limit counts all that runs of one, and nothing of root's. */
const becoming = (account: number) =>
  ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--clear-groups'] as const;
/** An account with no processes. */
const account = 64_217;
const as = becoming(account);
const canChange =
  process.getuid?.() === 0 && spawnSync(as[0], [...as.slice(1), binary, '--version']).status === 0;
const sandboxes = ['/usr/bin/bwrap', '--ro-bind', '/', '/', '--unshare-all', 'true'];
const works =
  canChange && existsSync('/usr/bin/bwrap') && spawnSync(as[0], [...as.slice(1), ...sandboxes]).status === 0;
if (!works) process.stderr.write('Skipped: a limit of processes (needs root, setpriv and bubblewrap)\n');

/** A folder of an account. */
function homeOf(owner: number): string {
  const home = tempFolder();
  chmodSync(home, 0o755);
  chownSync(home, owner, owner);
  return home;
}

const limited = (count: number) => `ulimit -u ${count}; exec "$@"`;

/** Starts a server of an account, which may have so many processes and threads. */
function start(count: number, owner = account): RpcClient {
  const program = ['bash', '-c', limited(count), 'bash', ...becoming(owner), binary] as const;
  return new RpcClient({ home: homeOf(owner), program: [...program] });
}

const tries = 8;

/** A number of processes with which the runtime itself surely starts: one of its threads may have ended when the next is made, so that once is luck. */
function leastCount(): number {
  const isStarted = (count: number): boolean => {
    const words = ['-c', limited(count), 'bash', ...becoming(account + 1), binary, '--version'];
    return spawnSync('bash', words, { cwd: homeOf(account + 1) }).status === 0;
  };
  for (let count = 1; ; count += 1)
    if (Array.from({ length: tries }).every(() => isStarted(count))) return count + 1;
}

const tooFew =
  /^agent-tools: Cannot run "agent-tools": there is room for \d+ of the \d+ threads and processes/;
const noRoom = /has no room for another process|\(ulimit -u/;

/** What calls in a sandbox are refused with by servers that may start ever more processes, until one is run. */
async function refusals(): Promise<readonly string[]> {
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
  return messages;
}

describe.runIf(works)('a server that may start few processes', () => {
  it('never takes that for a machine without a full sandbox', { tags: ['slow'] }, async () => {
    let messages = await refusals();
    // One more than a server needs may be enough for a sandbox too, as the threads of the server come and go.
    for (let tries = 0; tries < 9 && messages.length === 0; tries += 1) messages = await refusals();
    expect(messages).not.toEqual([]);
    const named = messages.filter((message) =>
      /has no room for another process|Resource temporarily/.test(message),
    );
    expect(messages).toEqual(named);
  });

  it('answers every call or says at the start what it lacks', { tags: ['slow'] }, async () => {
    const least = leastCount();
    const ended: string[] = [];
    const answered: string[] = [];
    for (let count = least; count < least + 40 && answered.length < 6; count += 1) {
      // What ends with one server may be there a little while yet.
      const client = start(count, account + count);
      const calls = [
        client.request('grep', { pattern: 'word', timeout: 60 }),
        client.request('glob', { pattern: '*' }),
        client.request('shell', { command: 'true' }),
        client.request('shell', { command: 'true', host: 'sandbox' }),
      ];
      const answers = await Promise.race([Promise.all(calls), client.exited]);
      if (answers === null || typeof answers === 'number') {
        ended.push(`${answers} ${client.stderr}`);
        continue;
      }
      const failed = answers.filter(({ result }) => result?.status !== 'completed');
      for (const { result } of failed) expect(result?.message).toMatch(noRoom);
      answered.push(...(failed.length === 0 ? ['all'] : []));
      expect(await client.close()).toBe(0);
    }
    expect(answered).not.toEqual([]);
    expect(ended).not.toEqual([]);
    for (const end of ended) expect(end).toMatch(new RegExp(`^1 ${tooFew.source.slice(1)}`));
  });

  it('outlives a command that starts all it can', { tags: ['slow'] }, async () => {
    const client = start(leastCount() + 40, account + 300);
    const filled = new Promise<void>((resolve) => {
      client.onNotification = ({ params }) => {
        if (String(params.text).includes('full')) resolve();
      };
    });
    const command =
      'seq 200 | sh -c "while read -r n; do sleep 600 & done" 2>/dev/null; echo full; exec sleep 600';
    const bomb = client.start('shell', { command, timeout: 300, _meta: { stream: true } });
    await Promise.race([filled, client.exited]);
    for (let index = 0; index < 300; index += 1) {
      const call = client.request('write', { path: `file${index % 9}`, content: `${index}` });
      expect(await Promise.race([call, client.exited])).toMatchObject({ result: { status: 'completed' } });
    }
    client.notify('$/cancelRequest', { id: bomb.id });
    expect(await bomb.answer).toMatchObject({ error: { code: -32800 } });
    expect(await client.close()).toBe(0);
  });

  it('leaves no call of a command line to the runtime', { tags: ['slow'] }, () => {
    const least = leastCount();
    const said: string[] = [];
    for (const words of [['grep', 'word'], ['env'], ['read', 'none']]) {
      const owner = account + 200 + words.length;
      const { status, stderr } = spawnSync(
        'bash',
        ['-c', limited(least), 'bash', ...becoming(owner), binary, ...words],
        { cwd: homeOf(owner), encoding: 'utf8', timeout: 60_000 },
      );
      said.push(`${status} ${stderr}`);
    }
    for (const text of said) expect(text).toMatch(new RegExp(`^1 ${tooFew.source.slice(1)}`));
  });
});
