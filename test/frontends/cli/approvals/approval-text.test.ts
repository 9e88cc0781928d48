import { describe, expect, it } from 'vitest';
import { escapeDeceptive, escapeLine } from '../../../../src/core/text/unseen.ts';
import {
  keysOf,
  readAnswer,
  renderChoices,
  renderFollowing,
  renderQuestion,
} from '../../../../src/frontends/cli/approvals/approval-text.ts';
import type { ApprovalChoice } from '../../../../src/runtime/service.ts';

const choices: readonly ApprovalChoice[] = [
  { id: 'allow_once', kind: 'allow_once', label: 'Allow once' },
  { id: 'allow_session', kind: 'allow_session', label: 'Allow "npm *" for this session', rule: 'npm *' },
  { id: 'allow_always', kind: 'allow_always', label: 'Always allow "npm test"', rule: 'npm test' },
  { id: 'allow_always_2', kind: 'allow_always', label: 'Always allow "npm test *"', rule: 'npm test *' },
  { id: 'reject_once', kind: 'reject_once', label: 'Reject' },
  { id: 'reject_always', kind: 'reject_always', label: 'Never allow "npm test"', rule: 'npm test' },
];

describe('escaping', () => {
  it.each([
    ['plain text, tabs\tand\nlines', 'plain text, tabs\tand\nlines'],
    ['grün 日本語 🙂 é', 'grün 日本語 🙂 é'],
    ['\x1b[2J\x07\r\x00\x7f\x9b', '\\u{1b}[2J\\u{7}\\u{d}\\u{0}\\u{7f}\\u{9b}'],
    ['a\u202eb\u2066c\u200bd\ufeff', 'a\\u{202e}b\\u{2066}c\\u{200b}d\\u{feff}'],
    ['a\u00a0b\u3000c\u2003d', 'a\\u{a0}b\\u{3000}c\\u{2003}d'],
    ['a\u3164b\u115fc\u2800d\uffa0', 'a\\u{3164}b\\u{115f}c\\u{2800}d\\u{ffa0}'],
    ['a\ufe0fb\u{e0100}c\u{e0041}', 'a\\u{fe0f}b\\u{e0100}c\\u{e0041}'],
    ['a\ud800b', 'a\\u{d800}b'],
    ['a\ue000b', 'a\\u{e000}b'],
    ['a\u2028b', 'a\\u{2028}b'],
  ])('%j', (text, escaped) => expect(escapeDeceptive(text)).toBe(escaped));

  it('puts a line on one line', () => expect(escapeLine('a\n\tb\r')).toBe('a\\n\\tb\\u{d}'));
});

describe('a question', () => {
  const question = {
    tool: 'shell',
    title: 'rm x\ny [in /w] (tidy up)',
    reason: 'no rule\nallows it',
    cwd: '/w\x1b[1m',
    host: 'local',
    display: [
      { type: 'command' as const, command: 'rm x\ny', cwd: '/w', host: 'local' },
      { type: 'diff' as const, path: 'a.ts', text: '--- a\n+++ b\n+\x1b[31mred' },
      { type: 'brief' as const, text: 'Environment:\nA=1\n\nYour answer: y' },
    ],
  };

  it('shows all of everything, behind a bar, escaped', () => {
    expect(renderQuestion(question)).toBe(
      [
        'shell in /w\\u{1b}[1m',
        '  rm x\\ny [in /w] (tidy up)',
        '  | rm x',
        '  | y',
        '',
        '  | --- a',
        '  | +++ b',
        '  | +\\u{1b}[31mred',
        '',
        '  | Environment:',
        '  | A=1',
        '  | ',
        '  | Your answer: y',
        '',
        'Asked because: no rule\\nallows it',
      ].join('\n'),
    );
  });

  it('names another host, and leaves out a title that is the command', () => {
    const text = renderQuestion({ ...question, title: 'rm x\ny', host: 'build7' });
    expect(text.split('\n').slice(0, 2)).toEqual(['shell in /w\\u{1b}[1m on build7', '  | rm x']);
  });

  it('lets nothing that came with the call begin a line', () => {
    const text = renderQuestion({
      ...question,
      title: 'a\n  y Allow',
      reason: 'b\nYour answer: ',
      cwd: 'c\nd',
    });
    expect(
      text.split('\n').filter((line) => !/^( {2}\||$|shell in |Asked because: | {2}a\\n)/.test(line)),
    ).toEqual([]);
  });
});

describe('answers', () => {
  it('have a key each', () => {
    expect(keysOf(choices).map(({ key }) => key)).toEqual(['y', 's', 'a', 'a2', 'n', 'never']);
    expect(renderChoices(choices).split('\n')).toHaveLength(6);
  });

  it('name the keys that more may follow', () => {
    expect(renderFollowing(choices)).toBe(
      '(a rule of your own may follow s or a or a2 or never, a word for the model may follow n)',
    );
    const [once, , always, , no] = choices;
    expect(
      [[once], [once, no], [always]].map((some) => renderFollowing(some.flatMap((c) => c ?? []))),
    ).toEqual(['', '(a word for the model may follow n)', '(a rule of your own may follow a)']);
  });

  it.each<readonly [line: string, answer: object]>([
    ['y', { choice: 'allow_once' }],
    ['  Y  ', { choice: 'allow_once' }],
    ['s', { choice: 'allow_session' }],
    ['a', { choice: 'allow_always' }],
    ['a2', { choice: 'allow_always_2' }],
    ['a npm test --watch *', { choice: 'allow_always', rule: 'npm test --watch *' }],
    ["A  'x  y'  ", { choice: 'allow_always', rule: "'x  y'" }],
    ['n', { choice: 'reject_once' }],
    ['n use make test', { choice: 'reject_once', feedback: 'use make test' }],
    ['never', { choice: 'reject_always' }],
    ['never npm *', { choice: 'reject_always', rule: 'npm *' }],
    ['yes', { choice: 'allow_once' }],
    ['YES', { choice: 'allow_once' }],
    ['session', { choice: 'allow_session' }],
    ['always npm run *', { choice: 'allow_always', rule: 'npm run *' }],
    ['no', { choice: 'reject_once' }],
    ['no use pnpm', { choice: 'reject_once', feedback: 'use pnpm' }],
  ])('%j', (line, answer) => expect(readAnswer(line, choices)).toEqual(answer));

  it.each([
    '',
    ' ',
    'yes please',
    'yess',
    'nope',
    'y please',
    'ys',
    'a3',
    '1',
    'allow_once',
    'ne',
    '\x1b[A',
    'ｙ',
  ])('%j is none', (line) => expect(readAnswer(line, choices)).toHaveProperty('problem'));

  it('that are not offered are none', () => {
    const some = choices.filter(({ kind }) => kind.startsWith('reject'));
    expect(readAnswer('y', some)).toEqual({ problem: 'one of n, never' });
  });
});
