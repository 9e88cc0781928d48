import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalAnswer } from '../../src/core/approval-answer.ts';
import { resolveApproval } from '../../src/runtime/approvals/methods.ts';
import { resolvePending } from '../../src/runtime/approvals/resolve.ts';
import type { Approver } from '../../src/runtime/service.ts';
import { type Governed, governed, said } from '../helpers/governed.ts';

let g: Governed;
beforeEach(() => {
  g = governed();
  settled.length = 0;
});
afterEach(() => g.remove());

/** What another process does on `approvals resolve`. */
const resolveOutside = (id: string, choice: string, own: { readonly rule?: string } = {}) =>
  resolvePending({ id, choice, ...own, by: 'outside' }, g.another().approvals.pending, g.context.folders);

/** What whoever was asked is told in the end. */
const settled: (string | null)[] = [];

/** Answers only once the question was answered from outside, so soon after that nobody has looked for it. */
function second(first: string, answer: () => ApprovalAnswer, own: { readonly rule?: string } = {}): Approver {
  return {
    request: async ({ approvalId }) => {
      await resolveOutside(approvalId, first, own);
      return answer();
    },
    settled: (_, choice) => settled.push(choice),
  };
}

const fail = (): never => {
  throw new Error('the client is gone');
};

describe('a question with an answer from outside and one from here', () => {
  it.each<[string, string, () => ApprovalAnswer, string]>([
    ['no before yes', 'reject_once', () => ({ choice: 'allow_once' }), 'denied: Rejected by the user.'],
    ['yes before no', 'allow_once', () => ({ choice: 'reject_once' }), 'runs'],
    ['yes before an error', 'allow_once', fail, 'runs'],
  ])('has the first: %s', async (_, first, answer, expected) => {
    const decision = await g.call('touch x', { approver: second(first, answer) });
    expect(said(decision)).toBe(expected);
    expect(decision.approver).toBe('outside');
    expect(settled).toEqual([first]);
    expect(g.approvals.pending.list().records).toEqual([]);
  });

  it('has the no of a rule that was not offered, before a yes', async () => {
    const approver = second('reject_always', () => ({ choice: 'allow_once' }), { rule: 'touch *' });
    expect(said(await g.call('touch "$X"', { approver }))).toBe('denied: Rejected by the user.');
    expect(settled).toEqual(['reject_once']);
    // The rule is kept a moment after the answer.
    await expect.poll(async () => said(await g.another().call('touch y'))).toMatch(/^denied: .*touch \*/);
  });

  it('tells the second, where that is a request, that it was answered', async () => {
    const caller = { caller: { frontend: 'rpc', client: 'ui' }, approves: true } as const;
    let failure: unknown = null;
    const approver: Approver = {
      request: async ({ approvalId }, signal) => {
        await resolveOutside(approvalId, 'reject_once');
        const params = { approvalId, choice: 'allow_once' };
        failure = await resolveApproval(params, { approvals: g.approvals, context: g.context, caller }).then(
          () => null,
          (error: unknown) => error,
        );
        signal.throwIfAborted();
        return { choice: 'allow_once' };
      },
    };
    expect(said(await g.call('touch x', { approver }))).toBe('denied: Rejected by the user.');
    expect(failure).toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/^Cannot resolve "\w+-\w+": outside answered it already/),
      data: { field: 'approvalId' },
    });
  });
});

describe('a question that is open', { tags: ['slow'] }, () => {
  const waiting = (): { readonly approver: Approver; readonly asked: Promise<string> } => {
    let tell: (id: string) => void = () => {};
    const asked = new Promise<string>((resolve) => {
      tell = resolve;
    });
    const approver: Approver = {
      request: ({ approvalId }, signal) => {
        tell(approvalId);
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('taken back')), { once: true });
        });
      },
    };
    return { approver, asked };
  };

  it('is followed on after a time in which the store could not be read', { tags: ['slow'] }, async () => {
    const { approver, asked } = waiting();
    const call = g.call('touch x', { approver });
    const id = await asked;
    const { path } = g.approvals.pending;
    chmodSync(path, 0o777);
    await delay(600);
    chmodSync(path, 0o700);
    await resolveOutside(id, 'allow_once');
    expect(said(await call)).toBe('runs');
  });

  it('takes the place of one that a process left which is gone', { tags: ['slow'] }, async () => {
    const { approver, asked } = waiting();
    const pid = spawnSync('true').pid;
    const first = g.call('touch x', { approver });
    const id = await asked;
    const { digest, ruleTool, client, seconds, display, choices, ...about } = g.approvals.pending.find(id);
    const question = { ...about, display, choices, approvalId: `${digest.slice(0, 12)}-000000` };
    const left = { digest, ruleTool, client, seconds, inputSession: null, question };
    await g.approvals.pending.leave(left, { pid, startTicks: 1 });
    await resolveOutside(id, 'reject_once');
    await first;
    expect(g.approvals.pending.list().records).toHaveLength(1);
    const again = waiting();
    const call = g.call('touch x', { approver: again.approver });
    const now = await again.asked;
    expect(g.approvals.pending.list().records.map((one) => one.id)).toEqual([now]);
    await resolveOutside(now, 'allow_once');
    expect(said(await call)).toBe('runs');
  });
});
