import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('builtins that lead back to where the shell was', () => {
  const bench = sharedBench(() => {
    for (const path of ['sub/x', 'sub/deep/x', 'other/x', '.env']) bench.file(path, 'x');
    symlinkSync('.env', join(bench.workspace.cwd, 'x'));
  });

  it.each([
    'cd sub && ls && cd -',
    'cd sub; ls; cd -; ls',
    'cd sub && cat x && cd - > /dev/null && cat sub/x',
    'cd sub && cd ../other && cd - && ls',
    'pushd sub; ls; popd',
    'pushd sub > /dev/null && cat x && popd > /dev/null && ls',
    'pushd sub && pushd deep && popd && popd; dirs -v',
    'pushd /usr && popd && ls',
    'pushd sub && pushd && ls sub',
    'bash -c "pushd sub && cat x"',
    'cd -',
    'popd',
  ])('allows %j', async (script) => {
    const { decision, reason } = await bench.judge(script);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each([
    'cd sub && cd - && cat x',
    'cd sub; cd -; cat x',
    'cd sub && cd other; cd -; cat x',
    'cd sub && cd deep && cd - && cd - && cat x',
    'pushd sub; popd; cat x',
    'pushd sub && pushd deep && popd && popd && cat x',
    'pushd sub && pushd && cat x',
    'pushd sub || cat x',
    'cd sub && bash -c "cd - && cat x"',
    'cd - && cat sub/x',
    'popd && cat sub/x',
    'pushd && cat sub/x',
    'pushd +1 && cat sub/x',
    'pushd -n sub && cat x',
    'pushd sub && popd -n',
    'pushd sub && dirs -c',
    'pushd "$X" && cat x',
    'pushd $(cat x)',
    'pushd */',
    'cd "$X"; cd sub; cd -; cat sub/x',
    'OLDPWD=/etc; cd - && cat passwd',
    'for OLDPWD in /etc; do cd -; done; cat passwd',
    'DIRSTACK[0]=/etc; popd; cat passwd',
    'for d in sub other; do cd $d; cat x; cd -; cat x; done',
    'while cd -; do cd sub; cat x; done',
    'sh -c "pushd sub && cat x"',
    'sh -c popd',
    'pushd() { cat .env; }; pushd sub',
    '$"pushd" sub',
    'pushd sub > out',
    'pushd .git/hooks; echo x > pre-commit; popd',
  ])('does not allow %j', async (script) => {
    expect(await bench.decide(script)).not.toBe('allow');
  });

  it.each([
    'pushd +1; cat sub/x',
    'pushd -n sub && cat x',
    'popd +1 && cat x',
    'pushd -n sub; popd && cat x',
  ])('does not follow a rule into %j', async (script) => {
    const rules = [{ allow: 'pushd *' }, { allow: 'popd *' }];
    expect(await bench.decide(script, { rules })).not.toBe('allow');
  });

  it('keeps what lies outside closed where the workspace is a restriction', async () => {
    const { decision } = await bench.judge('pushd /usr && ls', {
      settings: { workspace: { restrict: true } },
    });
    expect(decision).not.toBe('allow');
  });
});
