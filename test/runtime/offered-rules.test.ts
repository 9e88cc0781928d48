import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../src/policy/judge.ts';
import { rulesOf } from '../../src/runtime/approvals/choices.ts';
import { ask, kinds } from '../helpers/question.ts';

describe('rules that are offered', () => {
  const proposals = [[{ tool: 'shell', allow: 'npm test' }], [{ tool: 'shell', allow: 'npm test *' }]];

  it('stand in the labels, from narrow to wide', () => {
    expect(ask({ judgement: { proposals } }).choices).toEqual([
      { id: 'allow_once', kind: 'allow_once', label: 'Allow once' },
      {
        id: 'allow_session',
        kind: 'allow_session',
        label: 'Allow "npm test *" for this session',
        rule: 'npm test *',
      },
      {
        id: 'allow_always',
        kind: 'allow_always',
        label: 'Always allow "npm test" (in every folder)',
        rule: 'npm test',
      },
      {
        id: 'allow_always_2',
        kind: 'allow_always',
        label: 'Always allow "npm test *" (in every folder)',
        rule: 'npm test *',
      },
      { id: 'reject_once', kind: 'reject_once', label: 'Reject' },
      {
        id: 'reject_always',
        kind: 'reject_always',
        label: 'Never allow "npm test" (in every folder)',
        rule: 'npm test',
      },
    ]);
  });

  it('are said to hold on every host where the call is for a node', () => {
    const { choices } = ask({ node: 'build7', judgement: { proposals } });
    expect(choices.flatMap(({ label, rule }) => (rule === undefined ? [] : [label]))).toEqual([
      'Allow "npm test *" for this session, on every host',
      'Always allow "npm test" (in every folder, on every host)',
      'Always allow "npm test *" (in every folder, on every host)',
      'Never allow "npm test" (in every folder, on every host)',
    ]);
  });

  it('may be several, one a line, of several tools', () => {
    const two = [
      [
        { tool: 'shell', allow: 'a *' },
        { tool: 'write', allow: 'log' },
      ],
    ];
    const { choices } = ask({ judgement: { proposals: two } });
    const always = choices.find(({ kind }) => kind === 'allow_always');
    expect(always).toMatchObject({
      rule: 'a *\nwrite: log',
      label: 'Always allow "a *" and "write: log" (in every folder)',
    });
    expect(rulesOf('a *\n\n  write:  log \nb: c', 'shell', 'allow')).toEqual([
      { tool: 'shell', allow: 'a *' },
      { tool: 'write', allow: 'log' },
      { tool: 'shell', allow: 'b: c' },
    ]);
    expect(rulesOf('src/**', 'write', 'deny')).toEqual([{ tool: 'write', deny: 'src/**' }]);
    expect(rulesOf('read-media: img/**', 'shell', 'allow')).toEqual([
      { tool: 'read-media', allow: 'img/**' },
    ]);
  });

  it('name the host of a call for a yes; a no for always is about the call, not about all that runs there', () => {
    const host = { tool: 'host', allow: 'box' };
    const rules = (proposal: Judgement['proposals'][number]) =>
      ask({ judgement: { proposals: [proposal] } })
        .choices.filter(({ kind }) => kind.endsWith('_always'))
        .map(({ rule }) => rule);
    expect(rules([{ tool: 'shell', allow: 'touch a' }, host])).toEqual(['touch a\nhost: box', 'touch a']);
    expect(rules([host])).toEqual(['host: box', 'host: box']);
  });

  it.each<readonly [string, Partial<Judgement>]>([
    ['what could not be taken apart', { proposals, opaque: 'evaluates text' }],
    ['nothing to propose', { proposals: [[]] }],
  ])('are none for %s', (_, parts) =>
    expect(kinds(ask({ judgement: parts }))).toEqual(['allow_once', 'reject_once']),
  );
});
