/** @module-tag forms */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editingProfiles } from '../../src/policy/profiles/editing.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const edits = [{ tool: ['write', 'edit'], allow: '**' }];

describe('commands that change files where rules allow writing them', () => {
  const bench = sharedBench(() => {
    const files = [
      'a.txt',
      'sub/b.txt',
      'src/x.ts',
      '.env',
      '.git/config',
      '.git/hooks/pre-commit',
      '.git/HEAD',
    ];
    for (const path of [
      ...files,
      'holds/.git/config',
      'kept/inside/x',
      'full/sub/b.txt',
      'other/sub/b.txt',
      '../outside/plain.txt',
      '../outside/dir/x',
    ])
      bench.file(path, 'x');
    bench.script('cp');
    bench.stub('cargo', 'rustc');
    const link = (to: string, name: string) => symlinkSync(to, join(bench.workspace.cwd, name));
    link('../outside/plain.txt', 'link-out');
    link('../outside/dir', 'out-dir');
    link('sub', 'link-in');
  });

  const rules = [
    ...edits,
    ...['kept', 'later'].map((name) => ({ tool: 'write', deny: `${name}/inside/**` })),
  ];
  const decide = (script: string) => bench.decide(script, { rules });

  it.each([
    'mkdir a',
    'mkdir -p a/b/c && cp a.txt a/b/c/',
    'touch src/new.ts',
    'cp a.txt b.txt',
    'cp -r sub sub2',
    'mv a.txt c.txt',
    'mv sub moved',
    'mv a.txt sub/',
    'mv -t sub a.txt',
    'cp -t sub a.txt src/x.ts',
    'rmdir sub',
    "sed -i 's/a/b/' a.txt",
    "sed -i.bak -e 's/a/b/' a.txt",
    'echo x | tee out.txt',
    'mkdir -p d && mv a.txt d/b.txt && touch d/c',
    'cp src/x.ts src/y.ts && git status',
    'cp -- a.txt b.txt',
    'mv -T sub moved',
    'cp -a sub sub2 && git status',
    'cp -r sub x && ls x && cat sub/b.txt && wc -l *.txt',
    'echo x > sub/config && git diff && ls *.txt',
    'touch x && cargo --version',
    'cd sub && touch x',
    'timeout 5 mkdir x',
    'bash -c "mkdir x"',
    'mkdir -p x/y && echo 1 > x/y/z',
    'cp ../outside/plain.txt x',
    'cp link-in/b.txt x',
    'sort a.txt > t && mv t a.txt',
    'sed s/a/b/ a.txt > a.txt.new && mv a.txt.new a.txt && cat a.txt',
    'touch a && cp a b && cat b',
    'cp a.txt n.txt && mv n.txt b.txt && wc -l b.txt',
    'echo 1 | tee t; mv t u; cat u',
    'mkdir -p out && sort a.txt > out/t && mv out/t out/u && cat out/u',
    'mv a.txt t && mv t sub/b.txt && cat sub/b.txt',
  ])('lets %j run', async (script) => {
    expect(await decide(script)).toBe('allow');
    expect(await bench.decide(script)).toBe('ask');
  });

  it.each([
    ['cp a.txt .git/hooks/pre-commit', 'cp: ".git/hooks/pre-commit" can decide what runs later, so'],
    ['mv a.txt ../x', 'mv: "../x" lies outside the workspace, where every edit is asked'],
    ['cd src; ls; cd ..; touch x', '" lies outside the workspace, where every edit is asked'],
    ['touch .env', 'touch: ".env" usually holds secrets'],
    ['mv holds x', 'mv: "holds" may hold what decides what runs'],
    ['mkdir -p sub && cp a.txt kept/inside/x', 'a rule denies "kept/inside/x"'],
    ['cp --parents src/x.ts sub', 'cp: no rule or profile allows it'],
  ])('says of %j which file holds it back: %s', async (script, reason) => {
    expect((await bench.judge(script, { rules })).reason).toContain(reason);
    expect((await bench.judge('touch /etc/x')).reason).toBe('touch: no rule or profile allows it');
  });

  it.each([
    'cp .env x',
    'cp a.txt .env',
    'cp a.txt .git/hooks/pre-commit',
    'cp -r sub .git',
    'cp -r . x',
    'mv .git x',
    'mv sub .git',
    'cp a.txt /tmp/x',
    'cp a.txt ~/x',
    'mv a.txt ../x',
    'mv *.txt sub',
    'cp "$x" y',
    'cp -l a.txt b',
    'cp -s a.txt b',
    'cp --parents src/x.ts sub',
    'cp -b a.txt b.txt',
    'mkdir .git',
    'mkdir -p .agents/skills',
    'touch .bashrc',
    'ln -s a.txt b',
    'mv sub x; echo x > x/link/f',
    'cp -r sub x && cp a.txt x/b.txt',
    'cp -r sub x && cat x/link/f',
    'mv sub x && cat x/link/*.yml',
    'cp -r sub x && cd x/link && cat *.yml',
    'cp -r sub x && grep -r foo x',
    'cp -r sub x && cd x/inner && git diff',
    'cp -r sub x && git -C x/inner diff',
    'cp a.txt .git/index && git status',
    'mkdir -p b/objects b/refs && cp a.txt b/HEAD && cd b && git log -p',
    'mkdir sub/refs; git -C sub log -p',
    'echo x > sub/config && cd sub && git diff',
    "touch -- '-e1els a.txt' && sed -n p *.txt",
    "for i in 1 2; do cat *.md > '-x.md'; done",
    "touch 'a -e1els b.txt' && for i in *b.txt; do sed -n p $i; done",
    'echo 1.99 > rust-toolchain && cargo --version',
    'mv a.txt sub/rust-toolchain.toml; cd sub; rustc -vV',
    'cp -r sub x; head < x/link/f',
    'cp -r sub x && mv x y && cat y/link/f',
    'mkdir t && cp -r sub t/ && mv t y && cat y/sub/link',
    'mkdir t; cp -a sub t/l; cp -a t u; echo x > u/l/f',
    'mv t u && cat u/link/f',
    'cp -r sub t; sort a.txt > t/x; mv t u; cat u/link/f',
    'sort a.txt > t & cp -r sub t && mv t u && cat u/link/f',
    'rmdir -p a/b',
    "sed -i 's/a/b/w out' a.txt",
    "sed -i '1e ls' a.txt",
    'mv sub .config',
    'cp -r sub .config/fish',
    'cp a.txt .config/fish/config.fish',
    'cd /tmp && mkdir x',
    'sudo mkdir x',
    'rm a.txt',
    'chmod +x a.txt',
    'cp a.txt sub/../../x',
    'cp a.txt link-out',
    'cp a.txt link-out/x',
    'cp a.txt out-dir',
    'cp a.txt out-dir/x',
    'touch link-out',
    'mkdir out-dir/x',
    'mv link-in x',
    'cp -r link-in x',
    'cp -r sub full',
    'cp -rT sub full/sub',
    'mv -t full sub',
    'cp -r sub other/sub new',
    'cp -r full/sub other/SUB .',
    'cp -a link-out x',
    'sed -i s/a/b/ link-out',
    'mv a.txt out-dir',
    'mv holds x',
    'cp -r holds x',
    'cp -r holds/. .',
    'mv kept x',
    'mv sub later',
    'cp -r sub gone/../../x',
    'mv -t ../x a.txt',
    'cp a.txt b.txt out-dir',
    'touch "$(cat a.txt)"',
    'mkdir {a,../b}',
    'touch nul/x?',
    'mv sub/../.git x',
    'cp a.txt ~/.bashrc',
    'sh -c "cp a.txt ~/x"',
    'cp -r sub link-in && cp a.txt link-in/x',
    'tee .git/hooks/x < a.txt',
    './cp a.txt b.txt',
    'xargs touch < a.txt',
    'find . -exec touch {} +',
  ])('asks about %j', async (script) => {
    expect(await decide(script)).not.toBe('allow');
  });

  it.each(editingProfiles.map((profile) => [profile.names, profile] as const))(
    '%s does what its examples say',
    async (_, { allow, notAllow }) => {
      for (const script of allow) expect([script, await decide(script)]).toEqual([script, 'allow']);
      for (const script of notAllow) expect([script, await decide(script)]).toEqual([script, 'ask']);
    },
  );

  it('asks where a text puts a program before the one of its name', async () => {
    const exec = { searchPath: `${bench.workspace.cwd}/tools:${bench.searchPath}` };
    const decideThere = (script: string) => bench.decide(script, { rules, exec });
    bench.script('tools/x');
    expect(await decideThere('cp tools/x tools/y && ls')).toBe('allow');
    expect(await decideThere('cp tools/x tools/ls && ls')).toBe('ask');
    expect(await decideThere('mv tools/x tools/grep; egrep a a.txt')).toBe('ask');
    expect(await decideThere('cat a.txt > tools/ls && nice ls')).toBe('ask');
    expect(await decideThere('cp tools/x tools/cp')).toBe('ask');
    expect(await decideThere('echo x > tools/ls && pwd')).toBe('allow');
    const later = { searchPath: `${bench.workspace.cwd}/new/bin:${bench.searchPath}` };
    expect(await bench.decide('mv sub new && ls', { rules, exec: later })).toBe('ask');
  });

  it('names the rule that allows it', async () => {
    expect((await bench.judge('cp a.txt b.txt', { rules })).rule?.text).toBe('**');
  });

  it.each<[script: string, asked: boolean]>([
    ['cp -r src src2', false],
    ['mv sub sub2', false],
    ['mv full fuller', true],
    ['cp -r other .github', true],
    ['cp a.txt Makefile', true],
  ])('reads a list in braces as its rules one by one: %s', async (script, asked) => {
    const asking = ['package.json', 'Makefile', '.github/**', 'fuller/**'];
    for (const texts of [asking, [`{${asking.join(',')}}`]]) {
      const parts = [...edits, ...texts.map((ask) => ({ tool: 'write', ask }))];
      expect(await bench.decide(script, { rules: parts })).toBe(asked ? 'ask' : 'allow');
    }
  });

  it('holds to what a narrower rule allows', async () => {
    const narrow = [{ tool: 'write', allow: 'src/**' }];
    const judge = (script: string) => bench.decide(script, { rules: narrow });
    expect(await judge('cp a.txt src/y.ts')).toBe('allow');
    expect(await judge('mkdir -p src/deep')).toBe('allow');
    for (const script of [
      'cp src/x.ts b.ts',
      'mv a.txt src/',
      'mv src/x.ts x.ts',
      'mv sub src2',
      'touch b src/c',
    ])
      expect([script, await judge(script)]).toEqual([script, 'ask']);
    const flat = [{ tool: 'write', allow: '*' }];
    expect(await bench.decide('mv sub sub2', { rules: flat })).toBe('ask');
  });
});

