/** @module-tag forms */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn } from '../helpers/git-in.ts';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const rules = [
  { tool: ['write', 'edit'], deny: 'migrations/**' },
  { tool: 'read', deny: 'private/**' },
];

const judged = async (script: string, folder: string) => {
  const exec = { cwd: join(bench.workspace.cwd, folder) };
  const options = { exec, rules };
  const [free, usual] = [
    await bench.judge(script, { ...options, settings: yolo }),
    await bench.judge(script, options),
  ];
  return [free.decision, usual.decision];
};

const bench = sharedBench(
  () => {
    bench.stub(
      ...'git find grep rg wc cat head ls sort xargs sed bash rm cp mv parallel chmod perl npx prettier'.split(
        ' ',
      ),
    );
    for (const path of ['.env', '.env.example', 'src/a.ts', 'src/b.sql', 'docs/c.md', 'app/prod.env'])
      bench.file(`most/${path}`, 'x\n');
    for (const path of ['a.ts', 'src/b.ts', 'b.sql', '.hidden']) bench.file(`none/${path}`, 'x\n');
    bench.file('own/.agent-tools.json', '{}');
    bench.file('own/src/a.ts', 'x\n');
    for (const path of ['migrations/1.sql', 'private/a.txt', 'tools/a.ts']) bench.file(path, 'x\n');
    mkdirSync(join(bench.workspace.home, '.config/agent-tools'), { recursive: true });
    bench.file(join(bench.workspace.home, '.config/agent-tools/config.json'), '{}');
    for (const path of ['.env', 'src/a.ts', 'keys/x.pem']) bench.file(`kept/${path}`, 'x\n');
    for (const path of ['.env', 'src/a.ts']) bench.file(`apart/${path}`, 'x\n');
    for (const folder of ['kept', 'apart'])
      gitIn(join(bench.workspace.cwd, folder), bench.workspace.home, 'init', '-q');
    gitIn(join(bench.workspace.cwd, 'kept'), bench.workspace.home, 'add', '-f', '.');
    gitIn(join(bench.workspace.cwd, 'apart'), bench.workspace.home, 'add', '-f', 'src');
  },
  { inherited: () => null },
);

