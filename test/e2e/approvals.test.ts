import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CliOptions, runCli, startCli } from '../helpers/binary.ts';
import { waitFor } from '../helpers/processes.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const append = 'echo ran >> log';
const store = (home: string): string => join(home, '.local/state/agent-tools/approvals');
const ran = (home: string): number =>
  existsSync(join(home, 'log')) ? readFileSync(join(home, 'log'), 'utf8').split('\n').length - 1 : 0;

async function outcomeOf(args: readonly string[], options: CliOptions) {
  const { stdout, status } = await runCli(['--json', ...args], options);
  return { ...JSON.parse(stdout.toString()), exit: status };
}

/** Leaves a call pending and gives its id. */
async function pend(home: string, command = append, cwd = home): Promise<string> {
  const outcome = await outcomeOf(['shell', command], { home, cwd });
  expect(outcome).toMatchObject({ status: 'approval_required', exit: 126 });
  return outcome.details.approvalId;
}

function configure(home: string, config: object): void {
  mkdirSync(join(home, '.config/agent-tools'), { recursive: true });
  writeFileSync(join(home, '.config/agent-tools/config.json'), JSON.stringify(config));
}

describe('with nobody to ask', () => {
  it('a call is left pending at once, privately, and runs once after a yes', async () => {
    const home = tempFolder();
    const id = await pend(home);
    expect(statSync(store(home)).mode & 0o777).toBe(0o700);
    expect(statSync(join(store(home), `${id}.json`)).mode & 0o777).toBe(0o600);
    expect(await pend(home)).toBe(id);
    const { stdout } = await runCli(['approvals', 'show', id], { home });
    expect(stdout.toString()).toContain(`  | ${append}\n`);
    expect((await runCli(['approvals', 'resolve', id, '--allow-once'], { home })).stdout.toString()).toBe(
      `${id} allowed\n`,
    );
    expect((await runCli(['shell', append], { home })).status).toBe(0);
    expect((await runCli(['shell', append], { home })).status).toBe(126);
    expect(ran(home)).toBe(1);
  });

  it('of many that make the call at once after one yes exactly one runs it', async () => {
    const home = tempFolder();
    for (let round = 1; round <= 3; round += 1) {
      await runCli(['approvals', 'resolve', await pend(home), '--allow-once'], { home });
      const results = await Promise.all(Array.from({ length: 8 }, () => runCli(['shell', append], { home })));
      expect(results.map(({ status }) => status).sort()).toEqual([0, 126, 126, 126, 126, 126, 126, 126]);
      expect(ran(home)).toBe(round);
      const { stdout } = await runCli(['approvals', 'list', '--json'], { home });
      const { approvals } = JSON.parse(stdout.toString());
      expect(approvals).toHaveLength(1);
      await runCli(['approvals', 'resolve', approvals[0].approvalId, '--reject'], { home });
      expect((await runCli(['shell', append], { home })).stderr).toContain('Rejected by the user.');
    }
  });

  it('a yes given while takers are killed runs it at most once', async () => {
    const home = tempFolder();
    const id = await pend(home);
    await runCli(['approvals', 'resolve', id, '--allow-once'], { home });
    for (let round = 0; round < 6; round += 1) {
      const child = startCli(['shell', append], { home });
      const gone = new Promise((resolve) => child.on('close', resolve));
      setTimeout(() => child.kill('SIGKILL'), 10 + round * 3);
      await gone;
    }
    await runCli(['shell', append], { home });
    expect(ran(home)).toBeLessThanOrEqual(1);
  });

  it.each([
    [['--allow-always'], append, 0, ''],
    [['--allow-always', '--rule', 'write: other'], append, 0, ''],
    [['--reject', '--feedback', 'not now'], append, 126, 'Rejected by the user. not now'],
    [['--reject-once', '--feedback', 'not now'], append, 126, 'Rejected by the user. not now'],
    [['--reject-always'], 'touch x', 126, 'approvals.jsonc:'],
  ])('%j', async (answer, command, again, says) => {
    const home = tempFolder();
    const id = await pend(home, command);
    expect((await runCli(['approvals', 'resolve', id, ...answer], { home })).status).toBe(0);
    const next = await runCli(['shell', command], { home });
    expect(next).toMatchObject({ status: again, stderr: expect.stringContaining(says) });
    const once = answer.includes('write: other') ? 126 : again;
    expect((await runCli(['shell', command], { home })).status).toBe(once);
  });

  it.each([
    ['read', '.env', [], '     1\tNEEDLE=1\n'],
    ['grep', '.env', ['NEEDLE'], '.env:1:NEEDLE=1\n'],
  ])('%s has what is in a file with secrets after a yes, or by a rule', async (tool, path, words, shown) => {
    const home = tempFolder();
    writeFileSync(join(home, path), 'NEEDLE=1\n');
    const args = [tool, ...words, path];
    const { details } = await outcomeOf(args, { home });
    await runCli(['approvals', 'resolve', details.approvalId, '--allow-once'], { home });
    const told = async () => (await runCli(args, { home })).stdout.toString();
    expect(await told()).toBe(shown);
    expect(await told()).toBe('');
    configure(home, { rules: [{ tool, allow: path }] });
    expect(await told()).toBe(shown);
  });

  it('always keeps the rule that is offered, or one of the person', async () => {
    const home = tempFolder();
    const first = ['approvals', 'resolve', await pend(home, 'touch a'), '--allow-always'];
    expect((await runCli(first, { home })).stderr).toContain('"touch a" is allowed from now on');
    expect((await runCli(['shell', 'touch a'], { home })).status).toBe(0);
    expect((await runCli(['shell', 'touch a'], { home })).status).toBe(0);
    const id = await pend(home, 'touch b');
    const bad = await runCli(['approvals', 'resolve', id, '--allow-always', '--rule', "touch 'b"], { home });
    expect(bad).toMatchObject({ status: 2, stderr: expect.stringContaining('quote is not closed') });
    const good = await runCli(['approvals', 'resolve', id, '--allow-always', '--rule', 'touch *'], { home });
    expect(good).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('"touch *" is allowed from now'),
    });
    const rejected = ['approvals', 'resolve', await pend(home, 'mkdir d'), '--reject'];
    expect(await runCli(rejected, { home })).toMatchObject({ status: 0, stderr: '' });
    expect((await runCli(['shell', 'touch c'], { home })).status).toBe(0);
    expect(readFileSync(join(home, '.config/agent-tools/approvals.jsonc'), 'utf8')).toContain(
      `approval ${id}: touch b`,
    );
    const locked = { rules: [], locked: ['rules'] };
    configure(home, locked);
    expect((await runCli(['shell', 'touch c'], { home })).status).toBe(126);
  });

  it('what is wrong with an answer is said, and nothing is answered', async () => {
    const home = tempFolder();
    const id = await pend(home);
    for (const [args, status, message] of [
      [[id], 2, 'is missing; expected one of --allow-once'],
      [[id, '--allow-once', '--reject'], 2, 'is given twice'],
      [[id, '--allow-once', '--rule', 'x'], 2, 'a rule is given'],
      [['0000', '--reject'], 1, 'there is none'],
      [[id, 'more', '--reject'], 2, 'one word too many'],
      [[], 2, '"id" is missing'],
    ] as const) {
      expect(await runCli(['approvals', 'resolve', ...args], { home })).toMatchObject({
        status,
        stderr: expect.stringContaining(message),
      });
    }
    const inside = await runCli(['approvals', 'resolve', id, '--allow-once'], {
      home,
      env: { AGENT_TOOLS_RUN: 'x' },
    });
    expect(inside).toMatchObject({
      status: 126,
      stderr: expect.stringContaining('inside a command of agent-tools'),
    });
    expect((await runCli(['shell', append], { home })).status).toBe(126);
  });

  it('a damaged record refuses its call, is told of, and hurts no other', async () => {
    const home = tempFolder();
    const id = await pend(home);
    await runCli(['approvals', 'resolve', id, '--allow-once'], { home });
    const file = join(store(home), `${id}.json`);
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 100));
    expect(await runCli(['shell', append], { home })).toMatchObject({
      status: 126,
      stderr: expect.stringContaining('it is not what was written'),
    });
    expect((await runCli(['approvals', 'list'], { home })).stderr).toContain(
      `${id}.json: it is not what was written`,
    );
    await pend(home, 'touch other');
    chmodSync(store(home), 0o777);
    expect(await runCli(['shell', 'touch other'], { home })).toMatchObject({
      status: 126,
      stderr: expect.stringContaining('others may write it'),
    });
    expect(ran(home)).toBe(0);
  });

  it('no tool and no command of ours reaches the store', async () => {
    const home = tempFolder();
    const id = await pend(home);
    const file = join(store(home), `${id}.json`);
    const forged = readFileSync(file, 'utf8').replace('"waiting"', '"allowed"');
    const { binary } = await import('../helpers/binary.ts');
    const tries: readonly (readonly string[])[] = [
      ['write', file, forged],
      ['write', join(home, '.config/agent-tools/approvals.jsonc'), '{}'],
      ['shell', `sed -i s/waiting/allowed/ ${file}`],
      ['shell', `cp x ${file}`],
      ['shell', `echo x > ${store(home)}/x.json`],
      ['shell', `'${binary}' approvals resolve ${id} --allow-once`],
    ];
    for (const words of tries) {
      for (const flags of [[], ['--yolo']]) {
        expect(await runCli([...flags, ...words], { home }), words.join(' ')).toMatchObject({ status: 126 });
      }
    }
    expect(readFileSync(file, 'utf8')).toContain('"waiting"');
    expect(readdirSync(store(home)).filter((name) => name.startsWith(id))).toEqual([`${id}.json`]);
  });

  it('fallback allowlist runs what is allowed, and check says so', async () => {
    const home = tempFolder();
    configure(home, { approval: { ask: 'always', fallback: 'allowlist' } });
    expect((await runCli(['shell', 'ls'], { home })).status).toBe(0);
    expect((await runCli(['policy', 'check', 'ls'], { home })).status).toBe(0);
    expect((await runCli(['shell', append], { home })).status).toBe(126);
    expect((await runCli(['policy', 'check', append], { home })).status).toBe(126);
    configure(home, { approval: { ask: 'always' } });
    expect((await runCli(['shell', 'ls'], { home })).status).toBe(126);
    expect((await runCli(['policy', 'check', 'ls'], { home })).status).toBe(126);
  });
});

