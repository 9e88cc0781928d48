import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const restricted = { ...yolo, workspace: { restrict: true } } as const;

describe('a tilde', () => {
  const bench = sharedBench(
    () => {
      // Nothing sets `F` or `X`.
      bench.file('a.txt', 'x\n');
    },
    { inherited: (name) => (/^[FX]$/.test(name) ? null : undefined) },
  );

  it.each([
    'mv -f "$F" "${F}~"',
    'mv -f $F ${F}~',
    'F=a.txt; mv -f "$F" "${F}~"',
    'D=""; cp a.txt "$D~"',
    'cp a.txt "~"',
    "ls '~/x'",
    'rm -rf "./~" "~" \\~',
    'rm -rf "${X}~/"',
    'cat a.txt > "$F~"',
    'cat a.txt > "~"',
    'bash -c \'rm -f "$X"~\'',
  ])('is a name in quotes and behind a variable: %j', async (script) => {
    expect(await bench.judge(script, { settings: restricted })).toMatchObject({ decision: 'allow' });
  });

  it.each([
    'rm -rf ~',
    'rm -rf ~/',
    'rm -rf ~"/"',
    'X=~; rm -rf $X',
    'X=~; rm -rf "$X"',
    'rm -rf "$(printenv HOME)"',
    'HOME=$X; rm -rf ~',
    'eval rm -rf "~"',
    'bash -c "rm -rf ${X}~"',
    'bash -c "rm -rf \'\'" && rm -rf ~',
  ])('is the home folder elsewhere: %j', async (script) => {
    expect(await bench.judge(script, { settings: yolo })).toMatchObject({ decision: 'deny' });
  });

  it.each(['cat "$X~/.ssh/id_rsa"', "echo x > '~/.env'"])(
    'leaves what it is in front of as it is: %j',
    async (script) => {
      expect(await bench.judge(script, { settings: yolo })).toMatchObject({ decision: 'deny' });
    },
  );
});
