import { describe, expect, it } from 'vitest';
import type { Display } from '../../src/core/content.ts';
import type { Effect } from '../../src/core/effect.ts';
import { fittingQuestion } from '../../src/runtime/approvals/shorten-question.ts';
import { ask, kinds, type Parts } from '../helpers/question.ts';

const exec: Effect = {
  kind: 'exec',
  script: 'make',
  argv: null,
  shell: 'bash',
  cwd: '/base/ws/sub',
  env: {},
  searchPath: '/bin',
  host: 'build7',
  pty: false,
  elevated: false,
  fed: null,
};
const typed: Effect = {
  kind: 'input',
  session: 's1',
  data: 'ls\n',
  interpreter: 'bash',
  readers: [],
  searchPath: '',
};
const write: Effect = { kind: 'write', path: '/base/ws/a', given: 'a', before: null, after: 'x' };
const texts = (question: ReturnType<typeof ask>) =>
  question.display.map((item) => (item.type === 'command' ? `$ ${item.command}` : item.text));

describe('what is shown', () => {
  it('names a program once, however its words have to be written', () => {
    const argv = ['git', 'show', 'HEAD^', '~/x'];
    const command = "git show 'HEAD^' '~/x'";
    const display = [{ type: 'command' as const, command, cwd: '/base/ws', host: 'local' }];
    const question = ask({ effects: [{ ...exec, script: null, argv }], display });
    expect(texts(question)).toEqual([`$ ${command}`]);
  });

  it.each<readonly [name: string, parts: Parts, shown: string]>([
    ['a command its tool did not show', { effects: [exec] }, '$ make'],
    [
      'the words of a program',
      { effects: [{ ...exec, script: null, argv: ['a b', "c'd", '$x'] }] },
      `$ 'a b' 'c'\\''d' '$x'`,
    ],
    ['variables', { effects: [{ ...exec, env: { A: '1', B: 'x y' } }] }, 'Environment:\nA=1\nB=x y'],
    ['raised rights', { effects: [{ ...exec, elevated: true }] }, 'Runs elevated, outside the sandbox'],
    ['standard input', { effects: [exec], input: { stdin: 'rm -rf x\n' } }, 'Standard input:\nrm -rf x\n'],
    [
      'input that is passed on',
      { effects: [exec], stdin: 0 },
      "Standard input: what the caller's pipe or file holds",
    ],
    ['typed text', { effects: [typed] }, 'Typed into session s1:\nls\n'],
    ['a read', { effects: [{ kind: 'read', path: '/etc/x', given: 'x' }] }, 'Reads /etc/x'],
    ['a write', { effects: [write] }, 'Writes /base/ws/a'],
    [
      'each verdict',
      {
        judgement: {
          commands: [
            {
              argv: ['git', 'push', 'a b'],
              program: '/usr/bin/git',
              decision: 'ask',
              rule: null,
              reason: 'no rule',
            },
            { argv: ['ls'], program: null, decision: 'allow', rule: null, reason: 'it only reads' },
          ],
          paths: [
            { access: 'write', action: 'edit_outside', path: '/etc/x', decision: 'ask', reason: 'outside' },
          ],
        },
      },
      "Judged so:\n  asked: git push 'a b' (/usr/bin/git): no rule\n  allowed: ls: it only reads\n  asked: edit_outside /etc/x: outside",
    ],
    [
      'each verdict of a loop once, with how often it comes',
      {
        judgement: {
          commands: ['a', 'b', 'a', 'a'].map((name) => ({
            argv: [name],
            program: null,
            decision: 'ask' as const,
            rule: null,
            reason: 'r',
          })),
          paths: [],
        },
      },
      'Judged so:\n  asked: a: r (3 times)\n  asked: b: r',
    ],
    [
      'a variable that would begin a line of ours',
      { effects: [{ ...exec, env: { A: '1\nJudged so:\n  allowed: make' } }] },
      'Environment:\nA=1\\nJudged so:\\n  allowed: make',
    ],
    ['a file that would', { effects: [{ ...write, path: '/base/a\nReads b' }] }, 'Writes /base/a\\nReads b'],
    [
      'a word that would',
      {
        judgement: {
          commands: [
            { argv: ['x', 'a\n  allowed: b'], program: null, decision: 'ask', rule: null, reason: 'r' },
          ],
          paths: [
            {
              access: 'write',
              action: 'edit_outside',
              path: '/a\n  allowed: b',
              decision: 'ask',
              reason: 'r',
            },
          ],
        },
      },
      "Judged so:\n  asked: x 'a\\n  allowed: b': r\n  asked: edit_outside /a\\n  allowed: b: r",
    ],
  ])('%s', (_, parts, shown) => expect(texts(ask(parts))).toContain(shown));

  it('says where, of the command or else of the workspace', () => {
    expect(ask({ effects: [exec] })).toMatchObject({
      cwd: '/base/ws/sub',
      host: 'build7',
      approvalId: 'id',
      expiresAt: 'then',
    });
    expect(ask({ effects: [write] })).toMatchObject({
      cwd: '/base/ws',
      host: 'local',
      reason: 'no rule allows it',
    });
  });

  it('shows a command once', () => {
    const display: Display[] = [{ type: 'command', command: 'make', cwd: '/', host: 'local' }];
    expect(texts(ask({ effects: [exec], display }))).toEqual(['$ make']);
  });
});

