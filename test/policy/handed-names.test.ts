/** @module-tag forms */
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn } from '../helpers/git-in.ts';
import type { BenchOptions } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const environment = new Set<string>();

const programs =
  'find grep egrep rg wc cat head tail sed stat file ls du basename dirname echo sort uniq xargs git rm sh env nice cut touch npm tee printf timeout';

const decide = (script: string, options?: BenchOptions) => bench.decide(script, options);

const bench = sharedBench(
  () => {
    bench.stub(...programs.split(' ').filter((name) => name !== 'git'));
    for (const path of [
      ...[
        'src/a.ts',
        'src/deep/b.ts',
        'src/deep/app/[id]/(x)/$page.tsx',
        'docs/c.md',
        'kept/.env',
        'kept/d.ts',
      ],
      ...['deep/er/.env', 'deep/er/e.ts', 'odd/a b.ts', 'odds/x /etc/passwd', 'dash/-exec', "quoted/it's.ts"],
      ...[
        'lines/a\nb.ts',
        'back/a\\b.ts',
        'plus/+1',
        'wide/ä\u2003b.ts',
        'repo/a.ts',
        'repo/src/b.ts',
        'repo/.env',
        'hid/x',
      ],
      ...[
        'bad/src/b.ts',
        'bad/x --y/a.ts',
        'sec/keys/id_rsa',
        'sec/keys/a.ts',
        'ok/a.ts',
        'moved/a.ts',
        'moved/b.md',
        'mixed/.env',
        'mixed/a.ts',
      ],
    ])
      bench.file(path, 'x\n');
    bench.file(join(bench.workspace.home, '.ssh/id_rsa'), 'x');
    for (const folder of ['led', 'deep/led']) {
      bench.file(`${folder}/in/a.ts`, 'x');
      symlinkSync(join(bench.workspace.home, '.ssh/id_rsa'), join(bench.workspace.cwd, folder, 'in/out'));
    }
    bench.file('linked/a.ts', 'x');
    symlinkSync(join(bench.workspace.home, '.ssh/id_rsa'), join(bench.workspace.cwd, 'linked/plan'));
    const repositories = { repo: ['a.ts', 'src/b.ts'], bad: ['.'], sec: ['.'], linked: ['.'], moved: ['.'] };
    for (const [folder, names] of Object.entries(repositories)) {
      const git = (...args: readonly string[]) =>
        gitIn(join(bench.workspace.cwd, folder), bench.workspace.home, ...args);
      git('init', '-q');
      git('add', '-f', '--', ...names);
    }
    const moved = join(bench.workspace.cwd, 'moved/a.ts');
    rmSync(moved);
    symlinkSync(join(bench.workspace.home, '.ssh/id_rsa'), moved);
  },
  { inherited: (name) => (environment.has(name) ? undefined : null) },
);

