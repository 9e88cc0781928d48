import { describe, expect, it } from 'vitest';
import { policyBench } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('a variable that only the shell has', () => {
  const environment: ReadonlySet<string> = new Set(['OUT_DIR', 'APP_URL', 'GIT_TAG']);
  const bench = sharedBench(
    () => {
      bench.stub('node', 'python3');
      for (const name of ['src/a.ts', 'src/b.ts', '.env', 'keys/id_rsa']) bench.file(name, 'x');
    },
    { inherited: (name) => (environment.has(name) ? undefined : null) },
  );

  const decide = (script: string, parts: object = {}) => bench.decide(script, { exec: parts });

  it.each([
    'DIR=src; ls $DIR',
    'DIR=src; ls "$DIR"/*.ts && cat "$DIR/a.ts"',
    'ROOT=src && cd "$ROOT" && wc -l a.ts',
    'for FILE_PATH in src/*.ts; do wc -l "$FILE_PATH"; done',
    'SRC_DIR=$(basename src); echo "$SRC_DIR"',
    "bash -c 'DIR=src; ls $DIR'",
    'path=src; ls "$path"',
    'for path in src/*.ts; do wc -l "$path"; done',
    'ls src/*.ts | while read -r path; do wc -l "$path"; done',
    'GIT_HASH=$(git rev-parse HEAD); echo "$GIT_HASH"',
    'GIT_ROOT=$(git rev-parse --show-toplevel); echo "$GIT_ROOT"',
    'GIT_ROOT=src; ls "$GIT_ROOT"',
    'NODE_VERSION=$(node --version); PYTHON_VERSION=$(python3 --version); echo "$NODE_VERSION $PYTHON_VERSION"',
    'DOCKER_IMAGE=app:latest; AWS_REGION=eu; echo "$DOCKER_IMAGE $AWS_REGION"',
    "GO_FILES=$(find src -name '*.go' | wc -l); echo $GO_FILES",
    'home=src; env=test; npm_version=1; echo "$home $env $npm_version"',
  ])('%s runs unasked', async (command) => {
    expect(await decide(command)).toBe('allow');
  });

  it.each([
    'DIR=src ls',
    'DIR=src bash -c ls',
    'env DIR=src ls',
    'export DIR=src; ls',
    'DIR=src; export DIR; ls',
    'DIR=src; declare -x DIR; ls',
    'set -a; DIR=src; ls',
    'set -o allexport; DIR=src; ls',
    "bash -a -c 'DIR=src; ls'",
    "DIR=y bash -c 'DIR=src; ls'",
    'OUT_DIR=src; ls $OUT_DIR',
    'for APP_URL in a; do ls; done',
    'GIT_DIR=src; git status',
    'GIT_HASH=x git status',
    'export GIT_HASH=x; git status',
    'GIT_HASH=x; export GIT_HASH; git status',
    'GIT_TAG=x; git status',
    'GIT_CONFIG_COUNT=1; git status',
    'GIT_SSH_COMMAND=x; git status',
    'GIT_PAGER=x; git log',
    'LD_TEST=x; ls',
    'BASH_TEST=x; ls',
    'BASH_VERSION=x; ls',
    'AGENT_TOOLS_TEST=x; ls',
    'GIT_ROOT=$(git rev-parse --show-toplevel); cat "$GIT_ROOT/.env"',
    'GIT_ROOT=keys; cat "$GIT_ROOT/id_rsa"',
    'LD_PRELOAD=x; ls',
    'BASH_ENV=x; ls',
    'PATH=src; ls',
    'path=src ls',
    'export path=src; ls',
    'env path=src ls',
    "sh -c 'path=src; ls'",
    'path=keys; cat "$path/id_rsa"',
    'http_proxy=x; ls',
    'npm_config_registry=x; ls',
    'read http_proxy < src/a.ts; ls',
    'IFS=x; ls',
    'DIR=keys; cat "$DIR/id_rsa"',
    'DIR=.env; cat $DIR',
  ])('%s is asked about', async (command) => {
    expect(await decide(command)).toBe('ask');
  });

  it('is not known where the environment is not', async () => {
    expect(await decide('DIR=src; ls $DIR', { env: { DIR: 'x' } })).toBe('ask');
    expect(await decide('DIR=src; ls $DIR', { host: 'node' })).toBe('ask');
    const blind = policyBench();
    try {
      expect((await blind.judge('DIR=src; ls $DIR')).decision).toBe('ask');
    } finally {
      blind.remove();
    }
  });
});
