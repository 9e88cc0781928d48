/** @module-tag forms */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFindLine } from '../../src/policy/programs/find-line.ts';
import type { FindTree } from '../../src/policy/programs/find-tree.ts';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const joints = { all: ' & ', any: ' | ', each: ' , ' } as const;

/** An expression as it was read: `_` for words that are not known, `+` behind a command of several names, `?` behind what is not sure. */
function shown(part: FindTree): string {
  if (part.kind === 'not') return `!${shown(part.part)}`;
  if (part.kind === 'one') {
    const words = [part.name, ...part.given].map((word) => word ?? '_').join(' ');
    return `${words}${part.isBatch ? ' +' : ''}${part.isSure ? '' : '?'}`;
  }
  const [first = '{}', ...others] = part.parts.map(shown);
  return others.length === 0 ? first : `{${[first, ...others].join(joints[part.kind])}}`;
}

describe('the words of a find', () => {
  const read = (text: string) => readFindLine(text.split(' ').map((word) => (word === '_' ? null : word)));

  it.each([
    ['find', '{}'],
    ['find . -name a', '-name a'],
    ['find . -name a -o -name b -a -print', '{-name a | {-name b & -print}}'],
    ['find . ( -name a , -type f ) -delete', '{{-name a , -type f} & -delete}'],
    ['find . ! ! -name a -not -true', '{-name a & !-true}'],
    ['find . ! ( -name a -or -name b )', '!{-name a | -name b}'],
    ['find . -name -o -delete', '{-name -o & -delete}'],
    ['find . -newermt x -newerac f -anewer f', '{-newermt x & -newerac f & -anewer f}'],
    ['find . -newerxy x', '{-newerxy? & x?}'],
    ['find -files0-from list -regextype sed -ls', '{-files0-from list & -regextype sed & -ls}'],
    ['find . -fprintf out %p -delete', '{-fprintf out %p & -delete}'],
    ['find . -fprint -delete -fls x', '{-fprint -delete & -fls x}'],
    ['find . -exec rm {} + -ok cat x{} ;', '{-exec rm {} + & -ok cat x{}}'],
    ['find . -exec rm {}; -delete', '-exec rm {}; -delete?'],
    ['find . -exec rm', '-exec rm?'],
    // BusyBox ends it at the first plus.
    ['find . -exec a + -name {} ; -delete', '{-exec a + -name {}? & _ {} & ;? & -delete}'],
    ['find . -exec echo x{} + -delete', '{-exec echo x{} +? & -delete}'],
    ['find . -exec _ + -name a', '{-exec _ +? & -name a}'],
    ['find . -name _ _ foo', '{-name _? & _? & foo?}'],
    ['find . -name', '-name?'],
    ['find . -true (-name a )', '{{-true & (-name? & a?} , {}}'],
  ])('%s', (text, expression) => {
    expect(shown(read(text).tree)).toBe(expression);
  });

  it.each([
    ['find . ( -name a', false],
    ['find . -name a )', false],
    ['find . -o -name a', false],
    ['find . -name a -a', false],
    ['find . -a -name a', false],
    ['find . ! -o -true', false],
    ['find . ( )', false],
    ['find . -true , -true', false],
    [`find . ${'( '.repeat(17)}-true${' )'.repeat(17)}`, false],
    [`find . ${'( '.repeat(16)}-true${' )'.repeat(16)}`, true],
    ['find . ( -name a -or ! -name b ) -and -true', true],
  ])('%s is whole: %s', (text, isWhole) => {
    expect(read(text).isWhole).toBe(isWhole);
  });

  it.each([
    ['find a b -name x', ['a', 'b']],
    ['find - (2 !x , -name x', ['-', '(2', '!x', ',']],
    ['find -L -O3 -D tree a -true', ['a']],
    ['find -E -dx a -true', ['a']],
    ['find -f a -- b -true', ['a', 'b']],
    ['find -- a', ['a']],
    ['find a -L b', ['a']],
  ])('%s begins in %j', (text, starts) => {
    const words = text.split(' ');
    expect(readFindLine(words).starts.map((at) => words[at])).toEqual(starts);
  });
});

