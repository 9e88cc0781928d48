import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longestPath } from '../../src/core/paths/longest-path.ts';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const long = 'a/'.repeat(longestPath / 2);
const deep = `cd ${'d'.repeat(200)}; `.repeat(longestPath / 200 + 1).replaceAll('; ', ' && ');
/** As long as one call takes, longer with the folder in front. */
const wayBack = 'a/../'.repeat(longestPath / 5 - 6);

describe('paths longer than any there can be', () => {
  const bench = sharedBench(() => {
    mkdirSync(join(bench.workspace.cwd, 'a'));
    bench.file('.env', 'x');
    bench.stub('tool');
    symlinkSync('/etc/shadow', join(bench.workspace.cwd, 'link'));
    symlinkSync(join(bench.workspace.home, '.config/agent-tools'), join(bench.workspace.cwd, 'policy'));
  });

  it.each([
    ['a read', `cat ${long}x`],
    ['an absolute read', `cat /${long}x`],
    ['a read with everything below', `grep -r x ${long}`],
    ['a write', `echo x > ${long}x`],
    ['a way back to a secret', `cat ${'a/../'.repeat(longestPath / 5)}.env`],
    ['a wildcard with a way back', `cat ${'a/../'.repeat(longestPath / 5)}.en*`],
    ['wildcards on the way', `cat ${'*/../'.repeat(longestPath / 5)}.env`],
    ['a secret in a folder whose name is too long', `${deep}cat .env`],
    ['a wildcard in such a folder', `${deep}cat *`],
  ])('%s is asked', async (_, script) => {
    expect(await bench.decide(script)).toBe('ask');
  });

  it('a secret in one of many folders is asked although a rule allows the program', async () => {
    const many = 'cd a; cd b; cd c; cd d; tool ';
    const rules = [{ allow: 'tool *' }];
    expect(await bench.decide(`${many}.env`, { rules })).toBe('ask');
    expect(await bench.decide(`${many}x`, { rules })).toBe('allow');
  });

  it.each([
    ['a secret', `tool ${wayBack}link`, 'ask'],
    ['a secret behind an option', `tool -x=${wayBack}link`, 'ask'],
    ['the policy', `tool ${wayBack}policy/config.json`, 'deny'],
    ['a name of no one', `tool ${wayBack}nothing`, 'allow'],
  ])('a way to %s that fits only from where it begins is followed', async (_, script, decision) => {
    expect(await bench.decide(script, { rules: [{ allow: 'tool *' }] })).toBe(decision);
  });

  it.each([
    ['wildcards that stand for short names', `rm -rf ${'/*'.repeat(longestPath)}`],
    ['wildcards below the home', `rm -rf ~${'/*'.repeat(longestPath)}`],
    ['wildcards of every form', `rm -rf ${'/*/.*/.[!.]*/.??*'.repeat(longestPath / 16)}`],
    ['a list with a short choice', `rm -rf {${'a'.repeat(longestPath)},/etc}`],
    ['a short operand beside it', `rm -rf ${long} /etc`],
    ['slashes', `rm -rf ${'/'.repeat(longestPath)}*`],
    ['a start of find', `find ${'/./'.repeat(longestPath)} -delete`],
  ])('the guard refuses a removal by %s', async (_, script) => {
    expect(await bench.decide(script, { settings: yolo, protectedPaths: [] })).toBe('deny');
  });

  it('the guard leaves the removal of a long name be', async () => {
    const { decision } = await bench.judge(`rm -rf ${long}`, { settings: yolo, protectedPaths: [] });
    expect(decision).toBe('allow');
  });
});
