import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ToolFailure } from '../../src/core/failure.ts';
import { LearnedRules, learnedPath } from '../../src/runtime/approvals/learned-rules.ts';
import type { Decision } from '../../src/runtime/decide.ts';
import type { Approver } from '../../src/runtime/service.ts';
import {
  type Governed,
  type GovernedOptions,
  governedOpener,
  person,
  said,
  thinker,
} from '../helpers/governed.ts';

const open = governedOpener();

const yes = { choice: 'allow_once' };
const resolve = (g: Governed, decision: Decision, isAllowed = true, feedback?: string) =>
  g.approvals.pending.resolve(decision.approvalId ?? '', {
    isAllowed,
    choice: isAllowed ? 'allow_once' : 'reject_once',
    by: 'me',
    ...(feedback === undefined ? {} : { feedback }),
  });

describe('without anybody to ask', () => {
  it('what is allowed runs and what is denied does not, naming the rule and its place', async () => {
    const g = open({ rules: [{ tool: 'shell', deny: 'touch *', reason: 'no touching' }] });
    expect(await g.call('ls')).toMatchObject({ refusal: null, approver: null });
    const { refusal } = await g.call('touch x');
    expect(refusal).toMatchObject({
      status: 'denied',
      message: 'Rejected by policy: no touching (config:1).',
      details: {
        failure: 'denied',
        reason: 'no touching',
        rule: { text: 'touch *', source: 'config', line: 1 },
      },
    });
  });

  it('what is asked about is left pending at once, with what may be answered', async () => {
    const g = open();
    const { refusal, approvalId } = await g.call('touch x');
    expect(refusal).toMatchObject({
      status: 'approval_required',
      isError: true,
      details: {
        failure: 'approval_required',
        approvalId,
        reason: expect.stringMatching(/touch/),
        suggest: ['touch x', 'touch *'],
      },
    });
    expect(refusal?.message).toContain(`approvals resolve ${approvalId} --allow-once`);
    expect(g.approvals.pending.find(approvalId ?? '').choices.map(({ kind }) => kind)).toEqual([
      'allow_once',
      'allow_always',
      'allow_always',
      'reject_once',
      'reject_always',
    ]);
    expect((await g.call('touch x')).approvalId).toBe(approvalId);
  });

  it('the same call runs once after a yes, in whatever process', async () => {
    const g = open();
    await resolve(g, await g.call('touch x'));
    expect(await g.another().call('touch x')).toMatchObject({ refusal: null, approver: 'me' });
    expect(said(await g.call('touch x'))).toMatch(/^approval_required/);
  });

  it('a yes brings its word', async () => {
    const g = open();
    await resolve(g, await g.call('touch x'), true, ' use y next time ');
    const notices = ['The user says: use y next time'];
    expect(await g.call('touch x')).toMatchObject({ refusal: null, notices });
    const approver = person({ choice: 'allow_once', feedback: 'use y next time' });
    expect(await g.call('touch x', { approver })).toMatchObject({ refusal: null, notices });
    const silent = person({ choice: 'allow_once', feedback: ' ' });
    expect(await g.call('touch x', { approver: silent })).toMatchObject({ refusal: null, notices: [] });
  });

  it('a no reaches the call once, with its word', async () => {
    const g = open();
    await resolve(g, await g.call('touch x'), false, 'use y');
    expect(said(await g.call('touch x'))).toBe('denied: Rejected by the user. use y');
    expect(said(await g.call('touch x'))).toMatch(/^approval_required/);
  });

  it('a store that cannot be written leaves nothing and runs nothing', async () => {
    const g = open();
    mkdirSync(g.context.folders.state, { recursive: true });
    writeFileSync(join(g.context.folders.state, 'locks'), 'in the way');
    const decision = await g.call('touch x');
    expect(said(decision)).toMatch(
      /^approval_required: .*It is not left pending: Cannot use the pending approvals/,
    );
    expect(decision.approvalId).toBeNull();
  });

  it.each([
    ['deny', 'allowlist', 'ls', /^approval_required/],
    ['allowlist', 'allowlist', 'ls', /^runs$/],
    ['allowlist', 'allowlist', 'touch x', /^approval_required/],
    ['allowlist', 'allowlist', 'echo hi > /etc/x', /^approval_required/],
    ['allowlist', 'full', 'ls', /^runs$/],
    ['allowlist', 'full', 'touch x', /^approval_required/],
  ] as const)('under ask always, fallback %s and security %s, %s: %s', async (...row) => {
    const [fallback, security, script, expected] = row;
    const g = open({ settings: { approval: { ask: 'always', fallback, security } } });
    expect(said(await g.call(script))).toMatch(expected);
  });
});

