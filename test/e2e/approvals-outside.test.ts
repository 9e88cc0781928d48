import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { waitFor } from '../helpers/processes.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const store = (home: string): string => join(home, '.local/state/agent-tools/approvals');
const learned = (home: string): string => {
  const path = join(home, '.config/agent-tools/approvals.jsonc');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

async function listed(home: string) {
  const { stdout } = await runCli(['--json', 'approvals', 'list'], { home });
  return JSON.parse(stdout.toString()).approvals;
}

/** A sidecar whose client is asked about `touch a` and says nothing. */
async function asking(home: string) {
  const client = new RpcClient({ home, args: [] });
  await client.request('initialize', { capabilities: { approvals: true } });
  const asked: string[] = [];
  const run = async () => {
    const count = asked.length;
    const call = client.start('shell', { command: 'touch a' });
    await waitFor(() => asked.length > count, 'the client to be asked');
    return { ...call, approvalId: asked.at(-1) ?? '' };
  };
  client.onRequest = (_, params) => {
    asked.push(String(params.approvalId));
    return new Promise(() => {});
  };
  const over = () => client.notifications.find(({ method }) => method === 'approval/resolved')?.params;
  return { client, asked, run, over };
}

describe('a question that a client is asked', () => {
  it.each<readonly [name: string, flags: readonly string[], choice: string, kept: string]>([
    ['yes', ['--allow-once'], 'allow_once', ''],
    ['for the session', ['--allow-session'], 'allow_session', ''],
    ['always', ['--allow-always'], 'allow_always', '"allow":"touch a"'],
    ['the other always', ['--allow-always', '--rule', 'touch *'], 'allow_always_2', '"allow":"touch *"'],
    ['always, by a rule', ['--allow-always', '--rule', 'touch a*'], 'allow_always', '"allow":"touch a*"'],
    ['no', ['--reject', '--feedback', 'use b'], 'reject_once', ''],
    ['never', ['--reject-always'], 'reject_always', '"deny":"touch a"'],
  ])('is answered from another process: %s', async (_, flags, choice, kept) => {
    const home = tempFolder();
    const { client, asked, run, over } = await asking(home);
    const { answer, approvalId } = await run();
    expect(await listed(home)).toMatchObject([{ approvalId, state: 'waiting', title: 'touch a' }]);
    expect((await client.request('approvals/list')).result?.approvals).toHaveLength(1);
    const { status, stderr } = await runCli(['approvals', 'resolve', approvalId, ...flags], { home });
    expect(status).toBe(0);
    if (choice === 'allow_session') expect(stderr).toMatch(/is allowed for this session/);
    const isYes = choice.startsWith('allow');
    const { result } = await answer;
    expect(result).toMatchObject({ status: isYes ? 'completed' : 'denied' });
    if (flags.includes('--feedback')) expect(result?.message).toBe('Rejected by the user. use b');
    await waitFor(() => over() !== undefined, 'the client to be told');
    expect(over()).toEqual({ approvalId, choice });
    expect(existsSync(join(home, 'a'))).toBe(isYes);
    expect(learned(home)).toContain(kept);
    expect(readdirSync(store(home))).toEqual([]);
    const isKept = choice !== 'allow_once' && choice !== 'reject_once';
    if (isKept) await client.request('shell', { command: 'touch a' });
    else await run();
    expect(asked).toHaveLength(isKept ? 1 : 2);
    await client.close();
  });

  it('is settled for its client by the answer that counts, though it says something else at the same time', async () => {
    const home = tempFolder();
    const { client, over } = await asking(home);
    let say: (given: object) => void = () => {};
    client.onRequest = (_, { approvalId }) => {
      void runCli(['approvals', 'resolve', String(approvalId), '--reject'], { home }).then(() =>
        say({ choice: 'allow_once' }),
      );
      return new Promise((resolve) => {
        say = resolve;
      });
    };
    const { result } = await client.request('shell', { command: 'touch a' });
    expect(result).toMatchObject({ status: 'denied', message: 'Rejected by the user.' });
    expect(over()).toMatchObject({ choice: 'reject_once' });
    expect(existsSync(join(home, 'a'))).toBe(false);
    await client.close();
  });

  it('is not left behind once its client has answered, or its call is cancelled', async () => {
    const home = tempFolder();
    const { client, run } = await asking(home);
    const { id, answer } = await run();
    client.notify('$/cancelRequest', { id });
    expect((await answer).error?.code).toBe(-32800);
    expect(readdirSync(store(home))).toEqual([]);
    let waiting: readonly string[] = [];
    client.onRequest = () => {
      waiting = readdirSync(store(home));
      return { choice: 'allow_once' };
    };
    expect((await client.request('shell', { command: 'touch a' })).result?.status).toBe('completed');
    expect(waiting).toHaveLength(1);
    expect(readdirSync(store(home))).toEqual([]);
    await client.close();
  });

  it('has an answer of its own: the same call of another process asks for itself', async () => {
    const home = tempFolder();
    const { client, run } = await asking(home);
    const { answer, approvalId } = await run();
    expect((await runCli(['shell', 'touch a'], { home })).status).toBe(126);
    const ids = (await listed(home)).map((record: { approvalId: string }) => record.approvalId);
    expect(ids).toHaveLength(2);
    await runCli(['approvals', 'resolve', approvalId, '--reject'], { home });
    expect((await answer).result?.status).toBe('denied');
    expect((await listed(home)).map((record: { approvalId: string }) => record.approvalId)).toEqual(
      ids.filter((id: string) => id !== approvalId),
    );
    await client.close();
  });

  it.each([
    ['--allow-once', ''],
    ['--allow-session', 'Who asked is gone and its session with it: this call is allowed once.'],
  ])('waits for the call to be made again where its sidecar was killed: %s', async (flag, said) => {
    const home = tempFolder();
    const { client, run } = await asking(home);
    const { approvalId } = await run();
    client.child.kill('SIGKILL');
    await client.exited;
    const { stderr } = await runCli(['approvals', 'resolve', approvalId, flag], { home });
    expect(stderr).toContain(said);
    expect(await runCli(['shell', 'touch a'], { home })).toMatchObject({ status: 0, stderr: '' });
    expect((await runCli(['shell', 'touch a'], { home })).status).toBe(126);
  });

  it('is taken back from an MCP host that shows a form', async () => {
    const home = tempFolder();
    const client = new RpcClient({ home, args: [], mode: 'mcp' });
    let isAsked = false;
    client.onRequest = () => {
      isAsked = true;
      return new Promise(() => {});
    };
    await client.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'test', version: '1' },
    });
    client.notify('notifications/initialized', {});
    const answer = client.request('tools/call', { name: 'shell', arguments: { command: 'touch a' } });
    await waitFor(() => isAsked, 'the host to be asked');
    const [{ approvalId }] = await listed(home);
    await runCli(['approvals', 'resolve', approvalId, '--allow-once'], { home });
    expect((await answer).result?.isError).toBe(false);
    const told = () => client.notifications.some(({ method }) => method === 'notifications/cancelled');
    await waitFor(told, 'the host to be told');
    await client.close();
  });
});
