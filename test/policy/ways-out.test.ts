import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('a reason names what runs unasked', () => {
  const bench = sharedBench(
    () => {
      bench.stub('rg');
      for (const path of ['src/a.ts', '.env', 'prod.pem', 'keys/.ssh/id_rsa', 'odd/id_rsa;x.pem'])
        bench.file(path, 'x\n');
    },
    { inherited: () => null },
  );

  it.each([
    [
      'grep -rn x . --exclude=prod.pem',
      '--exclude=.env leaves it out',
      'grep -rn x . --exclude=prod.pem --exclude=.env',
    ],
    [
      'cd src && grep -rn x .. --exclude=.env',
      '--exclude=prod.pem leaves it out',
      'cd src && grep -rn x .. --exclude=.env --exclude=prod.pem',
    ],
    ["rg --hidden x -g '!prod.pem'", "-g '!.env' leaves it out", "rg --hidden x -g '!prod.pem' -g '!.env'"],
    ['grep "$X" src/a.ts', '-e before it makes it the pattern', 'grep -e "$X" src/a.ts'],
    ['rg "$X" src', '-e before it makes it the pattern', 'rg -e "$X" src'],
    ['git grep "$X"', '-e before it makes it the pattern', 'git grep -e "$X"'],
  ])('%s: %s', async (asked, way, command) => {
    expect(await bench.judge(asked)).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining(`(${way})`),
    });
    const { decision, reason } = await bench.judge(command);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each([
    'grep $X src/a.ts',
    'grep x "$X"',
    'grep -rn x keys',
    'cat .env',
    'cat "$X"',
    'sed "$X" src/a.ts',
    'cp .env b',
  ])('and where there is none it names none: %s', async (script) => {
    const { decision, reason } = await bench.judge(script);
    expect(decision).toBe('ask');
    expect(reason).not.toMatch(/leaves it out|makes it the pattern/);
  });
});