describe('a rule that denies writing or asks about it', () => {
  const bench = sharedBench(() => {
    for (const path of [
      'a.txt',
      'kept/x',
      'sub/y',
      'Asked',
      'deep/kept/x',
      'deep/other',
      'deep/asked/x',
      'mixed/one',
      'mixed/two',
    ])
      bench.file(path, 'x');
    bench.stub(
      'gzip',
      'xz',
      'wget',
      'tar',
      'unzip',
      'perl',
      'sudo',
      'git',
      'rsync',
      'shred',
      'truncate',
      'unlink',
      'dd',
      'install',
    );
  });

  const rules = [
    { tool: ['write', 'edit'], deny: 'kept/**' },
    { tool: ['write', 'edit'], ask: 'Asked' },
    { tool: ['write', 'edit'], deny: 'deep/kept/*.sql' },
    { tool: ['write', 'edit'], ask: 'deep/asked/**' },
    { tool: ['write', 'edit'], ask: 'mixed/one' },
    { tool: ['write', 'edit'], deny: 'mixed/two' },
    { tool: ['write', 'edit'], deny: '**/package-lock.json' },
    { tool: ['write', 'edit'], deny: 'nowhere/at/all/**' },
    ...'gzip xz wget tar unzip perl cp mv touch mkdir rmdir sed tee rm unlink shred truncate dd ln install rsync git find ls'
      .split(' ')
      .map((name) => ({ allow: `${name} *` })),
  ];
  const full = { approval: { security: 'full' as const, ask: 'on-miss' as const } };

  it.each([
    ['gzip kept/x', 'deny'],
    ['gzip -k sub/y', 'allow'],
    ['xz -k kept/x', 'allow'],
    ['wget -O kept/x http://x', 'deny'],
    ['wget -qO kept/x http://x', 'deny'],
    ['tar xf a.tar -C kept', 'deny'],
    ['tar cf a.tar -C sub y', 'allow'],
    ['unzip a.zip -d kept', 'deny'],
    ['git restore -s HEAD~1 kept', 'deny'],
    ['git restore --staged kept', 'allow'],
    ['git clean -fd kept', 'deny'],
    ['git checkout -- kept/x', 'deny'],
    ['git checkout main', 'allow'],
    ['perl -pi -e s/a/b/ kept/x', 'deny'],
    ['cp a.txt kept/x', 'deny'],
    ['cp a.txt kept', 'deny'],
    ['cp a.txt kept/', 'deny'],
    ['cp -t kept a.txt', 'deny'],
    ['cp -b a.txt kept/new', 'deny'],
    ['mv a.txt kept/new', 'deny'],
    ['mv kept/x b.txt', 'deny'],
    ['touch kept/new', 'deny'],
    ['touch kept/*', 'deny'],
    ['mkdir -p kept/deep', 'deny'],
    ['rmdir kept/deep', 'deny'],
    ["sed -i 's/x/y/' kept/x", 'deny'],
    ['echo x | tee kept/x', 'deny'],
    ['cd kept && touch new', 'deny'],
    ["sh -c 'cp a.txt kept/x'", 'deny'],
    ["eval 'cp a.txt kept/x'", 'deny'],
    ['sudo tee kept/x', 'deny'],
    ["eval 'echo x > kept/x'", 'deny'],
    ['f() { echo x > kept/x; }; f', 'deny'],
    ['X=kept/x; cp a.txt "$X"', 'deny'],
    ['cp a.txt Asked', 'ask'],
    ['touch Asked', 'ask'],
    ["eval 'echo x > Asked'", 'ask'],
    ['cp kept/x b.txt', 'allow'],
    ['mv kept old', 'deny'],
    ['mv ./kept/ old', 'deny'],
    ['mv deep old', 'deny'],
    ['mv deep/asked old', 'ask'],
    ['mv deep/other old', 'allow'],
    ['mv . ../old', 'deny'],
    ['mv sub old', 'allow'],
    ['rm kept/x', 'deny'],
    ['rm kept/*', 'deny'],
    ['rm -rf kept', 'deny'],
    ['rm -rf -- kept', 'deny'],
    ['rm -rf deep', 'deny'],
    ['rm -rf deep/asked', 'ask'],
    ['rm -f Asked', 'ask'],
    ['rm -rf mixed', 'deny'],
    ['rm -rf sub nowhere', 'allow'],
    ['cd sub && rm -rf ../kept', 'deny'],
    ['find kept -delete', 'deny'],
    ["find kept -name '*.sql' -delete", 'deny'],
    ['find deep -delete', 'deny'],
    ["find deep -name '*.tmp' -delete", 'allow'],
    ['find deep -name x', 'allow'],
    ['git rm kept/x', 'deny'],
    ['git rm -r deep', 'deny'],
    ['git mv kept/x b.txt', 'deny'],
    ['git mv a.txt kept/new', 'deny'],
    ['git mv sub kept', 'deny'],
    ['git log kept/x', 'allow'],
    ['git rm --cached kept/x', 'allow'],
    ['git rm -n kept/x', 'allow'],
    ['unlink kept/x', 'deny'],
    ['shred -u kept/x', 'deny'],
    ['truncate -s 0 kept/x', 'deny'],
    ['dd if=a.txt of=kept/x', 'deny'],
    ['dd if=kept/x of=b.txt', 'allow'],
    ['ln -sf a.txt kept/x', 'deny'],
    ['ln -s kept/x b.txt', 'allow'],
    ['install -m 644 a.txt kept/', 'deny'],
    ['install -d kept/new', 'deny'],
    ['rsync -a sub/ kept/', 'deny'],
    ['rsync -a kept/ sub/', 'allow'],
    ["eval 'rm kept/x'", 'deny'],
    ['sudo rm -rf deep', 'deny'],
    ['for f in kept/*; do rm "$f"; done', 'deny'],
    ['ls kept | head', 'allow'],
    ['cp a.txt sub/', 'allow'],
    ['touch sub/new', 'allow'],
    ["sed 's/x/y/' kept/x", 'allow'],
  ])('holds for commands that change files: %s %s', async (script, expected) => {
    expect(await bench.decide(script, { settings: full, rules })).toBe(expected);
    if (!/eval|sudo|\(\)|-b|-delete/.test(script))
      expect(await bench.decide(script, { rules })).toBe(expected);
  });
});