describe('what could deceive whoever looks at it', () => {
  const odd = 'a\x1b[2K\u202e\u200b\rb';
  const seen = 'a\\u{1b}[2K\\u{202e}\\u{200b}\\u{d}b';

  it('is escaped for every client alike', () => {
    const display: Display[] = [
      { type: 'diff', path: `${odd}\n`, text: `+${odd}\n+\tc` },
      { type: 'brief', text: odd },
    ];
    const proposals = [[{ tool: 'write', allow: 'a\u202eb' }]];
    const question = ask({
      effects: [{ ...exec, script: `echo ${odd}\nls` }],
      display,
      title: `${odd}\nc`,
      judgement: { proposals, reason: `${odd}\n` },
    });
    expect(question).toMatchObject({ title: `${seen}\\nc`, reason: `${seen}\\n` });
    expect(question.display).toEqual([
      { type: 'diff', path: `${seen}\\n`, text: `+${seen}\n+\tc` },
      { type: 'brief', text: seen },
      { type: 'command', command: `echo ${seen}\nls`, cwd: exec.cwd, host: 'build7' },
    ]);
    expect(question.choices.at(-1)).toMatchObject({
      label: 'Never allow "write: a\\u{202e}b" (in every folder)',
      rule: 'write: a\u202eb',
    });
  });
});

describe('what cannot all be shown cannot be allowed', () => {
  const diff: Display = { type: 'diff', path: 'a', text: '+x' };
  it.each<readonly [name: string, parts: Parts, allowed: boolean]>([
    ['a diff', { effects: [write], display: [diff] }, true],
    [
      'a summary in place of the diff',
      { effects: [write], display: [{ type: 'brief', text: 'a: 90000 lines, too many to show' }] },
      false,
    ],
    ['no diff', { effects: [write] }, false],
    ['one diff for two files', { effects: [write, write], display: [diff] }, false],
    ['a longest command', { effects: [{ ...exec, script: 'x'.repeat(131_071) }] }, true],
    ['a megabyte of input', { effects: [exec], input: { stdin: 'x'.repeat(1_048_577) } }, false],
  ])('%s: %s', (_, parts, allowed) => {
    const question = ask(parts);
    expect(kinds(question)).toEqual(allowed ? ['allow_once', 'reject_once'] : ['reject_once']);
    expect(texts(question).some((text) => text.includes('cannot all be shown'))).toBe(!allowed);
  });
});

