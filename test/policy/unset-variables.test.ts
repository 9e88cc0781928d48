/** @module-tag forms */
import { describe, expect, it } from 'vitest';
import type { ExecEffect } from '../../src/core/effect.ts';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

/** What the commands of these tests find in their environment. */
const environment = new Set(['SET', 'HOME', 'PATH']);

describe('the guard, of variables that are set nowhere', () => {
  const bench = sharedBench(() => {}, { inherited: (name) => (environment.has(name) ? undefined : null) });

  const decide = async (script: string, exec: Partial<ExecEffect> = {}) => {
    const { decision, rule } = await bench.judge(script, { settings: yolo, protectedPaths: [], exec });
    return decision === 'deny' && rule?.text === 'guard' ? 'guarded' : decision;
  };

  it.each([
    'rm -rf "$ROOT/"*',
    'rm -rf $ROOT/',
    'rm -rf "${ROOT}/"',
    'rm -rf "${ROOT%/}/"*',
    'rm -rf ${ROOT}/${NAME}',
    'rm -rf "$PREFIX/usr"',
    'rm -rf "$HOME/$NAME"',
    'rm -rf ~/$NAME',
    'sudo rm -rf "$ROOT/"*',
    'cd src && rm -rf "$ROOT/"*',
    'clean() { rm -rf "$ROOT/"*; }; clean',
    'if [ -d "$ROOT" ]; then rm -rf "$ROOT"/*; fi',
    'find "$ROOT/" -delete',
    'chmod -R 777 "$ROOT/"',
    'mv "$ROOT/"* backup',
    '$RUN rm -rf /',
    '${RUN:+sudo} rm -rf /',
    'rm -rf "${ROOT:+x}/"',
    'rm -rf "${ROOT:-/}"',
    'rm -rf "${ROOT-/}"',
    'ROOT=; rm -rf "${ROOT:-/}"',
    'rm -rf "${ROOT-}/"',
    'rm -rf "$1"/*',
    'rm -rf "$1/"',
    'rm -rf "$@"/',
    'rm -rf "${2}/"',
    'rm -rf "$HOME/$1"',
    'unset SET; rm -rf "$SET/"*',
    'unset -v SET OTHER; rm -rf "$SET/"',
  ])('refuses %s', async (script) => {
    expect(await decide(script)).toBe('guarded');
  });

  it.each([
    // of parameters that may be given
    'clean() { rm -rf "$1"/*; }; clean build',
    'set -- build; rm -rf "$1"/*',
    `bash -c 'rm -rf "$1"/*' _ build`,
    `find . -name build -exec sh -c 'rm -rf "$1"/*' _ {} \\;`,
    'ssh host "rm -rf build/\\$1"',
    // of what is set somewhere
    'rm -rf "$SET/"*; unset SET',
    'unset SET; SET=build; rm -rf "$SET/"*',
    'rm -rf "$SET/"*',
    'ROOT=build; rm -rf "$ROOT/"*',
    'ROOT=$(mktemp -d); rm -rf "$ROOT/"*',
    'export ROOT=build; rm -rf "$ROOT/"*',
    'read -r ROOT; rm -rf "$ROOT/"*',
    'for ROOT in a b; do rm -rf "$ROOT/"*; done',
    'while read -r ROOT; do rm -rf "$ROOT/"*; done < list',
    'printf -v ROOT %s build; rm -rf "$ROOT/"*',
    'mapfile ROOT < list; rm -rf "$ROOT/"',
    'getopts ab: ROOT; rm -rf "$ROOT/"',
    'declare -n ROOT=other; rm -rf "$ROOT/"',
    'local ROOT; rm -rf "$ROOT/"',
    '((ROOT = 3)); rm -rf "/tmp/$ROOT/"',
    ': "${ROOT:=build}"; rm -rf "$ROOT/"*',
    ': "${ROOT=build}"; rm -rf "$ROOT/"*',
    'ROOT[0]=build; rm -rf "$ROOT/"*',
    // or may be
    '. ./env.sh; rm -rf "$ROOT/"*',
    'source env.sh && rm -rf "$ROOT/"*',
    'eval "$(cat env)"; rm -rf "$ROOT/"*',
    'export $(cat env.txt); rm -rf "$ROOT/"*',
    'declare "$x=build"; rm -rf "$ROOT/"*',
    'read -r "$x"; rm -rf "$ROOT/"*',
    'rm -rf "$BASH_ENV_DIR/"* "$RANDOM/"',
    'rm -rf "/$RANDOM"',
    // where other environments hold
    `ssh host 'rm -rf "$ROOT/"*'`,
    `docker run x sh -c 'rm -rf "$ROOT/"*'`,
    `dotenv sh -c 'rm -rf "$ROOT/"*'`,
    `cat > a.mk <<'E'\nall:\n\trm -rf $(ROOT)/\nE\nmake -f a.mk ROOT=x`,
    `cat > run.sh <<'E'\nrm -rf "$ROOT/"*\nE\nchmod +x run.sh`,
    // and where the run stops
    'set -eu; rm -rf "$ROOT/"*',
    'set -o nounset; rm -rf "$ROOT/"*',
    'rm -rf "${ROOT:?}/"*',
    'rm -rf "${ROOT?}/"*',
    'rm -rf "${ROOT:-build}/"*',
    'rm -rf "${ROOT-build}/"*',
    'rm -rf "${ROOT:+$ROOT/}"*.tmp',
    'rm -rf "build/$NAME"',
  ])('lets %s pass', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it('says which are set nowhere, where that is why', async () => {
    const reasonOf = async (script: string) => (await bench.judge(script, { settings: yolo })).reason;
    expect(await reasonOf('rm -rf "$ROOT/$NAME"')).toMatch(
      /everything below; set nowhere, so empty: ROOT, NAME$/,
    );
    expect(await reasonOf('rm -rf "$A/$B/$C/$D"')).toMatch(/empty: A, B, C and others$/);
    expect(await reasonOf('rm -rf / "$ROOT/x"')).toMatch(/everything below$/);
    expect(await reasonOf('rm -rf "$SET/" /')).toMatch(/everything below$/);
  });

  it('knows of the variables of a call', async () => {
    expect(await decide('rm -rf "$ROOT/"*', { env: { ROOT: 'build' } })).toBe('allow');
  });

  it.each([{ host: 'node:build' }, { elevated: true }] as const)(
    'knows nothing of those of %j',
    async (exec) => {
      expect(await decide('rm -rf "$ROOT/"*', exec)).not.toBe('guarded');
      expect(await decide('rm -rf /', exec)).toBe('guarded');
    },
  );
});
