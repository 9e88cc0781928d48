import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('the path of a program that a substitution looks up', () => {
  const bench = sharedBench(() => {
    bench.stub('tool', 'id_rsa', 'which', 'xargs', 'test', 'npm', 'sudo');
    for (const path of ['a.txt', 'test', 'key.pem', 'b b/spaced']) bench.file(path, 'x');
    bench.script('bin/local');
    bench.script('b b/spaced');
    mkdirSync(join(bench.folder, 'links'));
    bench.script('keys/id_ed25519');
    symlinkSync(join(bench.workspace.cwd, 'keys/id_ed25519'), join(bench.folder, 'links/harmless'));
    bench.file('bin/unrunnable', 'x');
  });

  const judge = (script: string) => {
    const { cwd } = bench.workspace;
    const folders = [join(bench.folder, 'links'), join(cwd, 'bin'), join(cwd, 'b b')];
    return bench.judge(script, { exec: { searchPath: `${bench.searchPath}:${folders.join(':')}` } });
  };

  it.each([
    'ls -l $(which tool)',
    'ls -l "$(which tool)"',
    'ls -l `which tool`',
    'file $(command -v tool)',
    'file "$(type -P tool)"',
    'head -1 $(which tool 2>/dev/null)',
    'readlink -f $(which tool)',
    'ls -l $(readlink -f $(which tool))',
    'file "$(realpath "$(command -v tool)")"',
    'cat $(which local)',
    'diff $(which tool) a.txt',
    'grep -c x $(which tool) a.txt',
    'file $(which test)',
  ])('is read unasked: %s', async (command) => {
    expect((await judge(command)).decision).toBe('allow');
  });

  it('is shown as what it is', async () => {
    const { commands } = await judge('wc -l "$(which tool)"');
    expect(commands.map(({ argv }) => argv)).toEqual([
      ['which', 'tool'],
      ['wc', '-l', join(realpathSync(bench.folder), 'bin/tool')],
    ]);
  });

  it.each([
    'cat $(which not-there)',
    'cat $(which id_rsa)',
    'cat $(which harmless)',
    'cat $(readlink -f $(which harmless))',
    'cat $(which unrunnable)',
    'cat $(command -v unrunnable)',
    'cat $(which spaced)',
    'cat "$(which spaced)"',
    'cat $(command -v test)',
    'cat $(type -P test)',
    'cat $(command -v if)',
    'cat $(command -V tool)',
    'cat $(type -p tool)',
    'cat $(type tool)',
    'cat $(which -a tool)',
    'cat $(which tool test)',
    'cat $(which "$x")',
    'cat $(which ../key.pem)',
    'cat $(which ./bin/local)',
    'cat $(which too*)',
    'cat $(which tool; echo .env)',
    'cat $(which tool || echo .env)',
    'cat $(which tool | xargs npm)',
    'cat $(which tool > out)',
    'cat $(which tool < a.txt)',
    'cat $(which tool 2> out)',
    'cat $(which tool &)',
    'cat $(PATH=. which tool)',
    'cat $(X=1 which tool)',
    'PATH=bin; cat $(which tool)',
    'export PATH=.; cat $(which tool)',
    'which() { echo .env; }; cat $(which tool)',
    'alias which=echo; cat $(which tool)',
    'hash -p .env tool; cat $(command -v tool)',
    'cat $(./which tool)',
    'cat $(sudo which tool)',
    'cat $(env which tool)',
    'cat $(which tool).pem',
    'cat x$(which tool)',
    'cat $(which tool)$(which tool)',
    'cat "$(which tool) a"',
    'cat $(readlink $(which tool))',
    'cat $(readlink -f a.txt)',
    'cat $(readlink -f x$(which tool))',
    'cat $(dirname $(which tool))',
    'head -n $(which tool) a.txt',
    'cp $(which tool) a.txt',
    'tee $(which tool)',
    'sort -o $(which tool) a.txt',
    'echo x > $(which tool)',
    'bash $(which tool)',
    'source $(which tool)',
    '$(which tool) x',
    'sudo $(which tool)',
    'xargs $(which tool)',
    'sed -f $(which tool) a.txt',
  ])('is asked about where that is not all of it: %s', async (command) => {
    expect((await judge(command)).decision).not.toBe('allow');
  });

  it('is told of no folder that may be any', async () => {
    const { decision } = await bench.judge('cat $(which tool)', {
      exec: { searchPath: `.:${bench.searchPath}` },
    });
    expect(decision).not.toBe('allow');
  });
});
