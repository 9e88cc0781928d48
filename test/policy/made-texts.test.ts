/** @module-tag forms */
import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('a deny rule over texts that a script makes first', () => {
  const bench = sharedBench(() => {
    bench.stub('git', 'bad');
  });

  const decide = async (script: string) => {
    const rules = [{ deny: 'bad *' }, { deny: 'git push *' }];
    return await bench.decide(script, { settings: yolo, rules, protectedPaths: [] });
  };

  it.each([
    // what a shell reads before anything else
    'BASH_ENV=<(echo bad y) bash -c :',
    'export BASH_ENV=<(echo bad); bash -c :',
    'ENV=<(echo bad) sh -i',
    'echo bad y > x; BASH_ENV=x bash -c :',
    'echo bad y > x; export ENV="$PWD/x"; sh -i',
    // names given by elements of the shell's own arrays
    'BASH_ALIASES[x]="bad y"; x',
    'BASH_ALIASES=([x]="bad y"); x',
    'BASH_CMDS[x]=/usr/bin/bad; x y',
    // settings of git
    "git -c alias.x='!bad' x y",
    "git -c alias.x='!git' x push",
    'git -c alias.x=push x',
    "git config alias.x '!git'; git x push",
    "echo '[alias] p = push' >> .git/config; git p",
    'printf \'[alias]\\n\\tp = "!git push"\\n\' >> ~/.gitconfig; git p origin',
    "cat >> .git/config <<'E'\n[core]\n\tpager = bad y\nE\ngit log",
    `cat > f <<'E'\n[diff "x"]\ntextconv=bad\nE\n`,
    // files made of something else
    'base64 -d <<< YmFkIHkK > x.sh; sh x.sh',
    "sed -i '1i bad y' x.sh; sh x.sh",
    "sed -i '$a\\\nbad y' x.sh; ./x.sh",
    "sed -i 's/.*/bad y/' x.sh; bash x.sh",
    "sed 's/.*/bad y/' f > x; . ./x",
    "sed '/^$/c bad y' f | sh",
    `awk 'BEGIN{print "bad y"}' > x; sh x`,
    `python3 -c 'print("bad y")' | sh`,
    `python3 -c 'print("bad y")' > x; sh x`,
    `node -e "console.log('bad y')" | bash`,
    // words that are made
    'f() { xargs git; }; echo push | f',
    'a=(x bad y); unset "a[0]"; "${a[@]}"',
    '$(ls /usr/bin/bad) y',
    '$(find /usr -name bad) y',
    '"$(find /usr/bin -maxdepth 1 -name git -print -quit)" push',
  ])('holds for %j', async (script) => {
    expect(await decide(script)).toBe('deny');
  });

  it.each([
    'BASH_ENV=<(echo good) bash -c "echo bad"',
    'FOO_ENV=<(echo bad) ls',
    'x[bad]=1; ls bad',
    'BASH_ALIASES[x]="ls bad"; x',
    "git -c alias.x='!ls' x push",
    'printf \'[tool.x]\\nbad = "y"\\n\' > pyproject.toml; git log',
    "echo '[alias] p = push' > notes; cat notes",
    "sed -i 's/good/bad y/' notes.md; cat notes.md",
    "sed -n '1i bad y' f > notes; wc -l notes",
    `python3 -c 'print("bad y")' | grep y`,
    'echo push | xargs git log',
    'f() { xargs git log; }; echo push | f',
    'unset "a[0]"; ls',
    'ls /usr/bin/bad',
    'find /usr -name bad',
  ])('lets %j pass', async (script) => {
    expect(await decide(script)).toBe('allow');
  });
});
