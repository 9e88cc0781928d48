/** @module-tag forms */
import { describe, expect, it } from 'vitest';
import rows from '../fixtures/policy/code.json' with { type: 'json' };
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

function quoted(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(', ');
}

/** A row with a command in it: CMD as a text, CMD0 its program and CMD1 what is behind it, LIST all of its words and ARGS those behind the program, as literals. */
function carrying(row: string, ...[program = '', ...args]: readonly string[]): string {
  return row
    .replaceAll('LIST', quoted([program, ...args]))
    .replaceAll('ARGS', quoted(args))
    .replaceAll('CMD0', program)
    .replaceAll('CMD1', args.join(' '))
    .replaceAll('CMD', [program, ...args].join(' '));
}

describe('code in the words or on the input of an interpreter', () => {
  const bench = sharedBench(() => {
    bench.file('.env', 'A=1');
  });

  const judge = (script: string) =>
    bench.judge(script, { settings: yolo, rules: [{ deny: 'rm *' }], protectedPaths: [] });
  const guarded = { decision: 'deny', rule: { text: 'guard' } };

  it.each(rows.carried)('has its commands seen in %j', async (row) => {
    expect((await judge(carrying(row, 'rm', 'x'))).rule?.text).toBe('rm *');
    const disaster = carrying(row, 'rm', '-rf', '/');
    expect(await bench.judge(disaster, { settings: yolo, protectedPaths: [] })).toMatchObject(guarded);
  });

  it.each(rows.removals)('is guarded in %j, and no rule about programs means it', async (row) => {
    for (const path of ['/', '~', '/etc', '.'])
      expect(await judge(row.replace('PATH', path))).toMatchObject(guarded);
    expect((await judge(row.replace('PATH', 'build'))).decision).toBe('allow');
    const kept = row.replace('PATH', '~/.config/agent-tools');
    const verdict = await bench.judge(kept, { settings: yolo });
    expect(verdict).toMatchObject({ decision: 'deny', rule: { text: 'protected paths' } });
  });

  it.each(rows.disks)('writes no disk in %j', async (row) => {
    expect(await judge(row.replace('PATH', '/dev/sda'))).toMatchObject(guarded);
    expect((await judge(row.replace('PATH', 'out.img'))).decision).toBe('allow');
  });

  it.each(rows.homes)('knows the home in %j', async (script) => {
    expect(await bench.judge(script, { settings: yolo, protectedPaths: [] })).toMatchObject(guarded);
  });

  it.each(rows.reads)('reads no secrets in %j', async (script) => {
    expect(await judge(script)).toMatchObject({ decision: 'deny', rule: { text: 'sensitive files' } });
    expect((await judge(script.replaceAll('.env', 'a.txt'))).decision).toBe('allow');
  });

  it.each(rows.neighbours)('is not taken for it in %j', async (script) => {
    expect((await judge(script)).decision).toBe('allow');
  });

  it.each(rows.forks)('forks without an end in %j', async (script) => {
    expect(await judge(script)).toMatchObject(guarded);
  });

  it('shows what is called', async () => {
    const { commands } = await judge(`python3 -c 'import shutil; shutil.rmtree("/")'`);
    expect(commands).toContainEqual(
      expect.objectContaining({ argv: ['shutil.rmtree', '/'], decision: 'deny' }),
    );
  });

  it.each([
    ['quotes that do not end', `python3 -c 'os.system(${'"a\\"b '.repeat(15_000)}'`],
    ['calls in calls', `python3 -c '${'os.system('.repeat(12_000)}'`, 'deny'],
    ['slashes', `node -e 'fs ${'=/['.repeat(30_000)}'`],
    ['patterns', `perl -e '${'s/a'.repeat(30_000)}'`],
    ['comments that do not end', `node -e 'fs ${'/*'.repeat(40_000)}'`],
    ['functions', `python3 -c '${'def f(c): os.system(c)\nf("ls")\n'.repeat(2000)}'`],
    ['code in code', `python3 -c '${'exec("'.repeat(20_000)}'`, 'deny'],
    ['one long name', `python3 -c '${'a'.repeat(120_000)}'`],
    ['escaped quotes', `groovy -e '${'"\\"'.repeat(20_000)}'`],
    ['a module in many packages', `echo x > b.py; python3 -c 'import ${'a.'.repeat(30_000)}a'`],
    ['many modules', `echo x > b.js; node -e '${'require("a");'.repeat(5000)}'`],
    ['texts within texts', `ruby -e '${'%x('.repeat(30_000)}'`],
  ])('is read in bounded time: %s', { tags: ['slow'] }, async (_, script, own = 'allow') => {
    expect((await judge(script)).decision).toBe(own);
  });
});