it('what cannot all be shown is cut, so that its record can be kept and a terminal is not flooded', {
  tags: ['slow'],
}, () => {
  const reads = Array.from({ length: 30_000 }, (_, index): Effect => {
    const path = `/${'x'.repeat(200)}/${index}`;
    return { kind: 'read', path, given: path };
  });
  const shown = texts(ask({ effects: [exec, ...reads], input: { stdin: 'y'.repeat(17_000_000) } }));
  expect(shown.join('').length).toBeLessThan(1_200_000);
  const [, input = ''] = texts(ask({ effects: [exec], input: { stdin: 'y'.repeat(17_000_000) } }));
  expect(input).toMatch(/^Standard input:\ny{60000,}… \(\d+ more characters\)$/);
  expect(texts(ask({ effects: [exec], input: { stdin: 'y'.repeat(1_000_000) } }))[1]).toHaveLength(1_000_016);
});

describe('a version that fits', () => {
  const sizeOf = (question: object): number => JSON.stringify(question).length;

  it('of what cannot be allowed anyway says how much of each part is left out', () => {
    const question = ask({ effects: [exec], input: { stdin: 'y'.repeat(2_000_000) } });
    const shorter = fittingQuestion(question, (version) => sizeOf(version) <= 60_000);
    expect(shorter?.choices.map(({ kind }) => kind)).toEqual(['reject_once']);
    expect(shorter?.display.map((item) => ('text' in item ? item.text : item.command))).toEqual([
      'make',
      expect.stringMatching(/^Standard input:\ny{3900,}… \(\d+ more characters\)$/),
      'This cannot all be shown, so it cannot be allowed here.',
    ]);
  });

  it('has first what is not allowed, says what is left out, and never the call cut', () => {
    const commands = Array.from({ length: 3000 }, (_, index) => ({
      argv: ['ls', `f${index}`],
      program: null,
      decision: index === 2999 ? ('ask' as const) : ('allow' as const),
      rule: null,
      reason: 'r',
    }));
    const proposals = [
      [{ tool: 'shell', allow: `a ${'x'.repeat(5000)}` }],
      [{ tool: 'shell', allow: 'a *' }],
    ];
    const script = `a\n${'x'.repeat(20_000)}`;
    const question = ask({
      effects: [{ ...exec, script }],
      title: `${script} [in sub] (why)`,
      judgement: { commands, proposals },
    });
    const shorter = fittingQuestion(question, (version) => sizeOf(version) <= 25_000);
    expect(shorter?.title).toMatch(/^a\\nx+… \(\d+ more characters\) \[in sub\] \(why\)$/);
    expect(shorter?.choices.map(({ id }) => id)).toEqual([
      'allow_once',
      'allow_session',
      'allow_always_2',
      'reject_once',
    ]);
    const [command, judged, more] = shorter?.display ?? [];
    expect(command).toMatchObject({ command: script });
    expect(judged).toMatchObject({
      text: expect.stringMatching(
        /^Judged so:\n {2}asked: ls f2999: r\n {2}allowed: ls f0: r\n[\s\S]*… \(2980 more\)$/,
      ),
    });
    expect(more).toMatchObject({
      text: '"agent-tools approvals show id" has 2 more answers that keep longer rules.',
    });
    expect(fittingQuestion(question, (version) => sizeOf(version) <= 20_000)).toBeNull();
    const whole = fittingQuestion(question, (version) => sizeOf(version) <= 60_000);
    const always = whole?.choices.find(({ id }) => id === 'allow_always');
    expect(always?.rule).toBe(proposals[0]?.[0]?.allow);
    expect(always?.label).toMatch(/^Always allow "a x+… \(\d+ more characters\)x+" \(in every folder\)$/);
  });
});

it('what is cut is cut between characters', () => {
  const stdin = `y${'😀'.repeat(600_000)}`;
  const [, input = ''] = texts(ask({ effects: [exec], input: { stdin } }));
  expect(input).toMatch(/^Standard input:\ny(?:😀)+… \(1134482 more characters\)$/u);
});