describe('with a person', () => {
  it.each<
    readonly [answer: { choice: string; rule?: string; feedback?: string }, first: string, again: string]
  >([
    [yes, 'runs', 'asked'],
    [{ choice: 'allow_session' }, 'runs', 'runs'],
    [{ choice: 'allow_session', rule: 'touch *' }, 'runs', 'runs'],
    [{ choice: 'allow_always' }, 'runs', 'runs'],
    [{ choice: 'allow_always_2' }, 'runs', 'runs'],
    [{ choice: 'allow_always', rule: 'touch x y' }, 'runs', 'asked'],
    [{ choice: 'reject_once' }, 'denied: Rejected by the user.', 'asked'],
    [{ choice: 'reject_once', feedback: ' use y ' }, 'denied: Rejected by the user. use y', 'asked'],
    [{ choice: 'reject_always' }, 'denied: Rejected by the user.', 'denied'],
    [{ choice: 'whatever' }, 'denied: Rejected: the answer "whatever" was not among the choices.', 'asked'],
  ])('%j: %s, then %s', async (answer, first, again) => {
    const g = open({ frontend: 'rpc' });
    const approver = person(answer);
    const decision = await g.call('touch x', { approver });
    expect(said(decision)).toBe(first);
    expect(decision.approver).toBe('tester over rpc');
    const second = person({ choice: 'reject_once' });
    const next = said(await g.call('touch x', { approver: second }));
    expect(second.asked.length > 0 ? 'asked' : next.replace(/:.*/s, '')).toBe(again);
  });

  it('only a session of its own is offered to hold the answer', { tags: ['slow'] }, async () => {
    const kinds = async (options: GovernedOptions, script = 'touch x') => {
      const approver = person({ choice: 'reject_once' });
      await open(options).call(script, { approver });
      return approver.asked[0]?.choices.map(({ kind }) => kind);
    };
    expect(await kinds({ frontend: 'rpc' })).toContain('allow_session');
    expect(await kinds({ frontend: 'cli' })).not.toContain('allow_session');
    expect(await kinds({ frontend: 'rpc', settings: { locked: ['rules'] } })).toEqual([
      'allow_once',
      'reject_once',
      'reject_always',
    ]);
    expect(await kinds({ frontend: 'rpc', settings: { locked: ['approval'] } })).toEqual([
      'allow_once',
      'reject_once',
      'reject_always',
    ]);
    expect(await kinds({ frontend: 'rpc' }, 'eval "$X"')).toEqual(['allow_once', 'reject_once']);
    expect(await kinds({ frontend: 'rpc' }, 'python3 -c "print(1)"')).not.toContain('allow_session_2');
    expect(await kinds({ frontend: 'rpc', settings: { approval: { ask: 'always' } } })).toEqual([
      'allow_once',
      'reject_once',
    ]);
  });

  it('a session answer holds in this process alone', async () => {
    const g = open({ frontend: 'rpc' });
    await g.call('touch x', { approver: person({ choice: 'allow_session' }) });
    expect(said(await g.call('touch x'))).toBe('runs');
    expect(said(await g.another().call('touch x'))).toMatch(/^approval_required/);
    expect(await new LearnedRules(learnedPath(g.context.folders), []).current()).toEqual([]);
  });

  it('an always answer holds in every process, and is one line of the file', async () => {
    const g = open();
    const other = g.another();
    expect(said(await other.call('touch x'))).toMatch(/^approval_required/);
    await g.call('touch x', { approver: person({ choice: 'allow_always' }) });
    expect(said(await other.call('touch x'))).toBe('runs');
    expect(said(await other.call('touch y'))).toMatch(/^approval_required/);
  });

  it.each([
    ['allow_always', "touch 'x", /rule was not kept: .*quote is not closed/],
    ['allow_once', 'touch *', /rule was not kept: Cannot keep rule "touch \*": "allow_once" keeps none/],
  ])('a rule that cannot be kept lets the call run once and says so: %s', async (choice, rule, notice) => {
    const g = open();
    const decision = await g.call('touch x', { approver: person({ choice, rule }) });
    expect(decision).toMatchObject({ refusal: null, notices: [expect.stringMatching(notice)] });
    expect(said(await g.call('touch x'))).toMatch(/^approval_required/);
  });

  it('a rule learned under a lock allows nothing', async () => {
    const g = open();
    await g.call('touch x', { approver: person({ choice: 'allow_always' }) });
    expect(said(await g.another({ settings: { locked: ['rules'] } }).call('touch x'))).toMatch(
      /^approval_required/,
    );
  });

  it('an answer that waits in the store spares the question', async () => {
    const g = open();
    await resolve(g, await g.call('touch x'));
    const approver = person({ choice: 'reject_once' });
    expect(said(await g.call('touch x', { approver }))).toBe('runs');
    expect(approver.asked).toEqual([]);
  });

  it('a deny rule that comes while the person thinks wins', async () => {
    const g = open();
    const approver = person(async () => {
      await g.another().call('touch x', { approver: person({ choice: 'reject_always' }) });
      return yes;
    });
    expect(said(await g.call('touch x', { approver }))).toMatch(
      /^denied: Rejected by policy: .+ \(.+approvals\.jsonc:\d+\)\.$/,
    );
  });
});

