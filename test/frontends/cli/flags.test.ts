import { describe, expect, it } from 'vitest';
import { type Flag, kebab, parseFlags, readJson } from '../../../src/frontends/cli/flags.ts';
import { splitCommand } from '../../../src/frontends/cli/global-flags.ts';

const flags: readonly Flag[] = [
  { name: 'timeout', field: 'timeout', kind: 'number', description: '' },
  { name: 'line-numbers', field: 'lineNumbers', kind: 'boolean', description: '' },
  { name: 'env', field: 'env', kind: 'record', description: '' },
  { name: 'old', field: 'old', kind: 'string', description: '' },
  { name: 'rule', field: 'rule', kind: 'lines', description: '' },
  { name: 'no-cap', field: 'noCap', kind: 'switch', description: '' },
  { name: 'cwd', field: 'cwd', kind: 'string', short: 'C', description: '' },
];

describe('parseFlags', () => {
  it.each([
    [['--timeout', '30', 'x'], { timeout: 30 }, ['x'], null],
    [['--timeout=1.5'], { timeout: 1.5 }, [], null],
    [['--timeout', '-5'], { timeout: -5 }, [], null],
    [['--line-numbers'], { lineNumbers: true }, [], null],
    [['--no-line-numbers'], { lineNumbers: false }, [], null],
    [['--line-numbers=false'], { lineNumbers: false }, [], null],
    [['--env', 'A=1', '--env', 'B=2=3', '--env', 'A=4'], { env: { A: '4', B: '2=3' } }, [], null],
    [['--rule', 'a *', '--rule=b'], { rule: 'a *\nb' }, [], null],
    [['--old', '--new-looking'], { old: '--new-looking' }, [], null],
    [['--old', ''], { old: '' }, [], null],
    [['--no-cap', 'a', 'b'], { noCap: true }, ['a', 'b'], null],
    [['--no-cap=true'], { noCap: true }, [], null],
    [['--no-cap', '--no-cap=false'], { noCap: false }, [], null],
    [['-C', '/tmp'], { cwd: '/tmp' }, [], null],
    [['-C/tmp'], { cwd: '/tmp' }, [], null],
    [['a', '--', '--timeout', 'x'], {}, ['a'], ['--timeout', 'x']],
    [['--'], {}, [], []],
  ])('%j', (words, values, positionals, rest) => {
    expect(parseFlags(words, flags)).toEqual({ values, words: positionals, rest });
  });

  it.each([
    [['--timeot', '3'], '"--timeot" is not a known flag; did you mean "--timeout"?'],
    [['-x'], '"-x" is not a known flag'],
    [['-undefined', 'x'], '"-undefined" is not a known flag'],
    [['--zzzzzzzz'], '"--zzzzzzzz" is not a known flag'],
    [['--timeout', 'soon'], '"--timeout" must be a number, not "soon"'],
    [['--timeout', '0x10'], '"--timeout" must be a number, not "0x10"'],
    [['--timeout'], '"--timeout" needs a value'],
    [['--timeout', '1', '--timeout', '2'], '"--timeout" is given twice'],
    [['--env', 'novalue'], '"--env" must be NAME=VALUE, not "novalue"'],
    [['--env', '=x'], '"--env" must be NAME=VALUE, not "=x"'],
    [['--line-numbers=maybe'], '"--line-numbers" must be true or false, not "maybe"'],
    [['--no-cap=1'], '"--no-cap" must be true or false, not "1"'],
    [['--no-timeout'], '"--no-timeout" is not a known flag; did you mean "--timeout"?'],
  ])('%j is refused', (words, message) => {
    expect(() => parseFlags(words, flags)).toThrow(message);
  });
});

it('a byte order mark before JSON text is none of it', () => {
  expect(readJson('--input', '\ufeff{"path":"\ufeffa"}')).toEqual({ path: '\ufeffa' });
});

describe('splitCommand', () => {
  it.each([
    [['shell', 'x'], { before: [], command: 'shell', after: ['x'] }],
    [
      ['--json', '-C', '/tmp', 'shell', '--json'],
      { before: ['--json', '-C', '/tmp'], command: 'shell', after: ['--json'] },
    ],
    [['--security', 'full', 'env'], { before: ['--security', 'full'], command: 'env', after: [] }],
    [['--security=full', 'env'], { before: ['--security=full'], command: 'env', after: [] }],
    [['-undefined', 'env'], { before: ['-undefined'], command: 'env', after: [] }],
    [['--help'], { before: ['--help'], command: null, after: [] }],
    [[], { before: [], command: null, after: [] }],
  ])('%j', (words, expected) => {
    expect(splitCommand(words)).toEqual(expected);
  });
});

describe('kebab', () => {
  it.each([
    ['yieldMs', 'yield-ms'],
    ['read_media', 'read-media'],
    ['maxOutputChars', 'max-output-chars'],
  ])('%s is typed %s', (field, flag) => {
    expect(kebab(field)).toBe(flag);
  });
});
