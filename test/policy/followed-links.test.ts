import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

const bench = sharedBench(() => {
  bench.stub('rg', 'diff', 'grep', 'fd', 'zcat', 'zgrep', 'gzip', 'find', 'ls', 'tree', 'du', 'cat', 'cut');
  const { cwd, home } = bench.workspace;
  bench.file(join(home, '.ssh/id_rsa'), 'x\n');
  bench.file('plain/a', 'x\n');
  bench.file('open/a', 'x\n');
  for (const folder of ['keys', 'house']) mkdirSync(join(cwd, folder));
  symlinkSync(join(home, '.ssh/id_rsa'), join(cwd, 'keys/notes'));
  symlinkSync(home, join(cwd, 'house/all'));
  symlinkSync('../plain', join(cwd, 'open/more'));
  for (const name of ['packed/a.gz', 'packed/b.z', 'ignored/.ignore']) bench.file(`${name}.txt`, 'x\n');
  symlinkSync(join(home, '.ssh/id_rsa'), join(cwd, 'packed/a.gz'));
  symlinkSync(join(home, '.ssh/id_rsa'), join(cwd, 'packed/b.Z'));
  symlinkSync(join(home, '.ssh/id_rsa'), join(cwd, 'ignored/.ignore'));
  bench.file('late/a');
  for (const name of ['-n', '5', '--']) symlinkSync(join(home, '.ssh/id_rsa'), join(cwd, 'late', name));
});

const followers = ['grep -R x', 'rg -L x', 'rg --follow x', 'diff -r plain', 'diff plain', 'sdiff plain'];

describe.each(followers)('a search that follows links: %s', (command) => {
  it.each(['keys', 'house'])('is asked about where one in %s leads to secrets', async (folder) => {
    expect(await bench.decide(`${command} ${folder}`)).toBe('ask');
  });

  it('runs unasked elsewhere', async () => {
    for (const folder of ['plain', 'open']) expect(await bench.decide(`${command} ${folder}`)).toBe('allow');
  });

  it('is asked about in a closed workspace', async () => {
    const settings = { workspace: { restrict: true } };
    expect(await bench.decide(`${command} open`, { settings })).toBe('ask');
    expect(await bench.decide('grep -r x open', { settings })).toBe('allow');
  });

  it('is asked about where a rule withholds anything, since a link may lead there', async () => {
    bench.file('secret-plans/x', 'x\n');
    const rules = [{ tool: 'read', deny: 'secret-plans/**' }];
    expect(await bench.decide(`${command} open`, { rules })).toBe('ask');
  });
});

it.each(['grep -r x keys', 'rg x keys', 'diff keys/notes2 plain/a', 'diff -r --no-dereference keys plain'])(
  '%s follows none',
  async (command) => {
    expect(await bench.decide(command)).toBe('allow');
  },
);

it.each([
  ['zcat -f packed/a', 'ask'],
  ['zgrep x packed/b', 'ask'],
  ['gzip -cdf -- packed/a', 'ask'],
  ['zcat packed/c packed/a.gz.txt', 'allow'],
  ['cd ignored && rg x', 'ask'],
  ['cd ignored && fd x', 'ask'],
  ['rg x plain', 'allow'],
  // Without GNU's library they look for no options behind an operand.
  ['cd late && cat a -n', 'ask'],
  ['cd late && cat a -- a', 'ask'],
  ['cd late && cat -n -- a', 'allow'],
  ['cd late && cut a -c 5', 'ask'],
  ['cd late && cut -c 5 a', 'allow'],
  ['cut plain/a -c 5', 'allow'],
  ['cut plain/a -d "$x" -f 1', 'ask'],
  ['cut -d "$x" -f 1 plain/a', 'allow'],
  ['cd plain && fd a', 'allow'],
])('files that are read by other names than those in the words: %s %s', async (command, expected) => {
  const { decision, paths } = await bench.judge(command);
  expect(decision).toBe(expected);
  expect(paths.filter(({ path }) => /c\.g?z$/i.test(path))).toEqual([]);
});

it.each(['find -L open', 'find op* -follow', 'ls -RL open', 'tree -l o*', 'du -L open'])(
  '%s is asked about in a closed workspace alone',
  async (command) => {
    const settings = { workspace: { restrict: true } };
    expect(await bench.decide(command)).toBe('allow');
    expect(await bench.decide(command, { settings })).toBe('ask');
    const plain = command.replace(/ -L| -follow| -l|(?<=-R)L/, '');
    expect(await bench.decide(plain, { settings })).toBe('allow');
  },
);
