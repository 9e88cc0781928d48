import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('a file with the whole of some output', () => {
  const at = (script: string) =>
    script.replaceAll('SP', join(bench.protectedPaths[0] ?? '', 'spill/shell-1-output.spill'));
  const bench = sharedBench(() => {
    bench.file(at('SP'), 'text\n');
    bench.file('an.py', '');
  });

  it.each([
    'ls -l SP',
    'stat SP',
    'du -h SP',
    'test -s SP',
    '[ -f SP ] && wc -l SP',
    'realpath SP',
    'readlink -f SP',
    'find SP -size +1k',
    'zgrep x SP',
    "tr '\\0' '\\n' < SP",
  ])('is only looked at: %s', async (script) => {
    expect(await bench.decide(at(script))).toBe('allow');
    expect(await bench.decide(at(script), { settings: yolo })).toBe('allow');
  });

  it.each(['gzip -c SP > x.gz', 'cp SP ./x'])('is only read, under full: %s', async (script) => {
    expect(await bench.decide(at(script), { settings: yolo })).toBe('allow');
  });

  it.each([
    'python3 an.py SP',
    "perl -pi -e 's/a/b/' SP",
    'split -l 9 SP part_',
    'rm SP',
    'echo > SP',
    'sed -i s/a/b/ SP',
    'gzip SP',
    'chmod 644 SP',
    'ln -s SP x',
    'find SP -delete',
    'echo > SP.gz',
  ])('may be changed by nothing, and is told so: %s', async (script) => {
    const { decision, reason } = await bench.judge(at(script), { settings: yolo });
    expect(decision).toBe('deny');
    expect(reason).toMatch(/is the whole of some output, which may only be read; `cp` makes a copy/);
  });

  it.each(['ls -l SP/..', 'cat SP.other', 'ls SP.gz.other', 'mv x SP/../shell-2.spill'])(
    'is the only such file: %s',
    async (script) => {
      expect(await bench.decide(at(script), { settings: yolo })).toBe('deny');
    },
  );
});
