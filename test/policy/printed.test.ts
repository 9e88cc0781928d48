/** @module-tag forms */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

/** A substitution that prints a here-document, as commit messages are written. */
function printing(body: string, opening = "cat <<'EOF'"): string {
  return `$(${opening}\n${body}\nEOF\n)`;
}

describe('a substitution whose text is certain', () => {
  const bench = sharedBench(() => {
    bench.stub('npm', 'git');
    for (const name of ['a.txt', '.env']) bench.file(name, 'x');
  });

  const rules = [
    { tool: 'shell', allow: 'git commit *' },
    { tool: 'shell', deny: 'rm -rf *' },
  ];
  const decide = (script: string) => bench.decide(script, { rules });

  it.each([
    'Subject\n\n- a line',
    "it's `x`, $HOME and \\n",
    'one) (two "three"',
    '',
    '\n\nleading\n\n\n',
    '#!/bin/sh\n<<X\n~ * {a,b}',
    'é 漢 😀',
  ])('is the very word that bash makes of %j', async (body) => {
    const word = `"a ${printing(body)} b"`;
    const made = execFileSync('bash', ['--norc', '-p', '-c', `printf %s ${word}`], { encoding: 'utf8' });
    const { commands } = await bench.judge(`npm ${word}`);
    expect(commands.map(({ argv }) => argv)).toContainEqual(['npm', made]);
  });

  it.each([
    ['allow', `git commit -m "${printing("fix: it's done\n\n- `a` costs $5")}"`],
    ['allow', `git commit -m "${printing('fix', 'cat <<EOF')}"`],
    ['allow', `git commit -F a.txt -m "${printing('rm -rf x')}"`],
    ['ask', `git commit -m "${printing('fix')}" && npm publish`],
    ['ask', `git commit "${printing('--template=.env')}" .env`],
    ['ask', `git commit -m ${printing('two words')}`],
    ['ask', `git commit -m "${printing('fix', "cat - <<'EOF'")}"`],
    ['ask', `git commit -m "${printing('fix', "./cat <<'EOF'")}"`],
    ['ask', `git commit -m "${printing('fix', "cat <<'EOF' > out")}"`],
    ['ask', `git commit -m "${printing('fix', "cat 3<<'EOF'")}"`],
    ['ask', `git commit -m "${printing('fix', "cat <<'EOF' | npm x")}"`],
    ['ask', `git commit -m "${printing('$(npm x)', 'cat <<EOF')}"`],
    ['ask', `cat "${printing('.env')}"`],
    ['ask', `echo x > "${printing('.env')}"`],
    ['ask', `"${printing('ls')}"`],
    ['ask', `bash -c "${printing('npm x')}"`],
    ['allow', `bash -c "${printing('cat a.txt')}"`],
    ['deny', `bash -c "${printing('rm -rf x')}"`],
    ['deny', `sudo "${printing('rm')}" -rf x`],
    ['deny', `eval "${printing('rm -rf x')}"`],
  ])('is judged as that text: %s %s', async (expected, script) => {
    expect(await decide(script)).toBe(expected);
  });

  it('is a reason to offer the rule that its plain text gets', async () => {
    const { suggest } = await bench.judge(`git commit -m "${printing('fix: a b')}"`);
    expect(suggest).toEqual(["git commit -m 'fix: a b'", 'git commit *']);
  });
});

describe('a substitution that prints a number', () => {
  const bench = sharedBench(() => {
    bench.stub('make', 'cmake');
  });

  const rules = [
    { tool: 'shell', allow: 'make *' },
    { tool: 'shell', allow: 'cmake --build . -j1' },
  ];
  const judge = (script: string) => bench.judge(script, { rules });

  it.each([
    ['allow', 'make -j$(nproc)'],
    ['allow', 'make -j`nproc` all'],
    ['allow', 'make -j "$(nproc)" all 2>&1 | tail -5'],
    ['allow', 'make -j$(id -u)'],
    ['allow', "make -j$(date '+%s')"],
    ['ask', 'make -j$(date +%F)'],
    ['ask', 'make -j$(date +%s -d x)'],
    ['ask', 'make -j$(date +%s%Z)'],
    ['ask', 'make -j$(id -un)'],
    ['ask', 'make -j$(id -u root)'],
    ['ask', 'make -f$(nproc)'],
    ['ask', 'make -j$(nproc)$X'],
    ['ask', 'make -j$(./nproc)'],
    ['ask', 'make -j$(nproc --from=x)'],
    ['ask', 'make -j$(nproc; make x)x$(id)'],
    ['ask', 'cmake --build . -j$(nproc)'],
  ])('is any number to a rule: %s %s', async (expected, script) => {
    expect((await judge(script)).decision).toBe(expected);
  });

  it.each(['make test $X', 'make test "$(id)"'])(
    'and where more is unknown the reason says so: %s',
    async (script) => {
      expect((await judge(script)).reason).toBe(
        'make: what a variable or substitution among its words holds is known only when it runs',
      );
    },
  );
});

