/** @module-tag forms */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type BenchOptions, policyBench } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const programs =
  'find grep wc cat head tail sed stat file ls du basename echo sha256sum cp rm sh env nice tar sort awk dd touch npm';

const bench = sharedBench(() => {
  bench.stub(...programs.split(' '));
  for (const path of [
    'src/a.ts',
    'src/deep/b.ts',
    'docs/c.md',
    'kept/.env',
    'keys/id_rsa',
    'x=1/a',
    'has/.aws/k',
  ])
    bench.file(path, 'x\n');
  symlinkSync(bench.workspace.home, join(bench.file('led/a', 'x').slice(0, -2), 'out'));
  bench.file(join(bench.workspace.home, '.ssh/id_rsa'), 'x');
  symlinkSync(join(bench.workspace.cwd, 'kept'), join(bench.workspace.cwd, 'way'));
});

const decide = (script: string, options?: BenchOptions) => bench.decide(script, options);

describe('a command that find starts with what it finds', () => {
  it.each([
    "find src -name '*.ts' -exec grep -l TODO {} +",
    'find src -exec wc -l {} \\;',
    "find . -name '*.md' -exec wc -l {} \\;",
    'find docs src -type f -exec cat {} +',
    'find -name "*.ts" -exec head -n 3 {} \\;',
    'find src -type f -exec sed -n 1,5p {} \\;',
    "find src \\( -name '*.ts' -o -name '*.tsx' \\) -exec grep -n foo {} /dev/null \\;",
    "find . -name '*.ts' -not -path './node_modules/*' -exec wc -l {} +",
    "find . -type f ! -name '*.key' -name '*.ts' -print -exec tail -1 {} \\; | sort | head -3",
    'find src -type d -exec ls -la {} \\;',
    'find src -exec stat -c %s {} + -exec basename {} \\;',
    'find . -maxdepth 2 -type f -exec echo {} \\; 2>/dev/null',
    'find src -type f -exec sha256sum {} + | sort',
    'find src -type f -exec /bin/cat {} +',
    'cd src && find . -type f -exec cat {} +',
    "find kept -name '*.ts' -exec cat {} +",
    'find kept -exec ls -l {} \\;',
    'find /usr/include -type f -exec grep -l foo {} +',
    'find src -exec echo hello \\;',
    'find src -mtime -1 -exec du -h {} +',
  ])('%s runs unasked', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    ['removes', 'find src -exec rm {} +'],
    ['copies', 'find src -exec cp {} /tmp \\;'],
    ['is a shell', "find src -exec sh -c 'cat {}' \\;"],
    ['is a shell that is given names elsewhere', 'find src -execdir sh -c \'cat "$1"\' _ {} \\;'],
    ['is what is found', 'find src -exec {} \\;'],
    ['is what is found, by its folder', './{} ; find src -exec ./{} \\;'],
    ['is a wrapper', 'find src -exec env cat {} +'],
    ['is a wrapper, another', 'find src -exec nice cat {} +'],
    ['runs elsewhere', 'find src -execdir cat {} +'],
    ['is asked about', 'find src -ok cat {} \\;'],
    ['is followed by another that writes', 'find src -exec cat {} + -exec touch {} +'],
    ['is followed by a removal', 'find src -exec cat {} + -delete'],
    ['is followed by a file', 'find src -exec cat {} + -fprint out'],
    ['edits', "find src -exec sed -i 's/a/b/' {} +"],
    ['writes by its script', "find src -exec sed -n 'w out' {} +"],
    ['takes a name for its script', 'find src -exec sed {} \\;'],
    ['takes a name for its pattern', 'find src -exec grep {} a \\;'],
    ['takes a name for a list of patterns', 'find src -exec grep -f {} a \\;'],
    ['takes a name within an option', 'find src -exec grep --file={} a \\;'],
    ['takes a name for a number', 'find src -exec head -n {} a \\;'],
    ['has a name within a word', 'find src -exec cat {}/x \\;'],
    ['has a name before a word', 'find src -exec cat src/{} \\;'],
    ['writes the second of its names', 'find src -exec uniq {} +'],
    ['writes where it is told', 'find src -exec sort -o out {} +'],
    ['checks what is listed', 'find src -exec sha256sum -c {} +'],
    ['reads with all below', 'find src -name x -exec grep -r foo {} \\;'],
    ['reads with all below, links too', 'find src -name x -exec grep -R foo {} \\;'],
    ['is not known', 'find src -exec frobnicate {} \\;'],
    ['is one of the workspace', 'find src -exec ./cat {} \\;'],
    ['has no end', 'find src -exec cat {}'],
    ['has a computed word', 'find src -exec grep "$X" {} \\;'],
    ['has a computed word that may end it', 'find src -exec cat {} "$X" -delete \\;'],
    ['has a wildcard', 'find src -exec cat *.ts {} \\;'],
    ['gets an option for a start', 'find -D exec -exec cat {} \\;'],
    ['gets a computed start', 'find "$START" -type f -exec cat {} +'],
    ['gets a computed start, not quoted', 'find $START -type f -exec cat {} +'],
    ['gets a wildcard for a start', 'find s* -type f -exec cat {} +'],
    ['gets a start that sets a variable', 'find x=1 -type f -exec cat {} +'],
    ['gets a start of two words', "find 'a b' -exec cat {} +"],
    ['follows links', 'find -L src -type f -exec cat {} +'],
    ['follows links, said later', 'find src -follow -type f -exec cat {} +'],
    ['reads a secret right there', 'find kept -exec cat {} +'],
    ['reads a secret right there, named', 'find kept -type f -exec grep -H . {} \\;'],
    ['reads a folder of secrets', 'find has -type f -exec cat {} +'],
    ['reads a secret that it starts with', 'find kept/.env -exec cat {} +'],
    ['reads a secret behind a link', 'find way/ -exec cat {} +'],
    ['looks for secrets', 'find . -name .env -exec cat {} +'],
    ['looks for secrets by a wildcard', "find . -name '.e?v*' -exec cat {} +"],
    ['looks for secrets in any case', "find . -iname 'ID_*' -exec cat {} +"],
    ['looks for secrets by their ends', "find . -name '*.pem' -exec cat {} +"],
    ['looks for secrets among others', "find src -name '*.ts' -o -name '*.env' -exec cat {} +"],
    ['looks for secrets, doubly denied', "find . ! \\( ! -name '.env' \\) -exec cat {} +"],
    ['looks for folders of secrets', "find . -path '*/.ssh/*' -exec cat {} +"],
    ['looks for a secret by its path', "find . -path './kept/.e*' -exec cat {} +"],
    ['looks for a secret by a class', "find . -path './kept/[.]env' -exec cat {} +"],
    ['looks for a secret by an expression', "find . -regex '.*/[.]env' -exec cat {} +"],
    ['looks for a secret by its number', 'find . -inum 7 -exec cat {} +'],
    ['looks for a secret by another name', 'find . -samefile kept/.env -exec cat {} +'],
    ['tells a name that does not count', "find kept -name '*.ts' -o -type f -exec cat {} +"],
    [
      'tells a name that does not count, in groups',
      "find kept \\( -name '*.ts' -o -type f \\) -exec cat {} +",
    ],
    ['tells a name that is denied', "find kept ! -name '*.ts' -exec cat {} +"],
    ['tells a name behind it', "find kept -exec cat {} + -name '*.ts'"],
    ['follows a link that leads out', 'find led -exec cat {} +'],
    ['reads all there is', 'find / -type f -exec cat {} +'],
    ['reads the home', 'find ~ -type f -exec cat {} +'],
    ['reads devices', 'find /dev -exec cat {} +'],
    ['reads outside what may be a device', 'find /usr/include -exec cat {} +'],
    ['reads of a process', 'find /proc/1 -type f -exec cat {} +'],
    ['reads what was planted', 'touch src/x; find src -type f -exec cat {} +'],
    ['writes as a whole', 'find src -type f -exec cat {} + > out'],
    ['sets what decides', 'LD_PRELOAD=x find src -type f -exec cat {} +'],
    ['is behind xargs', 'find src | xargs find -exec cat {} +'],
    ['runs nobody knows where', 'cd "$X"; find . -type f -exec cat {} +'],
  ])('is asked about where it %s: %s', async (_, script) => {
    expect(await decide(script)).toBe('ask');
  });

  it('is asked about what it reads where what plants it is allowed', async () => {
    const rules = [{ allow: 'npm *' }, { tool: 'write', allow: '**' }];
    expect(await decide('npm test; ls src', { rules })).toBe('allow');
    expect(await decide('npm test; find src -type f -exec cat {} +', { rules })).toBe('ask');
    expect(await decide('cp docs/c.md src/c.md && find src -exec cat {} +', { rules })).toBe('ask');
  });

  it('is no command that a rule for it, or for what starts it, allows', async () => {
    const rules = [{ allow: 'rm *' }, { allow: 'find *' }];
    expect(await decide('find src -exec rm {} +', { rules })).toBe('ask');
  });

  it('is one that rules deny', async () => {
    for (const deny of ['cat *', 'find *', 'find * -exec *'])
      expect(await decide('find src -exec cat {} +', { rules: [{ deny }] })).toBe('deny');
    expect(await decide('find src -exec cat {} +', { rules: [{ ask: 'cat *' }] })).toBe('ask');
  });

  it('reads nothing that rules withhold', async () => {
    const rules = [{ tool: 'read', deny: 'src/deep/**' }];
    expect(await decide('find src -type f -exec cat {} +', { rules })).toBe('ask');
    expect(await decide('find docs -type f -exec cat {} +', { rules })).toBe('allow');
    // A link may lead there.
    expect(await decide('find docs -exec cat {} +', { rules })).toBe('ask');
  });

  it('stays in a closed workspace', async () => {
    const settings = { workspace: { restrict: true } };
    expect(await decide('find src -type f -exec cat {} +', { settings })).toBe('allow');
    expect(await decide('find src -exec cat {} +', { settings })).toBe('ask');
    expect(await decide('find /usr/include -type f -exec cat {} +', { settings })).toBe('deny');
  });

  it('is asked about like every other', async () => {
    expect(await decide('find src -exec cat {} +', { settings: { approval: { ask: 'always' } } })).toBe(
      'ask',
    );
  });

  it('is shown with what starts it', async () => {
    const { commands } = await bench.judge('find src -exec cat {} +');
    expect(commands.map(({ argv }) => argv.join(' '))).toEqual(['find src -exec cat {} +', 'cat {}']);
  });
});

it('find hands on no links where there are too many names to look for them', { tags: ['slow'] }, async () => {
  const wide = policyBench();
  onTestFinished(() => wide.remove());
  wide.stub('find', 'cat', 'ls', 'xargs');
  for (let index = 0; index < 90; index += 1)
    for (let name = 0; name < 95; name += 1) wide.file(`many/${index}/${name}`, '');
  symlinkSync(join(wide.workspace.home, '.ssh/id_rsa'), join(wide.workspace.cwd, 'many/1/out'));
  const decideWide = async (script: string) => (await wide.judge(script)).decision;
  expect(await decideWide('find many -exec cat {} +')).toBe('ask');
  expect(await decideWide('find many -print0 | xargs -0 cat')).toBe('ask');
  expect(await decideWide('find many -type f -exec cat {} +')).toBe('allow');
  expect(await decideWide('find many -exec ls -l {} +')).toBe('allow');
});
