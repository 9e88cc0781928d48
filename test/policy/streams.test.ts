import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const restricted = { ...yolo, workspace: { restrict: true } } as const;

/** Paths of descriptors, which are what a redirect made of those. */
describe.runIf(process.platform === 'linux')('the streams of a command', () => {
  const bench = sharedBench(() => {
    bench.stub('mytool');
    for (const name of ['a.txt', 'b.txt', '.env']) bench.file(name, 'x\n');
  });

  it.each([
    'echo err >/dev/stderr',
    'echo out > /dev/stdout',
    'echo x >/dev/fd/2',
    'echo x >/proc/self/fd/1',
    'cat /dev/stdin',
    'cat < /dev/stdin',
    'cat a.txt | tee /dev/stderr | wc -l',
    'cat a.txt | grep -f /dev/stdin a.txt',
    'cat a.txt | diff - /dev/stdin',
    'cat a.txt 2>/dev/stdout | sort > /dev/stderr',
    'while read -r l; do echo "$l" >/dev/stderr; done < a.txt',
    'cat /dev/fd/3 3< a.txt',
    'cat /dev/fd/3 3<<< x',
    '{ cat /dev/fd/3; } 3< a.txt',
    "sh -c 'cat a.txt | tee /dev/stderr'",
    "find . -name '*.txt' -exec sh -c 'wc -l \"$1\" > /dev/stderr' _ {} \\;",
  ])('are read and written by %j, also where only the workspace is open', async (script) => {
    expect(await bench.judge(script)).toMatchObject({ decision: 'allow' });
    expect(await bench.judge(script, { settings: restricted })).toMatchObject({ decision: 'allow' });
  });

  it.each([
    'mytool -o /dev/stderr',
    'mytool a.txt > /dev/stderr',
    'mytool --log=/dev/stderr 2>/dev/stdout',
    'echo x | mytool /dev/stdin',
  ])('are those of a program that a rule allows: %j', async (script) => {
    const rules = [{ allow: 'mytool *' }];
    expect(await bench.judge(script, { rules })).toMatchObject({ decision: 'allow' });
    expect(await bench.judge(script, { settings: restricted })).toMatchObject({ decision: 'allow' });
  });

  it.each([
    'echo x 3>b.txt >/dev/fd/3',
    'exec 3>b.txt; echo x >/dev/fd/3',
    'exec 3>&1; n=$(cat a.txt | tee /dev/fd/3 | wc -l)',
    'exec 3< a.txt; cat /dev/fd/3',
  ])('are followed to what a redirect opens by %j', async (script) => {
    expect(await bench.judge(script, { settings: yolo })).toMatchObject({ decision: 'allow' });
  });

  it.each([
    'cat /dev/stdin < .env',
    'cat /dev/fd/3 3< .env',
    '{ cat /dev/stdin; } < .env',
    'exec 3< .env; cat /dev/fd/3',
    'echo x 2>.env >/dev/stderr',
    'cat /dev/fd/3',
    'echo x > /dev/fd/3',
  ])('are no way around what is closed: %j', async (script) => {
    expect(await bench.decide(script)).toBe('ask');
    expect(await bench.decide(script, { settings: yolo })).toBe('deny');
  });

  it.each([
    'echo x 2< a.txt >/dev/stderr',
    'echo x >/dev/stderr 2< a.txt',
    '{ echo x > /dev/stderr; } 2< a.txt',
    '{ tee /dev/fd/3 < b.txt; } 3< a.txt',
    'tee /dev/stdin < a.txt',
    "bash -c 'echo x 2< a.txt >/dev/stderr'",
    'find . -name b.txt -exec sh -c \'echo "$1" 2< a.txt >/dev/stderr\' _ {} \\;',
    'n=$(cat b.txt 1< a.txt > /dev/stdout)',
  ])('are not written where a redirect opens them to be read: %j', async (script) => {
    const rules = [{ tool: 'write', allow: 'b.txt' }];
    expect(await bench.decide(script, { rules })).toBe('ask');
  });

  it.each(['echo x 2< a.txt >/dev/stderr', 'exec 3< a.txt; echo x >/dev/fd/3', 'cat /dev/fd/3 3>> a.txt'])(
    'are refused where all else is allowed and a redirect opens them for something else: %j',
    async (script) => {
      const rules = [{ tool: ['write', 'read'], deny: 'a.txt' }];
      expect(await bench.decide(script, { settings: yolo, rules })).toBe('deny');
    },
  );

  it.each(['rm /dev/stderr', 'mv a.txt /dev/stdout', 'ln -sf a.txt /dev/stdin', 'sed -i s/a/b/ /dev/stdout'])(
    'are no files to be replaced by %j',
    async (script) => {
      const rules = [{ tool: 'write', allow: '**' }, { allow: 'mv *' }];
      expect(await bench.decide(script, { rules })).toBe('ask');
      expect(await bench.decide(script, { settings: restricted })).toBe('deny');
    },
  );

  it.each([
    `echo x > /proc/${process.ppid}/fd/1`,
    `echo x > /proc/self/../${process.ppid}/fd/1`,
    'echo x > /proc/1/fd/2',
    'echo x > /dev/stdin',
  ])('of another process are files outside: %j', async (script) => {
    expect(await bench.decide(script)).toBe('ask');
    expect(await bench.decide(script, { settings: restricted })).toBe('deny');
  });

  it('are closed by rules that name them', async () => {
    const rules = [{ tool: 'write', deny: '/dev/stderr' }];
    expect(await bench.decide('echo x > /dev/stderr', { rules })).toBe('deny');
    expect(await bench.decide('echo x > /dev/stdout', { rules })).toBe('allow');
  });
});
