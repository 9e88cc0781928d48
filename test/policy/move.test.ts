import { afterAll, describe, expect, it } from 'vitest';
import { type BenchOptions, policyBench } from '../helpers/policy-bench.ts';

const bench = policyBench();
afterAll(() => bench.remove());

const toBox = { kind: 'move', from: 'local', to: 'box' } as const;
const full: BenchOptions['settings'] = { approval: { security: 'full' } };

describe('a call that moves itself to another host', () => {
  it.each<[string, BenchOptions, 'allow' | 'ask' | 'deny', string]>([
    ['asks', {}, 'ask', 'moves itself from "local" to "box"'],
    [
      'is refused when nobody is asked',
      { settings: { approval: { ask: 'off' } } },
      'deny',
      'nobody is asked',
    ],
    ['a rule allows', { rules: [{ tool: 'host', allow: 'box' }] }, 'allow', 'a rule allows this host'],
    ['a rule with a wildcard allows', { rules: [{ tool: 'host', allow: 'b*' }] }, 'allow', 'a rule allows'],
    [
      'a rule for another host does not',
      { rules: [{ tool: 'host', allow: 'boxer' }] },
      'ask',
      'moves itself',
    ],
    ['a rule for the shell does not', { rules: [{ tool: 'shell', allow: 'box' }] }, 'ask', 'moves itself'],
    [
      'a rule denies, whatever allows',
      {
        rules: [
          { tool: 'host', allow: 'box' },
          { tool: 'host', deny: 'b*' },
        ],
      },
      'deny',
      'a rule denies the host "box"',
    ],
    [
      'a rule asks about, whatever allows',
      {
        rules: [
          { tool: 'host', allow: 'box' },
          { tool: 'host', ask: 'b*' },
        ],
      },
      'ask',
      'a rule asks about the host "box"',
    ],
    [
      'a rule asks about under full',
      { settings: full, rules: [{ tool: 'host', ask: 'box' }] },
      'ask',
      'asks about',
    ],
    [
      'is allowed under full with nobody asked',
      {
        settings: { approval: { security: 'full', ask: 'off' } },
        rules: [{ tool: 'host', ask: 'box' }],
      },
      'allow',
      'approval.security is full',
    ],
    ['is allowed under full', { settings: full }, 'allow', 'approval.security is full'],
    [
      'a rule denies under full',
      { settings: full, rules: [{ tool: 'host', deny: 'box' }] },
      'deny',
      'denies',
    ],
    [
      'is asked under always, rule or not',
      { settings: { approval: { ask: 'always' } }, rules: [{ tool: 'host', allow: 'box' }] },
      'ask',
      'asked every time',
    ],
    ['is refused under deny', { settings: { approval: { security: 'deny' } } }, 'deny', 'is deny'],
    [
      'is refused where host is locked, even under full',
      { settings: { ...full, locked: ['host'] }, rules: [{ tool: 'host', allow: 'box' }] },
      'deny',
      '"host" is locked',
    ],
  ])('%s', async (_, options, decision, reason) => {
    const judgement = await bench.judgeAll([toBox], options);
    expect(judgement.decision).toBe(decision);
    expect(judgement.reason).toContain(reason);
  });

  it.each([
    ['into the sandbox', { from: 'local', to: 'sandbox' }, 'allow'],
    ['out of the sandbox', { from: 'sandbox', to: 'local' }, 'ask'],
    ['from a node to here', { from: 'box', to: 'local' }, 'ask'],
    ['from a node into the sandbox here', { from: 'box', to: 'sandbox' }, 'ask'],
  ])('%s', async (_, way, decision) => {
    expect((await bench.judgeAll([{ kind: 'move', ...way }])).decision).toBe(decision);
  });

  it.each<[string, BenchOptions, 'allow' | 'deny']>([
    ['as it says', {}, 'allow'],
    ['not where host is locked', { settings: { ...full, locked: ['host'] } }, 'deny'],
    ['not where a rule denies this machine', { rules: [{ tool: 'host', deny: 'local' }] }, 'deny'],
  ])('out of the sandbox under full: %s', async (_, options, decision) => {
    const out = { kind: 'move', from: 'sandbox', to: 'local' } as const;
    expect((await bench.judgeAll([out], { settings: full, ...options })).decision).toBe(decision);
  });

  it('proposes the rule that would allow it, alone and with what else asks', async () => {
    expect((await bench.judgeAll([toBox])).proposals).toEqual([[{ tool: 'host', allow: 'box' }]]);
    bench.stub('make');
    const both = await bench.judgeAll([bench.exec('make all'), toBox]);
    expect(both.proposals[0]).toEqual([
      { tool: 'shell', allow: 'make all' },
      { tool: 'host', allow: 'box' },
    ]);
  });
});
