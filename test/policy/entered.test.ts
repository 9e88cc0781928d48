import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('the folder in which a program starts another', () => {
  const bench = sharedBench(() => {
    bench.file('secrets/k', 'x');
    bench.file('sub/k', 'x');
    mkdirSync(join(bench.workspace.cwd, 'other'));
  });

  it.each([
    'env -C / rm -rf usr',
    'env --chdir=/ rm -rf usr',
    'env --chdir / rm -rf usr',
    'env -iC / rm -rf usr',
    'env -C / rm -rf usr -C other',
    'env -C .. rm -rf work',
    'env -C other env -C ../.. rm -rf work',
    "env -S '-C / rm -rf usr'",
    'sudo -D / rm -rf usr',
    'systemd-run --working-directory=/ rm -rf usr',
    'unshare --wd=/ rm -rf usr',
    'nsenter -t 1 -m --wd=/ rm -rf usr',
  ])('the guard refuses %s', async (script) => {
    const { decision, rule } = await bench.judge(script, { settings: yolo, protectedPaths: [] });
    expect([decision, rule?.text]).toEqual(['deny', 'guard']);
  });

  it.each([
    ['env -C secrets cat k', 'deny'],
    ['env --chdir=secrets tail k', 'deny'],
    ['env -C sub cat k', 'allow'],
    ['env -C sub rm -rf k', 'allow'],
    ['make -C sub', 'allow'],
  ])('a rule about a path holds there: %s: %s', async (script, decision) => {
    const rules = [{ tool: 'read' as const, deny: 'secrets/**' }];
    expect(await bench.decide(script, { settings: yolo, rules, protectedPaths: [] })).toBe(decision);
  });
});

describe('what a pipe surely brings', () => {
  const bench = sharedBench();

  const guarded = async (script: string) => {
    const { decision, rule } = await bench.judge(script, { settings: yolo, protectedPaths: [] });
    return decision === 'deny' && rule?.text === 'guard';
  };

  it.each([
    'pwd | xargs rm -rf',
    'git rev-parse --show-toplevel | xargs rm -rf',
    'realpath ~ | xargs rm -rf',
    'dirname ~/x | xargs rm -rf',
    'readlink -f ~ | xargs rm -rf',
    'printenv HOME | xargs rm -rf',
    'dirname /etc | xargs rm -rf',
    'echo / | parallel rm -rf',
    'rm -rf $(cd; pwd)',
    'rm -rf "$(cd / && pwd)"',
    'rm -rf "$(cd /; pwd)"',
    "printf '/etc\\0/usr\\0' | xargs -0 rm -rf",
    'echo x,/etc | xargs -d, rm -rf',
  ])('the guard refuses %s', async (script) => expect(await guarded(script)).toBe(true));

  it.each(['pwd | xargs ls', 'basename /etc | xargs rm -rf', 'echo build | parallel rm -rf'])(
    'the guard leaves %s be',
    async (script) => expect(await guarded(script)).toBe(false),
  );

  it.each([
    "printf 'push\\0origin\\0' | xargs -0 git",
    'echo push,origin | xargs -d, git',
    'echo push origin | parallel git',
    'git $(basename /x/push) origin',
  ])('a rule denies %s', async (script) => {
    const verdict = await bench.judge(script, { settings: yolo, rules: [{ deny: 'git push *' }] });
    expect(verdict.decision).toBe('deny');
  });
});

describe('what is written over a disk', () => {
  const bench = sharedBench();

  it.each([
    ['echo x 1<>/dev/sda', 'deny'],
    ['cat f 1<> /dev/nvme0n1', 'deny'],
    ['tar cf /dev/sda .', 'deny'],
    ['tar -c -f /dev/sda .', 'deny'],
    ['tar cbf 20 /dev/sda .', 'deny'],
    ['tar --file=/dev/sda -c .', 'deny'],
    ['cpio -o -O /dev/sda', 'deny'],
    ['openssl enc -in x -out /dev/sda', 'deny'],
    ['scp x /dev/sda', 'deny'],
    ['pvcreate /dev/sda', 'deny'],
    ['zpool create t /dev/sda', 'deny'],
    ['mdadm --create /dev/md0 --level=1 /dev/sda', 'deny'],
    ['tar cf a.tar .', 'allow'],
    ['tar tf a.tar', 'allow'],
    ['tar xf /dev/sda', 'allow'],
    ['echo x 1<>notes', 'allow'],
    ['mdadm --detail /dev/md0', 'allow'],
  ])('%s: %s', async (script, decision) => {
    expect(await bench.decide(script, { settings: yolo, protectedPaths: [] })).toBe(decision);
  });
});

describe('a rule that denies writing', () => {
  const bench = sharedBench(() => {
    bench.file('prod/a', 'x');
    bench.file('f', 'x');
  });

  it.each([
    ['sort -o prod/b f', 'deny'],
    ['sort f -oprod/b', 'deny'],
    ['git log --output=prod/c', 'deny'],
    ['gcc -o prod/d f.c', 'deny'],
    ['touch -r f prod/e', 'deny'],
    ['sort -o other f', 'allow'],
    ['sort -k prod/a f', 'allow'],
    ['touch -r prod/a other', 'allow'],
  ])('binds what a program is told to write under full: %s: %s', async (script, decision) => {
    const rules = [{ tool: 'write' as const, deny: 'prod/**' }];
    expect(await bench.decide(script, { settings: yolo, rules, protectedPaths: [] })).toBe(decision);
  });
});
