import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const bench = sharedBench(() => {
  bench.stub(...'bash sh dash ls wc grep head cat find xargs timeout env touch rm npm'.split(' '));
  bench.file('a.txt', 'x\n');
  bench.file('.env', 'x\n');
  bench.file('rc', 'touch made\n');
});

describe('a shell with options that leave its script as it is', () => {
  it.each([
    "bash -ec 'ls'",
    "bash -ce 'ls'",
    "sh -eu -c 'ls'",
    "sh -euc 'ls | wc -l'",
    "dash -ec 'ls'",
    "bash -euo pipefail -c 'ls | head -3'",
    "bash -Eeuo pipefail -c 'ls | head -3'",
    "bash -ceuo pipefail 'ls'",
    "bash -o pipefail -c 'grep x a.txt | wc -l'",
    "bash -o errexit -o nounset -Cc 'ls'",
    "bash --noprofile --norc -c 'ls'",
    'bash --norc -euo pipefail -c \'n=$(wc -l < a.txt); echo "$n"\'',
    "timeout 5 bash -euo pipefail -c 'ls'",
    "env A=1 sh -ec 'ls'",
    "bash -ec 'set -Eeuo pipefail; ls'",
    "find . -name '*.txt' -exec bash -euo pipefail -c 'wc -l \"$1\"' _ {} \\;",
    "find . -name '*.txt' | xargs sh -ec 'wc -l \"$@\"' _",
  ])('is judged by it: %s', async (script) => {
    const { decision, reason } = await bench.judge(script);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each([
    ['changes files', "bash -euo pipefail -c 'touch made'"],
    ['changes files when it is handed them', "find . -name '*.txt' -exec bash -ec 'rm \"$1\"' _ {} \\;"],
    ['reads secrets', "bash --norc -ec 'cat .env'"],
    ['prints how it runs, as a text computes', 'bash -xc \'PS4="$(touch made)"; ls\''],
    ['prints how it runs, as it is told', "PS4='$(touch made)' bash -xc ls"],
    ['prints how it runs, as env tells it', "env PS4='$(touch made)' bash -xc ls"],
    ['nests a shell of another kind', "bash -ec 'bash -lc ls'"],
    ['feeds a shell', "bash -ec 'set -x; ls' 2>&1 | sh"],
  ])('asks if its script %s: %s', async (_title, script) => {
    expect(await bench.decide(script)).toBe('ask');
  });

  it.each([
    ['a login', "bash -lc 'ls'"],
    ['a login by name', "bash --login -ec 'ls'"],
    ['a start-up file', "bash --rcfile rc -c 'ls'"],
    ['what it prints before it runs', "bash -euxc 'ls'"],
    ['what it prints before it runs, by name', "bash -o xtrace -c 'ls'"],
    ['a session', "bash -ic 'ls'"],
    ['a session that loads nothing', "bash --norc -ic 'ls'"],
    ['another grammar', "bash -o posix -c 'ls'"],
    ['another grammar by name', "bash --posix -c 'ls'"],
    ['another grammar among harmless settings', "bash -euo posix -c 'ls'"],
    ['other wildcards', "bash -O extglob -c 'ls'"],
    ['no wildcards', "bash -fc 'ls *'"],
    ['a history', "bash -o histexpand -c 'ls'"],
    ['words that turn into variables', "bash -kc 'ls PATH=.'"],
    ['variables that every program gets', "bash -ac 'A=1; ls'"],
    ['text from its input', "bash -sc 'ls'"],
    ['fewer commands', "bash -rc 'ls'"],
    ['traps in functions', "bash -Tc 'ls'"],
    ['a setting turned off', "bash +B -c 'ls'"],
    ['a name that some shells take from the same word', "bash -oc pipefail 'ls'"],
    ['no name of a setting', "bash -eo -c 'ls'"],
    ['options behind those with one letter', "bash -e --norc -c 'ls'"],
    ['options of bash for another shell', "sh --norc -c 'ls'"],
    ['a file, in some shells of that name', "sh -Ec 'ls'"],
    ['options behind the script', "bash -ec -x 'ls'"],
    ['parameters that its script moves', "bash -ec 'shift; ls' _ a"],
    ['no script', 'bash -ec'],
    ['a script that is not known', 'bash -euo pipefail -c "$X"'],
    ['a script from its input', 'echo ls | bash -euo pipefail'],
    ['a file to run', 'bash -euo pipefail rc'],
  ])('asks about one that has %s: %s', async (_title, script) => {
    expect(await bench.decide(script)).toBe('ask');
  });

  it('proposes rules for what its script runs', async () => {
    const { decision, suggest } = await bench.judge("bash -euo pipefail -c 'npm test'");
    expect(decision).toBe('ask');
    expect(suggest).toContain('npm test');
  });

  it.each(["bash -euo pipefail -c 'rm -rf /'", "bash --norc -o pipefail -c 'rm -rf /'"])(
    'hides nothing from the guard: %s',
    async (script) => {
      expect(await bench.decide(script, { settings: yolo })).toBe('deny');
    },
  );
});
