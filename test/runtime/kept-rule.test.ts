import { describe, expect, it } from 'vitest';
import { resolvePending } from '../../src/runtime/approvals/resolve.ts';
import { governedOpener, person } from '../helpers/governed.ts';

const open = governedOpener();

describe('a rule that is kept with a yes', () => {
  const answer = async (given: { choice: string; rule?: string }): Promise<readonly string[]> => {
    const g = open({ frontend: 'rpc' });
    const { refusal, notices } = await g.call('touch x', { approver: person(given) });
    expect(refusal).toBe(null);
    return notices;
  };

  it.each([
    { choice: 'allow_once' },
    { choice: 'allow_session' },
    { choice: 'allow_always_2' },
    { choice: 'allow_always' },
    { choice: 'allow_always', rule: 'touch *' },
    { choice: 'allow_session', rule: 'touch *' },
  ])('that allows the call is kept without a word: %j', async (given) => {
    expect(await answer(given)).toEqual([]);
  });

  it.each([
    ['allow_always', 'touch y'],
    ['allow_always', 'rm *'],
    ['allow_session', 'touch x y'],
  ])('and does not allow the call itself is told: %s %s', async (choice, rule) => {
    expect(await answer({ choice, rule })).toEqual([
      `The rule "${rule}" is kept, but it does not allow this call, which runs this once and will be asked about again.`,
    ]);
  });
});

describe('a rule that is kept with a no for always', () => {
  const answer = async (rule?: string): Promise<readonly string[]> => {
    const g = open({ frontend: 'rpc' });
    const given = { choice: 'reject_always', ...(rule === undefined ? {} : { rule }) };
    const { refusal, notices } = await g.call('touch x', { approver: person(given) });
    expect(refusal?.message).toBe('Rejected by the user.');
    return notices;
  };

  it.each([undefined, 'touch *', 'touch x\nrm *'])(
    'that denies the call is kept without a word: %j',
    async (rule) => {
      expect(await answer(rule)).toEqual([]);
    },
  );

  it.each([
    ['shred *', 'The rule "shred *" is kept, but it does'],
    ['shred *\nrm *', 'The rules "shred *" and "rm *" are kept, but they do'],
  ])('and does not deny the call itself is told: %j', async (rule, told) => {
    expect(await answer(rule)).toEqual([
      `${told} not deny this call, which is refused this once and will be asked about again.`,
    ]);
  });
});

describe('a rule that is kept with an answer to what was left pending', () => {
  const repeated = async (choice: string, rule: string) => {
    const g = open();
    const { approvalId } = await g.call('touch x');
    const answer = { id: approvalId ?? '', choice, rule, by: 'a person' };
    await resolvePending(answer, g.approvals.pending, g.context.folders);
    const { refusal, notices } = await g.another().call('touch x');
    return { status: refusal?.status ?? 'runs', notices };
  };

  it.each([
    ['allow_always', 'touch *', 'runs', []],
    [
      'allow_always',
      '((',
      'runs',
      ["The answer's rule does not allow this call, which runs this once and will be asked about again."],
    ],
    ['reject_always', 'touch *', 'denied', []],
    [
      'reject_always',
      'rm *',
      'denied',
      [
        "The answer's rule does not deny this call, which is refused this once and will be asked about again.",
      ],
    ],
  ])('%s %s', async (choice, rule, status, notices) => {
    expect(await repeated(choice, rule)).toEqual({ status, notices });
  });
});