describe('a substitution that prints a commit', () => {
  const bench = sharedBench(() => {
    bench.file('.env');
    bench.file('src/a.ts');
  });

  it.each([
    ['allow', 'git diff $(git merge-base main HEAD)'],
    ['allow', 'git diff --stat "$(git merge-base origin/main HEAD)" -- src'],
    ['allow', 'git log --oneline $(git merge-base main HEAD)..HEAD | head'],
    ['allow', 'git log `git merge-base main HEAD`..'],
    ['allow', 'git diff main...$(git rev-parse HEAD~1)'],
    ['allow', 'git show "$(git rev-parse --short HEAD)"'],
    ['allow', 'git show $(git merge-base main HEAD):src/a.ts'],
    ['allow', 'git rev-list --count ^$(git merge-base main HEAD) HEAD'],
    ['allow', 'git show $(git log -1 --format=%h -- src/a.ts) --stat'],
    ['allow', 'git diff "$(git log -n 1 --pretty=format:%H main)"..HEAD'],
    ['allow', 'git show --stat $(git rev-list -1 HEAD -- src)'],
    ['allow', 'git log --oneline $(git rev-list --max-count=1 v1.0)..'],
    ['ask', 'git show $(git log -1 --format=%s)'],
    ['ask', "git show $(git log -1 --format='%h %s')"],
    ['ask', 'git show $(git log --format=%h)'],
    ['ask', 'git show $(git log -1)'],
    ['ask', 'git show $(git log -1 --format=%h -p)'],
    ['ask', 'git show $(git log -1 --format=%h --output=x)'],
    ['ask', 'git show $(git log -1 --format=%h --format=%B)'],
    ['ask', 'git show $(git rev-list -1 --format=%B HEAD)'],
    ['ask', 'git show $(git rev-list -1 --objects HEAD)'],
    ['ask', 'git show $(git log -- -1 --format=%h)'],
    ['ask', 'git show $(git log -1 --format=%h):.env'],
    ['ask', 'git show $(git merge-base main HEAD):.env'],
    ['ask', 'git diff .env$(git merge-base main HEAD) /dev/null'],
    ['ask', 'git diff $(git merge-base main HEAD).env /dev/null'],
    ['ask', 'git diff $(git merge-base main HEAD)/.env /dev/null'],
    ['ask', 'git diff $(git merge-base main HEAD)../.env /dev/null'],
    ['ask', 'git diff $(git merge-base main HEAD)--output=x'],
    ['ask', 'git log -p --$(git merge-base main HEAD)'],
    ['ask', 'git diff $(git merge-base --all main HEAD)'],
    ['ask', 'git diff $(git merge-base main "$X")'],
    ['ask', 'git diff $(git merge-base main HEAD; echo --output=x)'],
    ['ask', 'git diff $(git merge-base main HEAD | cat)'],
    ['ask', 'git diff $(git rev-parse src/a.ts)'],
    ['ask', 'git diff $(./git merge-base main HEAD)'],
    ['ask', 'git diff $(X=1 git merge-base main HEAD)'],
    ['ask', 'git diff $(git describe --tags)'],
    ['ask', 'git grep $(git merge-base main HEAD) src'],
    ['ask', 'git branch $(git merge-base main HEAD)'],
    ['ask', 'git checkout $(git merge-base main HEAD)'],
    ['ask', 'cat $(git merge-base main HEAD)'],
    ['ask', 'rm $(git merge-base main HEAD)'],
    ['ask', 'git -C src diff $(git merge-base main HEAD) --output=x'],
  ])('is one to the forms of git that read: %s %s', async (expected, script) => {
    expect(await bench.decide(script)).toBe(expected);
  });
});