describe('a command that xargs starts with names that are printed', () => {
  it.each([
    'find src -type f | xargs wc -l',
    "find src -name '*.ts' -print0 | xargs -0 grep -n foo",
    "find src -name '*.ts' -print0 | xargs -0 -n 1 head -3",
    'find odd odds quoted lines -type f -print0 | xargs -0 grep -n foo',
    'find src | xargs -I{} cat {}',
    "find src -name '*.ts' | xargs -I % grep -H foo %",
    "find src -name '*.ts' 2>/dev/null | xargs -r wc -l | sort -n | tail -5",
    "find src -name '*.ts' | grep -v test | sort | head -20 | xargs -P 4 -n 10 wc -l",
    'find src -type d | xargs ls -la',
    // Names of two words are there, and left out.
    'find odd -name "*.md" | xargs cat',
    'find odds -name "*.ts" | xargs wc -l',
    'find dash -not -name "-*" -type f | xargs cat',
    'grep -rl --include="*.md" foo odd | xargs wc -l',
    'rg -l -g "*.md" foo odd | xargs wc -l',
    'find odd | grep -v b.ts | xargs cat',
    'for f in $(find odd -name "*.md"); do cat $f; done',
    'find kept -name "*.ts" | xargs cat',
    'find deep/er -name "*.ts" | xargs cat',
    'find src -type f | xargs stat -c %s 2>/dev/null',
    'timeout 5 find src -type f | timeout 5 xargs wc -l',
    'cd src && find . -type f | xargs wc -l',
    'grep -rl foo src | xargs sed -n 1,5p',
    'grep -rlZ foo src | xargs -0 sed -n 1,5p',
    "grep -rl --include='*.ts' foo kept | xargs wc -l",
    'grep -l foo src/a.ts docs/c.md | xargs head -1',
    'cd src && grep -rl foo | xargs wc -l',
    'rg -l foo src | xargs grep -n bar',
    'cd src && rg --files | xargs wc -l',
    'ls src | xargs -n1 basename',
    'ls kept odd | xargs echo',
    'ls | xargs',
    'cat docs/c.md | xargs',
    'wc -l < docs/c.md | xargs echo lines:',
    'cat docs/c.md | xargs -n1 dirname',
    'cd docs && ls | xargs wc -l',
    'cd src && ls -1 | xargs -I{} ls {}',
    'find src -type f | sort -u | uniq | xargs cat | wc -l',
    'echo a; find src -type f | xargs wc -l; ls',
    'for i in 1 2; do find src -type f | xargs wc -l; done',
    'find src -type f | xargs grep -l foo | xargs wc -l',
    "grep -rl foo src | xargs grep -li 'bar' | sort | xargs egrep -l 'baz|x' | xargs head -3",
  ])('%s runs unasked', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    'git ls-files | xargs wc -l',
    "git ls-files '*.ts' | xargs grep -n TODO",
    'git ls-files -z | xargs -0 wc -l',
    'git ls-files -m | xargs wc -l',
    'git ls-files src | grep b | xargs head -3',
    'cd src && git ls-files | xargs cat',
  ])('%s runs unasked beside a secret that git does not keep', async (script) => {
    const cwd = join(bench.workspace.cwd, 'repo');
    expect(await decide(script, { exec: { cwd } })).toBe('allow');
    // What it prints there is told by nothing.
    environment.add('GIT_INDEX_FILE');
    expect(await decide(script, { exec: { cwd } })).toBe('ask');
    environment.clear();
  });

  it.each([
    ['a name that is an option', 'bad', 'git ls-files | xargs wc -l'],
    ['a name that is an option, ended for another', 'bad', 'git ls-files -z | xargs wc -l'],
    ['a secret that git keeps', 'sec', 'git ls-files | xargs cat'],
    ['a secret that git keeps, ended', 'sec', 'git ls-files -z | xargs -0 cat'],
    ['a secret that git keeps, picked', 'sec', 'git ls-files keys | xargs cat'],
    ['a link that git keeps', 'linked', 'git ls-files | xargs cat'],
    ['files that git does not keep', 'repo', 'git ls-files -o | xargs cat'],
    ['more than names', 'repo', 'git ls-files -s | xargs cat'],
    ['another format', 'repo', "git ls-files --format='/etc/shadow' | xargs cat"],
    ['files above', 'repo', 'cd src && git ls-files .. | xargs cat'],
    ['files of the top', 'repo', 'cd src && git ls-files :/ | xargs cat'],
    ['another repository', 'repo', 'git -C ../sec ls-files | xargs cat'],
    ['names of a whole tree', 'repo', 'git ls-tree -r --name-only HEAD | xargs cat'],
    ['names that end otherwise', 'repo', 'git ls-files -z | xargs cat'],
    ['no repository', 'src', 'git ls-files | xargs cat'],
    ['what is removed', 'repo', 'git ls-files | xargs rm'],
    ['names from elsewhere', 'repo', 'GIT_DIR=../sec/.git git ls-files | xargs cat'],
  ])('%s, in %s, is asked about: %s', async (_, folder, script) => {
    expect(await decide(script, { exec: { cwd: join(bench.workspace.cwd, folder) } })).toBe('ask');
  });

  it('reads nothing through a link that stands for what git keeps', async () => {
    const at = { exec: { cwd: join(bench.workspace.cwd, 'moved') } };
    for (const script of ['git ls-files | xargs cat', 'git ls-files -z | xargs -0 cat'])
      expect(await decide(script, at)).toBe('ask');
    expect(await decide("git ls-files '*.md' | xargs cat", at)).toBe('allow');
  });

  it('reads what git keeps by a name that leaves secrets out', async () => {
    const at = { exec: { cwd: join(bench.workspace.cwd, 'sec') } };
    expect(await decide("git ls-files '*.ts' | xargs cat", at)).toBe('allow');
    expect(await decide("git ls-files 'k*s/*' | xargs cat", at)).toBe('ask');
    expect(await decide("git ls-files 'keys*.ts' | xargs cat", at)).toBe('allow');
  });

  it.each([
    ['removes', 'find src | xargs rm'],
    ['is a shell', 'find src | xargs sh -c'],
    ['is a shell with a mark', "find src | xargs -I{} sh -c 'cat {}'"],
    ['is a shell with names', 'find src -print0 | xargs -0 sh -c \'cat "$@"\' _'],
    ['is a name', 'find src | xargs -I{} {}'],
    ['is a name, and a folder', 'find src | xargs -I{} ./{}'],
    ['is a name, by a letter of it', 'find src | xargs -Ic cat src'],
    ['is a wrapper', 'find src | xargs env cat'],
    ['is a wrapper, another', 'find src | xargs nice cat'],
    ['writes', 'find src | xargs tee'],
    ['edits', "find src | xargs sed -i 's/a/b/'"],
    ['takes a name for its script', 'find src | xargs sed'],
    ['takes a name for its pattern', 'find src | xargs grep'],
    ['takes a name for its pattern, marked', 'find src | xargs -I{} grep {} src/a.ts'],
    ['takes a name for a list', 'find src | xargs grep foo -f'],
    ['takes a name within an option', 'find src | xargs -I{} grep --file={} src/a.ts'],
    ['reads with all below', 'find src | xargs grep -r foo'],
    ['is unknown', 'find src | xargs frobnicate'],
    ['has a computed word', 'find src | xargs grep "$X"'],
    ['has names from a file', 'xargs -a docs/c.md cat'],
    ['has names from a file, in place of the pipe', 'find src | xargs cat < docs/c.md'],
    ['has names from a text', 'find src | xargs cat <<< /etc/shadow'],
    ['has names from nobody knows where', 'xargs cat'],
    ['has names from a file that is read', 'cat docs/c.md | xargs cat'],
    ['has names that are written', 'printf "/etc/shadow" | xargs cat'],
    ['has names that another adds to', '{ cat docs/c.md; find src; } | xargs cat'],
    ['has names that another adds to, in a shell', "sh -c 'cat docs/c.md; find src' | xargs cat"],
    ['has names of which some were read', "find src | sh -c 'head -c 9; xargs cat'"],
    ['has names of which some were read, in a group', 'find src | { head -1; xargs cat; }'],
    ['has names of which some were read, in a word', 'find src | echo $(head -c 3; xargs cat)'],
    ['has errors for names', 'find src 2>&1 | xargs cat'],
    ['has errors for names, said otherwise', 'find src |& xargs cat'],
    ['has names that are cut', 'find src | cut -c5- | xargs cat'],
    ['has names that are cut short', 'find src | head -c 9 | xargs cat'],
    ['has names from a file called by a number', 'find src | head 5 | xargs cat'],
    ['has names from a file called by a number, from there on', 'find src | tail +5 | xargs cat'],
    ['has names that are cut apart', 'find src | grep -o x | xargs cat'],
    ['has names that are changed', "find src | sed 's,^,/etc/,' | xargs cat"],
    ['has names that a file is sorted among', 'find src | sort - docs/c.md | xargs cat'],
    ['has names that are counted', 'find src | uniq -c | xargs cat'],
    ['has names that are printed otherwise', "find src -printf '/etc/shadow\\n' | xargs cat"],
    ['has names that are told of', 'find src -ls | xargs cat'],
    ['has names that end otherwise', 'find src -print0 | xargs cat'],
    ['has names that end otherwise, the other way', 'find src | xargs -0 cat'],
    ['has names that end at a letter', 'find src | xargs -d t cat'],
    ['has names until one', 'find src | xargs -E x cat'],
    ['has options that are not known', 'find src | xargs --arg-file=docs/c.md cat'],
    ['has a shell for options', 'find src | xargs --process-slot-var=PATH cat'],
    ['has a computed option', 'find src | xargs "$X" cat'],
    ['has names of two words', 'find odd -type f | xargs cat'],
    ['has names of paths behind a blank', 'find odds -type f | xargs cat'],
    ['has names of paths behind a blank, marked', 'find odds -type f | xargs -I{} cat {}'],
    ['has names of paths behind a blank, among others', 'find odds -name "passw*" | xargs cat'],
    ['has names of two words, perhaps', 'find odd -newer docs/c.md | xargs cat'],
    ['has names of two lines, one of which is left out', 'find lines | grep -v b.ts | xargs cat'],
    ['has names of two lines, left out', 'find lines -name "*.md" | xargs cat'],
    ['has names with quotes, left out', 'find quoted -name "*.md" | xargs cat'],
    ['has names with backslashes, left out', 'find back -name "*.md" | xargs cat'],
    ['has names with quotes', 'find quoted -type f | xargs cat'],
    ['has names of two lines', 'find lines -type f | xargs cat'],
    ['has names with backslashes', 'find back -type f | xargs cat'],
    ['has a name that is an option', 'find dash -type f | xargs cat'],
    ['has a bare name that is an option', 'cd dash && grep -rl x | xargs cat'],
    ['has a bare name that is an option, ended', 'cd dash && grep -rlZ x | xargs -0 cat'],
    ['has a bare name that is an option, listed', 'cd dash && ls | xargs cat'],
    ['has a bare name that is a number', 'cd plus && ls | xargs tail'],
    ['has blanks beyond ASCII', 'find wide -type f | xargs cat'],
    ['has names of a secret', 'find kept -type f | xargs cat'],
    ['has names of a secret further below', 'find deep/er -type f | xargs cat'],
    ['has names of a secret yet further below', 'find deep -type f -print0 | xargs -0 cat'],
    ['looks for a secret', 'find . -name .env | xargs cat'],
    ['reads a link that leads to a secret', 'find led | xargs cat'],
    ['reads a link further below', 'find deep/led -print0 | xargs -0 cat'],
    ['follows links', 'find -L led | xargs cat'],
    ['follows links in searching', 'grep -Rl foo src | xargs cat'],
    ['searches for secrets', 'grep -rl foo kept | xargs cat'],
    ['has names with their lines', 'grep -rn foo src | xargs cat'],
    ['has names with counts', 'grep -rlc foo src | xargs cat'],
    ['has names in colour', 'grep -rl --color=always foo src | xargs cat'],
    ['has names with another slash', 'rg -l --path-separator=x foo src | xargs cat'],
    ['has names behind links', 'rg -lL foo src | xargs cat'],
    ['has names of a search in names of a secret', 'find kept -type f | xargs grep -l foo | xargs cat'],
    ['has lines of a search in names', 'find src -type f | xargs grep foo | xargs cat'],
    ['has lines of a search in names, without them', 'find src -type f | xargs grep -h foo | xargs cat'],
    ['has counts of a search in names', 'find src -type f | xargs grep -lc foo | xargs cat'],
    ['has names of a search in more', 'find src -type f | xargs grep -l foo .env | xargs cat'],
    ['has names of a search below', 'find src -type d | xargs grep -rl foo | xargs cat'],
    ['has names of a search that end otherwise', 'find src -type f | xargs grep -lZ foo | xargs -0 cat'],
    ['may have no names but what stands for the input', 'find src -type f | xargs grep -L foo | xargs cat'],
    ['has names of names', 'find src -type f | xargs cat | xargs cat'],
    ['has parts of names', 'find src -type f | xargs basename | xargs cat'],
    ['is listed where there is a secret', 'cd mixed && ls -A | xargs cat'],
    ['is listed elsewhere', 'cd kept && ls -A ../src | cat | xargs cat'],
    ['is listed with more than names', 'ls -l src | xargs cat'],
    ['is listed with all below', 'ls -R src | xargs cat'],
    ['is listed with all', 'ls -a src | xargs cat'],
    ['is listed of several folders', 'ls src docs | xargs cat'],
    ['is listed of a file', 'ls docs/c.md | xargs cat'],
    ['starts what starts another', 'find src | xargs xargs cat'],
    ['starts a search', 'find src | xargs find'],
    ['runs where nobody knows', 'cd "$X"; find . -type f | xargs cat'],
    ['is in front of a writer', 'touch src/x; find src -type f | xargs cat'],
    ['is written', 'find src -type f | xargs cat > out'],
    ['sets what decides', 'find src -type f | LD_PRELOAD=x xargs cat'],
    ['sets what is printed', 'QUOTING_STYLE=c ls src | xargs cat'],
    ['reads all there is', 'find / -type f | xargs cat'],
    ['reads the home', 'find ~ -type f -print0 | xargs -0 cat'],
    ['reads devices', 'find /dev -print0 | xargs -0 cat'],
    ['reads what may be a device', 'find /usr/include -print0 | xargs -0 cat'],
    ['reads in the background', 'find src | xargs cat docs/c.md & rm docs/c.md'],
  ])('is asked about where it %s: %s', async (_, script) => {
    expect(await decide(script)).toBe('ask');
  });

  it('lists what is here only where it may be given nothing', async () => {
    const rules = [{ tool: 'glob', deny: 'hid/**' }];
    expect(await decide('find src -type f | xargs wc -l', { rules })).toBe('allow');
    expect(await decide('find src -type f | xargs ls', { rules })).toBe('ask');
  });

  it('is asked about what it reads where what plants it is allowed', async () => {
    const rules = [{ allow: 'npm *' }];
    expect(await decide('npm test; cat docs/c.md | xargs', { rules })).toBe('allow');
    expect(await decide('npm test; find src -type f | xargs cat', { rules })).toBe('ask');
    expect(await decide('find src -type f | xargs cat; npm test', { rules })).toBe('ask');
  });

  it('is no command that a rule for it, or for what starts it, allows', async () => {
    const rules = [{ allow: 'rm *' }, { allow: 'cat *' }];
    expect(await decide('find src | xargs rm', { rules })).toBe('ask');
    expect(await decide('cat docs/c.md | xargs cat', { rules })).toBe('ask');
  });

  it.each([
    ['echo kept/.env | xargs cat', 'ask'],
    ['printf "%s\\n" kept/.env | xargs cat', 'ask'],
    ['find kept -name .env | xargs cat', 'ask'],
    ['find kept -type f | xargs cat', 'ask'],
    ['grep -rl x kept | xargs cat', 'ask'],
    ['echo docs/c.md | xargs cat', 'allow'],
    ['find src -type f | xargs cat', 'allow'],
    ['ls src | grep -v .env | xargs cat', 'allow'],
    ['cat docs/c.md | xargs cat', 'allow'],
  ])(
    'is asked about where a rule for it does not name the secret that it is known to be handed: %s, %s',
    async (script, decision) => {
      expect(await decide(script, { rules: [{ allow: 'xargs cat' }] })).toBe(decision);
    },
  );

  it.each([
    ['xargs touch', 'echo .git/hooks/x | xargs touch', 'ask'],
    ['xargs touch', "printf 'a\\n../x' | xargs touch", 'ask'],
    ['xargs -I{} cp a {}/b', 'echo .git/hooks | xargs -I{} cp a {}/b', 'ask'],
    ['xargs touch', 'echo a src/b | xargs touch', 'allow'],
  ])(
    'is asked about what it writes by words printed to it, also under %s: %s, %s',
    async (allow, script, decision) => {
      expect(await decide(script, { rules: [{ allow }] })).toBe(decision);
    },
  );

  it('is one that rules deny', async () => {
    for (const deny of ['cat *', 'xargs *', 'find *'])
      expect(await decide('find src -type f | xargs cat', { rules: [{ deny }] })).toBe('deny');
  });

  it('reads no name that the settings call a secret', async () => {
    const settings = { workspace: { sensitive: ['*.tsx'] } };
    expect(await decide('find src -type f | xargs wc -l', { settings })).toBe('ask');
    expect(await decide("find src -name '*.ts' | xargs wc -l", { settings })).toBe('allow');
    expect(await decide('find src -type f -exec wc -l {} +', { settings })).toBe('ask');
  });
});