describe('names that are listed for others', () => {
  it.each([
    ['kept', 'cat $(git ls-files)'],
    ['most', 'cat $( { ls -A; } 2> /dev/null )'],
    ['most', 'cat $(case x in x) ls -A;; esac)'],
    ['most', 'cat $(if true; then true; elif true; then ls -A; fi)'],
    ['most', 'ls -A | grep "$X" | xargs cat'],
    ['kept', "cat $(git ls-files -- '*.pem')"],
    ['kept', "cat $(git ls-files ':!src')"],
    ['kept', 'cat $(git ls-files | sort -u | head -50)'],
    ['kept', 'cat $(git grep -l x)'],
    ['kept', 'git ls-files | xargs cat'],
    ['kept', 'git ls-files | grep -v src | xargs head -5'],
    ['kept', 'git ls-files -z | xargs -0 sed -i s/a/b/'],
    ['kept', 'for f in $(git ls-files); do sed -i s/a/b/ "$f"; done'],
    ['kept', 'git ls-files | while IFS= read -r f; do cat "$f"; done'],
    ['kept', 'for f in `git ls-files`; do cat < $f; done'],
    ['kept', 'for f in $(git ls-files); do echo x >> "$f"; done'],
    ['kept', 'git ls-tree -r --name-only HEAD | xargs cat'],
    ['kept', 'cd src; cd ..; cat $(git ls-files)'],
    ['kept', 'cat $(git -C "$PWD" ls-files)'],
    ['kept', 'cat $(git -C src -C .. ls-files)'],
    ['kept', 'cat $(git -C ~/../work/kept ls-files)'],
    ['apart', 'cat $(git ls-files -o)'],
    ['most', "cat $(find . -name '.e*')"],
    ['most', "cat $(find . -name '*.env')"],
    ['most', 'cat "$(find . -maxdepth 1 -type f -name \'.*\' | head -1)"'],
    ['most', "cp $(find . -name '.e*') /tmp"],
    ['most', 'find . -name \'.e*\' | while read -r f; do cat "$f"; done'],
    ['most', 'while read -r f; do cat "$f"; done < <(find . -name \'.e*\')'],
    ['most', 'while read -r f; do cat "$f"; done <<< "$(ls -A)"'],
    ['most', "find . -name '.e*' -print0 | while IFS= read -r -d '' f; do sed -i s/a/b/ \"$f\"; done"],
    ['most', 'readarray -d \'\' a < <(find . -type f -print0); sed -i s/a/b/ "${a[@]}"'],
    ['most', 'a=($(ls -A)); cat "${a[@]}"'],
    ['most', 'a=($(ls -A)); for f in "${a[@]}"; do cat "$f"; done'],
    ['most', 'x=$(ls -A); cat $x'],
    ['most', 'x=$(ls -A); for f in $x; do cat "$f"; done'],
    ['most', 'x=$(ls -A); echo "$x" | xargs cat'],
    ['most', 'x=$(ls -A); echo "$x" | grep -v src | while read f; do cat "$f"; done'],
    ['most', 'set -- $(ls -A); cat "$@"'],
    ['most', 'f() { cat "$1"; }; for x in $(ls -A); do f "$x"; done'],
    ['most', 'cat `ls -A`'],
    ['most', 'cat $(ls -A)'],
    ['most', 'cat -- $(ls -a | grep env)'],
    ['most', 'cat src/../$(ls -A | head -1)'],
    ['most', 'bash -c "cat $(ls -A)"'],
    ['most', "bash -c 'cat $(ls -A)'"],
    ['most', 'env X=1 timeout 5 cat $(ls -A)'],
    ['most', 'ls -A | grep env | xargs cat'],
    ['most', 'ls -A | grep env | xargs -I{} sh -c "cat {}"'],
    ['most', "ls -A | grep -E '^\\.e' | xargs -n1 cat"],
    ['most', 'xargs cat < <(ls -A)'],
    ['most', 'xargs cat <<< "$(ls -A)"'],
    ['most', 'ls -A | parallel cat'],
    ['most', 'ls -A | parallel cat {}'],
    ['most', '(ls -A; ls src) | xargs cat'],
    ['most', 'mapfile -t a < <(find . -name ".*" -type f); cat "${a[@]}"'],
    ['most', 'find . -type f | grep env | xargs cat'],
    ['most', "find . -type f -name '*.*' | grep '^\\./\\.' | while read f; do cat < $f; done"],
    ['most', 'cat $(grep -rl x .)'],
    ['most', 'cat $(grep -rl x)'],
    ['most', 'cat $(grep -l x .* *)'],
    ['most', 'sed -i s/a/b/ $(grep -rl x .)'],
    ['most', 'sed -i "s/$a/$b/" $(grep -rl "$a" .)'],
    ['most', 'grep -rl x . | xargs cat'],
    ['most', 'grep -rl x . | xargs sed -i s/x/y/'],
    ['most', "grep -rlZ x . | xargs -0 perl -pi -e 's/x/y/'"],
    ['most', 'grep -rl x . --include=*.env | xargs sed -i s/x/y/'],
    ['most', 'rg -l --hidden x | xargs sed -i s/x/y/'],
    ['most', 'rg -l x app | xargs sed -i s/x/y/'],
    ['most', 'find . -type f | xargs grep -l x | xargs sed -i s/x/y/'],
    ['most', 'find . -type f -exec sed -i s/a/b/ {} +'],
    ['most', "ls -A | sed 's/[a-z]*$/&/' | xargs cat"],
    ['most', "ls -A | awk '{print $1}' | xargs cat"],
    ['most', "ls -A | tr -d '\\r' | xargs cat"],
    ['most', 'ls -A | grep -iF ENV | xargs cat'],
    ['most', 'ls -A | grep -Fx .env | xargs cat'],
    ['most', 'ls -A | xargs ls -d | xargs cat'],
    ['most', 'grep -rl --no-such x . | xargs cat'],
    ['most', 'rg -l --no-such --hidden x | xargs cat'],
    ['most', 'rg -l --no-such x app | xargs cat'],
    ['kept', 'cat $(git ls-files :/)'],
    ['kept', 'cat $(git ls-files ../kept)'],
    ['', "rm $(find . -name '*.sql')"],
    ['', "rm $(git ls-files '*.sql')"],
    ['', 'for f in $(find . -name \'*.sql\'); do rm "$f"; done'],
    ['', 'rm migrations/$(ls migrations)'],
    ['', 'for d in $(ls); do rm -rf "$d"; done'],
    ['', 'sed -i s/a/b/ $(grep -rl x migrations)'],
    ['', "find . -name '*.sql' | grep migr | xargs rm"],
    ['', "cat $(find . -name '*.txt')"],
    ['', 'find . -name \'*.txt\' | while read -r f; do cat "$f"; done'],
    ['own', 'sed -i s/a/b/ $(grep -rl x .)'],
    ['own', 'cat $(ls -A)'],
    ['own', 'grep -n x $(ls -A)'],
    ['most', 'grep -n x $(ls -A)'],
    ['own', 'for f in $(find . -type f); do echo x > "$f"; done'],
    ['own', 'find ~/.config -type f | while read -r f; do cp /tmp/x "$f"; done'],
    ['own', "rm -rf $(find ~ -maxdepth 1 -name '.*')"],
  ])('are what is closed in %j: %s', async (folder, script) => {
    const [free, usual] = await judged(script, folder);
    expect(free).toBe('deny');
    expect(usual).not.toBe('allow');
  });

  it.each<[string, string, string?]>([
    ['most', "cat $(find . -name '*.ts')", 'ask'],
    ['most', 'ls -A | grep -c e | xargs cat', 'ask'],
    ['most', 'cat $(ls / x)', 'ask'],
    ['most', "cat $(find . -type f -not -path '*/.*' -name '*.md')"],
    ['most', "wc -l $(find . -type f -name '*.ts')"],
    ['most', 'find . -type f | xargs grep -n foo', 'ask'],
    ['most', 'find . -type f -exec grep -l foo {} +', 'ask'],
    ['most', 'grep -n foo $(find . -type f)', 'ask'],
    ['most', 'for f in $(ls); do echo "$f"; done'],
    ['most', 'for f in $(ls -A); do test -f "$f" && echo "$f"; done'],
    ['most', 'ls -la $(ls -A)'],
    ['most', 'cat $(grep -rl x src)'],
    ['most', 'grep -rl x src | xargs sed -i s/x/y/', 'ask'],
    ['most', "grep -rl x . --include='*.ts' | xargs sed -i s/x/y/", 'ask'],
    ['most', 'grep -rl x docs src | xargs cat'],
    ['most', 'rg -l x -g "*.ts" | xargs sed -i s/x/y/', 'ask'],
    ['most', 'rg -l x src docs | xargs sed -i s/x/y/', 'ask'],
    ['most', "find . -type f | grep '\\.ts$' | xargs cat"],
    ['most', "ls -A | awk '{print $9}' | xargs cat", 'ask'],
    ['most', 'ls -A | grep -Fx env | xargs cat', 'ask'],
    ['most', 'ls -A | grep -o [.] | xargs ls', 'ask'],
    ['most', "find . -type f | grep -E '\\.(ts|md)$' | xargs sed -i s/x/y/", 'ask'],
    ['most', 'find . -type f | grep -v env | xargs sed -i s/x/y/', 'ask'],
    ['most', "find . -regex '.*\\.\\(ts\\|md\\)' -exec sed -i s/x/y/ {} +", 'ask'],
    ['most', "find . -regextype posix-extended -regex '.*\\.(ts|md)' | xargs sed -i s/x/y/", 'ask'],
    ['most', 'find . -name \'*.md\' | while read -r f; do cat "$f"; done', 'ask'],
    ['most', 'while read -r f; do cat "$f"; done < <(find src -type f)'],
    ['most', 'mapfile -t a < <(find src -type f); cat "${a[@]}"'],
    ['most', 'a=($(ls src)); echo "${a[@]}"'],
    ['most', 'x=$(ls -A | wc -l); cat docs/c.md; echo $x'],
    ['most', 'rm $(find . -name "*.tmp")', 'ask'],
    ['most', 'rm -f $(ls -A)', 'ask'],
    ['most', 'cat $(ls src | head -1)', 'allow'],
    ['most', 'cd src && cat $(ls -A)', 'allow'],
    ['most', 'cat docs/c.md; ls -A', 'allow'],
    ['most', 'ls -A | while read f; do cat docs/c.md; done', 'allow'],
    ['most', 'for f in $(ls -A src); do cat "src/$f"; done', 'allow'],
    ['most', "find . -type f -name '*.ts' -exec sed -i s/a/b/ {} +", 'ask'],
    ['most', 'find . -type f -perm -u+x -name "*.sh" -exec chmod 755 {} +', 'ask'],
    ['most', 'git add $(git ls-files -m)', 'ask'],
    ['apart', 'cat $(git ls-files)'],
    ['apart', 'git ls-files | xargs sed -i s/a/b/', 'ask'],
    ['apart', 'for f in $(git ls-files); do sed -i s/a/b/ "$f"; done', 'ask'],
    ['apart', 'git grep -l x | xargs sed -i s/x/y/', 'ask'],
    ['kept', 'cat $(git ls-files src)', 'ask'],
    ['kept', "cat $(git ls-files '*.ts')"],
    ['kept', "cat $(git ls-files 'src/*')", 'ask'],
    ['kept', "sed -i s/a/b/ $(git ls-files -- ':!.env' ':!*.pem')", 'ask'],
    ['kept', 'git grep -l x -- src | xargs sed -i s/x/y/', 'ask'],
    ['kept', 'wc -l $(git ls-files)', 'ask'],
    ['kept', 'git add $(git ls-files -m)', 'ask'],
    ['most', 'cat $(find . -type f)', 'ask'],
    ['most', 'mapfile -t a < <(find . -type f); cat "${a[@]}"', 'ask'],
    ['most', 'find . -type f | xargs cat', 'ask'],
    ['most', 'find . -type f -exec cat {} +', 'ask'],
    ['most', "find . -not -name '*.md' -type f | grep -v docs | xargs head", 'ask'],
    ['most', "find . -name '*.*' -exec cp {} /tmp/x ';'", 'ask'],
    ['none', 'cat $(ls -A)'],
    ['none', 'cat $(find . -type f)'],
    ['none', 'sed -i s/a/b/ $(grep -rl x .)', 'ask'],
    ['none', 'for f in $(find . -type f); do sed -i s/a/b/ "$f"; done', 'ask'],
    ['', "rm $(find src -name '*.sql')", 'ask'],
    ['', 'rm $(ls tools)', 'ask'],
    ['', "cat $(find . -name '*.sql')", 'ask'],
    ['', 'sed -i s/a/b/ $(grep -rl x tools)', 'ask'],
    ['', "find . -path ./migrations -prune -o -name '*.sql' -print | xargs rm", 'ask'],
    ['own', 'sed -i s/a/b/ $(grep -rl x src)', 'ask'],
    ['own', 'wc -l $(find . -type f)'],
    ['own', "find ~/.config -name '*.tmp' | xargs rm", 'ask'],
  ])('are not feared in %j: %s', async (folder, script, usual = 'allow') => {
    expect(await judged(script, folder)).toEqual(['allow', usual]);
  });

  it.each([
    ['listings', 'cat $(ls -A); '.repeat(4000)],
    ['listings that differ', Array.from({ length: 3000 }, (_, n) => `cat $(ls a${n}); `).join('')],
    ['listings in each other', `${'cat $(ls '.repeat(4000)}x${')'.repeat(4000)}`],
    ['variables that hand on each other', `a=$(ls -A); ${'a=$(echo $a | sort); '.repeat(2500)} cat $a`],
    ['variables that double', `a=$(ls -A); ${'a="$a $a"; '.repeat(4000)} cat $a`],
    ['texts around names', `${Array.from({ length: 3000 }, (_, n) => `x=${n}$(ls -A); `).join('')} cat $x`],
    ['loops in each other', `${'for x in $(ls -A); do '.repeat(2000)}cat $x${'; done'.repeat(2000)}`],
    ['loops that read', `ls -A | ${'while read x; do '.repeat(2000)}cat $x${'; done'.repeat(2000)}`],
    ['a long pipe', `ls -A ${'| xargs cat '.repeat(5000)}`],
    ['a long pipe of filters', `ls -A ${'| grep e '.repeat(6000)} | xargs cat`],
    ['groups that print', `{ ${'ls -A; '.repeat(7000)}} | xargs cat`],
    ['groups in each other', `${'{ '.repeat(5000)}ls -A${'; }'.repeat(5000)} | xargs cat`],
    ['patterns that take long', `ls -A | grep -E '${'(a*)*'.repeat(10_000)}' | xargs cat`],
    ['patterns with many stars', `ls -A | grep '${'.*'.repeat(25_000)}x' | xargs cat`],
    ['expressions that take long', `cat $(find . -regex '${'\\(a*\\)*'.repeat(8000)}')`],
    ['pathspecs', `cat $(git ls-files ${"'*a*b*' ".repeat(8000)})`],
    ['globs of a search', `cat $(grep -rl x ${"--include='*a*b*' ".repeat(3500)} .)`],
    ['arrays of them', `${'a+=($(ls -A)); '.repeat(3500)} cat "\${a[@]}"`],
    ['processes', 'while read x; do cat $x; done < <(ls -A); '.repeat(300)],
    ['functions', `f() { cat "$1"; f "$1"; }; ${'f $(ls -A); '.repeat(4000)}`],
  ])('are told in bounded time of %s', { tags: ['slow'] }, async (_, script) => {
    const exec = { cwd: join(bench.workspace.cwd, 'kept') };
    expect((await bench.judge(script, { exec, rules, settings: yolo })).decision).toMatch(
      /^(?:allow|ask|deny)$/,
    );
  });
});
