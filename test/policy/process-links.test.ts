import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe.runIf(process.platform === 'linux')('links of a process', () => {
  const bench = sharedBench();

  it.each([
    'ls -l /proc/1/cwd',
    'ls -l /proc/self/exe',
    'readlink -f /proc/self/exe',
    'readlink /proc/self/cwd',
    'ls -l /proc/*/exe',
    'for p in /proc/[0-9]*; do readlink $p/exe; done',
  ])('may be named by %j', async (script) => {
    expect(await bench.decide(script)).toBe('allow');
    expect(await bench.decide(script, { settings: yolo })).toBe('allow');
  });

  it.each([
    'cat /proc/self/exe',
    'cat /proc/self/fd/3',
    'head -c 9 /proc/self/root/etc/hostname',
    'cp /proc/self/exe x',
    'ls /proc/self/exe && cat /proc/self/fd/4',
  ])('are not opened by %j, since what is behind them cannot be told', async (script) => {
    expect(await bench.decide(script)).toBe('ask');
    expect(await bench.judge(script, { settings: yolo })).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('leads to what the process that opens it has open'),
    });
  });
});