describe('a sidecar', () => {
  const approving = async (home: string, args: readonly string[] = []) => {
    const client = new RpcClient({ home, args });
    await client.request('initialize', { capabilities: { approvals: true } });
    return client;
  };

  it('asks a client that answers, with everything that would run', async () => {
    const home = tempFolder();
    const client = await approving(home);
    const asked: Record<string, unknown>[] = [];
    client.onRequest = (_, params) => {
      asked.push(params);
      return { choice: 'allow_session' };
    };
    const run = () => client.request('shell', { command: 'touch a && ls', env: { MODE: 'x' } });
    expect((await run()).result).toMatchObject({ status: 'completed', isError: false });
    expect((await run()).result).toMatchObject({ status: 'completed' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      tool: 'shell',
      title: 'touch a && ls',
      host: 'local',
      reason: expect.any(String),
    });
    expect(JSON.stringify(asked[0]?.display)).toMatch(/MODE=x.*asked: touch a.*allowed: ls/);
    expect(client.notifications.filter(({ method }) => method === 'approval/resolved')).toHaveLength(1);
    await client.close();
  });

  it('answers a client that cannot be asked at once', async () => {
    const home = tempFolder();
    const client = new RpcClient({ home, args: [] });
    const { result } = await client.request('shell', { command: append });
    expect(result).toMatchObject({ status: 'approval_required', isError: true });
    const approvalId = result?.details?.approvalId;
    const params = { approvalId, choice: 'allow_once' };
    expect((await client.request('approvals/resolve', params)).error?.code).toBe(-32601);
    expect((await client.request('approvals/list')).result?.approvals).toMatchObject([{ approvalId }]);
    expect(
      (await client.request('tools/call', { name: 'approvals/resolve', arguments: {} })).error?.code,
    ).toBe(-32602);
    await client.close();
    expect(ran(home)).toBe(0);
  });

  it('lists and resolves what waits and what is asked', async () => {
    const home = tempFolder();
    const evaluated = 'eval "echo ran >> log"';
    const id = await pend(home, evaluated);
    const client = await approving(home);
    const list = async () => (await client.request('approvals/list')).result?.approvals;
    expect(await list()).toMatchObject([{ approvalId: id, state: 'waiting', title: evaluated }]);
    const bad = await client.request('approvals/resolve', { approvalId: id, choice: 'allow_always' });
    expect(bad.error).toMatchObject({ code: -32602, message: expect.stringContaining('not offered') });
    const ruled = { approvalId: id, choice: 'allow_once', rule: 'echo *' };
    expect((await client.request('approvals/resolve', ruled)).error).toMatchObject({
      code: -32602,
      data: { field: 'rule', problem: expect.stringContaining('a rule is given') },
    });
    const done = await client.request('approvals/resolve', { approvalId: id, choice: 'allow_once' });
    expect(done.result).toEqual({ approvalId: id, choice: 'allow_once', state: 'allowed' });
    // The parameter is wrong, the server is not.
    const again = await client.request('approvals/resolve', { approvalId: id, choice: 'allow_once' });
    const state = expect.stringContaining('answered it already');
    expect(again.error).toMatchObject({ code: -32602, data: { field: 'approvalId', problem: state } });
    const run = await client.request('shell', { command: evaluated });
    expect(run.result).toMatchObject({ status: 'completed' });
    let asked = (_: unknown): void => {};
    const isAsked = new Promise((resolve) => {
      asked = resolve;
    });
    client.onRequest = (_, params) => {
      asked(params.approvalId);
      return new Promise(() => {});
    };
    const call = client.request('shell', { command: append });
    const live = await isAsked;
    expect(await list()).toMatchObject([{ approvalId: live, state: 'asking' }]);
    for (const [choice, field, problem, rule = 'echo *'] of [
      ['allow_once', 'rule', 'a rule is given, but "allow_once" keeps none'],
      ['reject_once', 'rule', 'a rule is given'],
      ['nonsense', 'choice', 'is not offered'],
      ['reject_always', 'rule', 'its text is empty', ' '],
    ]) {
      const params = { approvalId: live, choice, rule };
      const { error } = await client.request('approvals/resolve', params);
      expect(error).toMatchObject({
        code: -32602,
        data: { field, problem: expect.stringContaining(problem ?? '') },
      });
    }
    expect(await list()).toMatchObject([{ approvalId: live, state: 'asking' }]);
    await client.request('approvals/resolve', {
      approvalId: live,
      choice: 'reject_once',
      feedback: 'no more',
    });
    expect((await call).result).toMatchObject({ status: 'denied', message: 'Rejected by the user. no more' });
    const over = () => client.notifications.find(({ method }) => method === 'approval/resolved');
    await waitFor(() => over() !== undefined, 'the client to be told');
    expect(over()?.params).toEqual({ approvalId: live, choice: 'reject_once' });
    expect(ran(home)).toBe(1);
    await client.close();
  });

  it('runs what needs no answer while more calls wait for one than may run', async () => {
    const home = tempFolder();
    const client = await approving(home);
    let answer = (_: unknown): void => {};
    const answered = new Promise((resolve) => {
      answer = resolve;
    });
    let asked = 0;
    client.onRequest = () => {
      asked += 1;
      return answered;
    };
    const waiting = Array.from({ length: 70 }, (_, index) =>
      client.request('shell', { command: `echo ${index} >> answered` }),
    );
    await waitFor(() => asked === waiting.length, 'every call to be asked about');
    const run = await client.request('shell', { command: 'echo at once' });
    expect(run.result).toMatchObject({ status: 'completed', content: [{ text: 'at once\n' }] });
    answer({ choice: 'allow_once' });
    for (const { result } of await Promise.all(waiting))
      expect(result).toMatchObject({ status: 'completed' });
    expect(readFileSync(join(home, 'answered'), 'utf8').split('\n')).toHaveLength(71);
    await client.close();
  });

  it('asks about identical calls one at a time, and cancelling one leaves the others', async () => {
    const home = tempFolder();
    const client = await approving(home);
    const asked: string[] = [];
    let answer = (_: unknown): void => {};
    client.onRequest = (_, params) => {
      asked.push(String(params.title));
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
    const calls = Array.from({ length: 4 }, () => client.start('shell', { command: append }));
    // A later answer proves that the other calls got as far as their question, too.
    await waitFor(() => asked.length === 1, 'the question');
    await client.request('shell', { command: 'ls' });
    client.notify('$/cancelRequest', { id: calls[0]?.id });
    expect((await calls[0]?.answer)?.error?.code).toBe(-32800);
    // Each yes is for one of them; a no is for all that are left.
    answer({ choice: 'allow_once' });
    await waitFor(() => asked.length === 2, 'the question about the others');
    answer({ choice: 'reject_once' });
    const results = await Promise.all(calls.slice(1).map(({ answer: one }) => one));
    expect(results.map(({ result }) => result?.status).sort()).toEqual(['completed', 'denied', 'denied']);
    expect(asked).toEqual([append, append]);
    await client.close();
  });

  it('refuses when its client answers with an error or goes away', async () => {
    const home = tempFolder();
    const client = await approving(home);
    client.onRequest = () => {
      client.child.stdin?.end();
      return new Promise(() => {});
    };
    void client.request('shell', { command: append });
    expect(await client.exited).toBe(0);
    expect(ran(home)).toBe(0);
  });
});