describe('what a find does, by the grammar that all that judge it share', () => {
  const rules = [{ tool: ['write', 'edit'], deny: 'migrations/**' }];
  const bench = sharedBench(
    () => {
      bench.stub(...'find cat grep wc xargs'.split(' '));
      for (const path of ['migrations/1.sql', 'src/a.ts']) bench.file(path);
      mkdirSync(join(bench.workspace.home, '.config/agent-tools'), { recursive: true });
      bench.file(join(bench.workspace.home, '.config/agent-tools/config.json'), '{}');
    },
    { inherited: () => null },
  );

  const judge = (script: string, protectedPaths?: readonly string[]) =>
    bench.judge(script, { settings: yolo, rules, ...(protectedPaths && { protectedPaths }) });
  const decide = async (script: string) => (await judge(script)).decision;

  it.each([
    // Where it begins.
    'find src - / -delete',
    'find src , / ! -name x -delete',
    "find src '(2' / -delete",
    'find -E / ! -name x -delete',
    'find -f / -- src ! -name x -delete',
    'find -x -f / ! -name x -delete',
    // What is a word of a command picks nothing.
    'find / -exec echo -name x \\; -delete',
    'find ~ -exec test -size 1 \\; -exec rm {} +',
    'find / -fprintf -name x -delete',
    'find / -exec true + -name x \\; -delete',
    // What is denied, and what stands on a side of its own.
    'find / ! \\( -type f -name x \\) -delete',
    "find / ! \\( -name x -o -name '*.y' \\) -exec rm {} +",
    'find . \\( -type f -o -name x \\) -delete',
    "find ~ -name '*' ! -name x -delete",
    // A plus ends a command behind what is found.
    'find x -maxdepth 0 -name x -exec rm -rf + / \\;',
    'fd x -x rm -rf + /',
    // To BusyBox it does anywhere.
    'find / -exec echo x{} + -delete',
    'find / -name x -exec echo + -exec rm -rf / \\;',
    'find / -exec echo {}x + -exec rm {} \\;',
    // What it prints where nothing picks some of it.
    'rm -rf $(find -L / -maxdepth 1)',
    'rm -rf $(find -- ~ -print)',
  ])('is guarded in %j', async (script) => {
    const { decision, rule } = await judge(script, []);
    expect([decision, rule?.text]).toEqual(['deny', 'guard']);
  });

  it.each([
    'find . -newer x -exec sed -i s/a/b/ + {} \\;',
    // What always holds leads on, what is true or not may.
    'find . -fprintf x y -name 1.sql -delete',
    'find . -files0-from x -newer a -delete',
    "find . -regextype sed -newer a -exec rm {} ';'",
    'find . -newerxy x -delete',
    'find . -exec true {} \\; -exec rm {} +',
    // Nothing is pruned depth first.
    'find . -depth -name migrations -prune -o -newer a -exec rm {} +',
    'find -d . -name migrations -prune -o -newer a -exec rm {} +',
    // Too deep to tell.
    `find . ${'\\( '.repeat(20)}-name nothing${' \\)'.repeat(20)} -delete`,
    `find . ${'\\( '.repeat(20)}-name migrations -prune -o -newer a -exec rm {} +`,
  ])('is refused in %j', async (script) => {
    expect(await decide(script)).toBe('deny');
  });

  it.each([
    'find . -exec echo -delete \\;',
    "find . -type f -exec grep -e '-delete' {} +",
    'find . -name migrations -prune -o -newer a -exec rm {} +',
    'find . -name -delete',
    'find . -fprint -delete',
    'find . ! ! -name "*.o" -delete',
    "find . -type f -not \\( -name 1.sql -o -name '*.env' \\) -name '*.o' -exec rm {} +",
    'find . -fprintf x y -o -name 1.sql -delete',
    'find . -files0-from x -o -name 1.sql -delete',
    'find src -E -name x -delete',
  ])('lets %j pass', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    'find -- src -name x',
    'find . -newerBt yesterday -newermm src/a.ts',
    'find . "(" -name \'*.ts\' \')\' -exec wc -l {} ";" -o -name x -exec cat {} +',
    'find -D tree -O3 . -name x',
  ])('%s runs unasked', async (script) => {
    expect(await bench.decide(script)).toBe('allow');
  });

  it.each([
    'find . -exec grep x + -exec touch {} \\;',
    'find . -exec wc -l a + -fprint {} \\;',
    'find . -exec cat x{} +',
    'find . -exec cat {}\\;',
    'find . -name x -exec cat {} + -exec rm {} +',
    'find . \\(-name x \\) -exec cat {} +',
    'find . -newerxy x',
    'find . -files0-from x',
    'find -f src -name x',
  ])('%s is asked about', async (script) => {
    expect(await bench.decide(script)).toBe('ask');
  });

  it.each([
    ['parentheses', `find . ${'\\( '.repeat(15_000)} -exec cat {} +`],
    ['closed ones', `find . ${'\\( \\) '.repeat(7_000)} -exec rm {} +`],
    ['denials', `find . ${'! '.repeat(20_000)} -name x -exec cat {} +`],
    ['sides', `find . ${'-o '.repeat(20_000)} -delete`],
    ['pruned sides', `find . ${'-name x -prune -o '.repeat(3_500)} -delete`],
    ['commands without an end', `find . ${'-exec a + '.repeat(6_000)}`],
    ['commands with one end', `find . ${'-exec a + '.repeat(6_000)}\\;`],
    ['commands', `find . ${'-exec a {} + '.repeat(4_500)}`],
    ['starts', `find ${'(2 '.repeat(15_000)} -delete`.replaceAll('(', "'('")],
    ['options', `find ${'-L '.repeat(20_000)} -delete`],
  ])('is told in bounded time of %s', { tags: ['slow'] }, async (_, script) => {
    await bench.judge(script);
    expect(await decide(script)).toMatch(/^(?:allow|ask|deny)$/);
  });
});
