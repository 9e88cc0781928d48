import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('the folder a shell is in', () => {
  const bench = sharedBench(() => {
    bench.file('build/x');
  });

  /** NAME in a script is the last name of the workspace. */
  const decide = async (script: string) => {
    const named = script.replaceAll('NAME', basename(bench.workspace.cwd));
    const { decision, rule } = await bench.judge(named, { settings: yolo, protectedPaths: [] });
    return decision === 'deny' && rule?.text === 'guard' ? 'guarded' : decision;
  };

  it.each([
    'rm -rf "$PWD"',
    'rm -rf "${PWD%/*}"',
    'rm -rf "${PWD%/*/*}"',
    'rm -rf "${PWD%/}"',
    'rm -rf "${PWD:0:9}"',
    'rm -rf "${PWD%/*}/NAME"',
    'rm -rf ${PWD%/*}/NAME/',
    'rm -rf "$(dirname "$PWD")/NAME"',
    'rm -rf "$(dirname "$(dirname "$PWD")")"',
    'rm -rf "../${PWD##*/}"',
    'rm -rf "../$(basename "$PWD")"',
    'rm -rf "../$(basename "$(pwd)")/."',
    'rm -rf "${PWD%/*}/${PWD##*/}"',
    'rm -rf "$(dirname "$PWD")/$(basename "$PWD")"',
    'N=$(basename "$PWD"); rm -rf "../$N"',
    'N=${PWD##*/}; cd ..; rm -rf NAME',
    'D=$PWD; rm -rf "${D%/*}"',
    'D=$PWD; rm -rf "${D%/*}/NAME"',
    'echo "$PWD" | xargs rm -rf',
    'pwd | xargs rm -rf',
  ])('is seen to be removed by %j', async (script) => {
    expect(await decide(script)).toBe('guarded');
  });

  it.each([
    'rm -rf "$PWD/build"',
    'rm -rf "${PWD%/}/build"',
    'rm -rf "${PWD%/*}/NAME/build"',
    'rm -rf "../${PWD##*/}/build"',
    'rm -rf "../$(basename "$PWD")-old"',
    'rm -rf "../${PWD##*/}.bak"',
    'rm -rf "/tmp/$(basename "$PWD")"',
    'rm -rf "/tmp/${PWD##*/}"',
    'rm -rf "/tmp/${PWD##*/}/build"',
    'rm -rf "/tmp/${PWD//\\//_}"',
    'rm -rf "/tmp/${PWD#/}"',
    'rm -rf "/tmp/${PWD:1}"',
    'rm -rf ~/.cache/x/"${PWD##*/}"',
    'N=$(basename "$PWD"); rm -rf "/tmp/$N"',
    'N=${PWD##*/}; rm -rf "/opt/$N"',
  ])('lends its name to what %j removes', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    'cd missing; rm -rf *',
    'cd missing && true; rm -rf *',
    'cd missing && ls || rm -rf *',
    'cd missing || true; rm -rf *',
    'cd missing || ls && rm -rf *',
    'ls || cd missing && rm -rf *',
    'cd missing && ls || exit && rm -rf *',
    'cd missing && ls || exit; cd ..; rm -rf *',
    'cd missing || exit 1 && rm -rf ../*',
    'cd missing || { exit 1; } && rm -rf *',
    'cd missing && cd .. && rm -rf *',
    '! cd missing && rm -rf *',
    'if ls; then cd missing; fi && rm -rf *',
    '{ cd missing; ls; } && rm -rf *',
    'cd missing & rm -rf *',
    'cd missing | cat && rm -rf *',
    'cd() { :; }; cd missing && rm -rf *',
    'function cd { :; }; cd missing && rm -rf *',
    'alias cd=true; cd missing && rm -rf *',
    'ls && cd missing; rm -rf *',
    'cd "$X" && rm -rf *',
  ])('may still be the workspace in %j', async (script) => {
    expect(await decide(script)).toBe('guarded');
  });

  it.each([
    'mkdir -p out && cd out && rm -rf -- * .[!.]*',
    'cd missing && rm -rf *',
    'cd missing && cd sub && rm -rf ./*',
    'cd missing 2>/dev/null && ls && rm -rf *',
    'cd missing || exit 1; rm -rf *',
    'cd missing || return\nrm -rf *',
    'cd missing && ls || exit; rm -rf *',
    '(cd missing && rm -rf *)',
    'bash -c "cd missing && rm -rf *"',
    'pushd missing && rm -rf * && popd',
  ])('is surely another in %j', async (script) => {
    expect(await decide(script)).toBe('allow');
  });
});