describe('waiting', () => {
  it('ends in a refusal with its own reason when nobody answers', { tags: ['slow'] }, async () => {
    const g = open({ settings: { approval: { timeoutSeconds: 1 } } });
    const { approver } = thinker();
    expect(said(await g.call('touch x', { approver }))).toBe(
      'denied: Rejected without an answer: nobody answered within 1 s.',
    );
    expect(g.approvals.live.list()).toEqual([]);
  });

  it('ends with the call', async () => {
    const g = open();
    const { approver, isAsked } = thinker();
    const controller = new AbortController();
    const call = g.call('touch x', { approver, signal: controller.signal });
    await isAsked;
    controller.abort();
    await expect(call).rejects.toMatchObject({
      code: 'cancelled',
      data: { outcome: { status: 'cancelled' } },
    });
    expect(g.approvals.live.list()).toEqual([]);
  });

  it('is refused when the one who was asked is gone', async () => {
    const approver = person(() => Promise.reject(new ToolFailure('tool_failed', 'the connection is closed')));
    expect(said(await open().call('touch x', { approver }))).toBe(
      'denied: Rejected without an answer: the connection is closed.',
    );
  });

  /** Identical calls that wait for the first of `answers`; each question gets the next one. */
  const sameCalls = async (count: number, answers: readonly string[]) => {
    const g = open();
    const left = [...answers];
    let begun = (): void => {};
    const isAsked = new Promise<void>((resolve) => (begun = resolve));
    let answer = (): void => {};
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    const approver = person(async () => {
      begun();
      await isAnswered;
      return { choice: left.shift() ?? 'none is left' };
    });
    const controllers = Array.from({ length: count }, () => new AbortController());
    const calls = controllers.map(({ signal }) => g.call('touch x', { approver, signal }));
    await isAsked;
    // Its answer proves that the other calls got as far as their question, too.
    expect(said(await g.call('touch y', { approver: person(yes) }))).toBe('runs');
    return { calls, controllers, answer, asked: approver.asked };
  };

  it('shares one question among identical calls, each of which goes its way when it is cancelled', async () => {
    const { calls, controllers, answer, asked } = await sameCalls(3, ['allow_once', 'allow_once']);
    controllers[0]?.abort();
    await expect(calls[0]).rejects.toMatchObject({ code: 'cancelled' });
    answer();
    expect((await Promise.all(calls.slice(1))).map(said)).toEqual(['runs', 'runs']);
    expect(asked).toHaveLength(2);
  });

  it('lets one of identical calls run for each yes that is for one call', async () => {
    const { calls, answer, asked } = await sameCalls(4, ['allow_once', 'allow_once', 'reject_once']);
    answer();
    const outcomes = (await Promise.all(calls)).map((one) => said(one).replace(/:.*/, '')).sort();
    expect(outcomes).toEqual(['denied', 'denied', 'runs', 'runs']);
    expect(new Set(asked.map(({ approvalId }) => approvalId)).size).toBe(3);
  });

  it.each(['reject_once', 'allow_session'])('answers all identical calls with one %s', async (choice) => {
    const { calls, answer, asked } = await sameCalls(4, [choice]);
    answer();
    expect(new Set((await Promise.all(calls)).map(said)).size).toBe(1);
    expect(asked).toHaveLength(1);
  });

  it('tells everybody who waits for an answer that they do, and when that is over', async () => {
    const g = open();
    const { approver, isAsked, answer } = thinker();
    const told: string[] = [];
    const listening = (name: string): Approver => ({
      request: (...asked) => approver.request(...asked),
      waits: (isWaiting) => told.push(`${name} ${isWaiting}`),
    });
    const first = g.call('touch x', { approver: listening('first') });
    await isAsked;
    const second = g.call('touch x', { approver: listening('second') });
    await vi.waitFor(() => expect(told).toEqual(['first true', 'second true']), { timeout: 20_000 });
    answer({ choice: 'reject_once' });
    await Promise.all([first, second]);
    expect([...told].sort()).toEqual(['first false', 'first true', 'second false', 'second true']);
  });

  it('asks again for the others when the first asker was sent away', async () => {
    const g = open();
    const own = new AbortController();
    let others: Promise<Decision> | null = null;
    const away: Approver = {
      request: async () => {
        others = g.call('touch x', { approver: person(yes) });
        await new Promise((done) => setImmediate(done));
        own.abort();
        throw new ToolFailure('cancelled', 'A person must be asked first');
      },
    };
    await expect(g.call('touch x', { approver: away, signal: own.signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(others === null ? 'none' : said(await others)).toBe('runs');
  });

  it('is a no where the asker of the call itself went away, and is not asked again', async () => {
    const asked: string[] = [];
    const away: Approver = {
      request: async ({ approvalId }) => {
        asked.push(approvalId);
        throw new ToolFailure(asked.length === 1 ? 'cancelled' : 'denied', 'the asker went away');
      },
    };
    const decision = await open().call('touch x', { approver: away });
    expect(said(decision)).toBe('denied: Rejected without an answer: the asker went away.');
    expect(asked).toHaveLength(1);
  });

  it('can be answered from elsewhere while it is asked', async () => {
    const g = open();
    const { approver, isAsked } = thinker();
    const call = g.call('touch x', { approver });
    await isAsked;
    const [question] = g.approvals.live.list();
    expect(await g.approvals.live.resolve('nothing', () => ({ choice: 'allow_once', by: 'x' }))).toBeNull();
    await g.approvals.live.resolve(question?.approvalId ?? '', () => ({
      choice: 'allow_once',
      by: 'another',
    }));
    expect(await call).toMatchObject({
      refusal: null,
      approver: 'another',
      approvalId: question?.approvalId,
    });
  });
});

describe('the store', () => {
  it('that is damaged refuses the call it is about, also when a person is there', async () => {
    const g = open();
    const { approvalId } = await g.call('touch x');
    writeFileSync(join(g.approvals.pending.path, `${approvalId}.json`), '{}');
    chmodSync(join(g.approvals.pending.path, `${approvalId}.json`), 0o600);
    await expect(g.call('touch x', { approver: person(yes) })).rejects.toMatchObject({ code: 'denied' });
    expect(said(await g.call('touch y', { approver: person(yes) }))).toBe('runs');
    expect(readdirSync(g.approvals.pending.path)).toEqual([`${approvalId}.json`]);
  });
});
