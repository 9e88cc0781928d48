import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('npm where a manifest of a workspace is a link', () => {
  const link = (folder: string, target: string) => {
    mkdirSync(join(bench.workspace.cwd, folder), { recursive: true });
    symlinkSync(target, join(bench.workspace.cwd, folder, 'package.json'));
  };
  const bench = sharedBench(() => {
    bench.stub('npm', 'node');
    bench.file('.env', 'KEY=x');
    bench.file('data.json', '{}');
    bench.file('top/package.json', '{"workspaces":["w/*"]}');
    link('top/w/a', '../../../.env');
    bench.file('fine/package.json', '{"workspaces":["w/*"]}');
    link('fine/w/a', '../../../data.json');
  });

  it.each([
    'npm ls',
    'npm ls --depth=0 2>/dev/null',
    'npm explain x',
    'npm pkg get --workspaces',
    'npm pkg get -w a name',
  ])('asks for a secret: %s', async (command) => {
    expect(await bench.decide(`cd top && ${command}`)).toBe('ask');
    expect(await bench.decide(`cd top/w && ${command}`)).toBe('ask');
    expect(await bench.decide(`cd fine && ${command}`)).toBe('allow');
  });
});

describe('node where a manifest above a file is a link', () => {
  const bench = sharedBench(() => {
    bench.stub('node');
    bench.file('.env', 'KEY=x');
    for (const folder of ['top/sub', 'fine/sub']) {
      bench.file(`${folder}/f.js`, '1');
      bench.file(`${folder}/x.json`, '{}');
    }
    symlinkSync('../.env', join(bench.workspace.cwd, 'top/package.json'));
    bench.file('fine/package.json', '{}');
  });

  it.each([
    'node --check FOLDER/sub/f.js',
    'cd FOLDER/sub && node --check f.js',
    'node -p "require(\'./FOLDER/sub/x.json\').a"',
    'cd FOLDER && node -p "require(\'./sub/x.json\').a"',
  ])('asks for a secret: %s', async (command) => {
    expect(await bench.decide(command.replace('FOLDER', 'top'))).toBe('ask');
    expect(await bench.decide(command.replace('FOLDER', 'fine'))).toBe('allow');
  });
});
