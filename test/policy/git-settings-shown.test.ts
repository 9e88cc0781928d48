import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const bench = sharedBench(() => {
  bench.stub('git');
  for (const [folder, url] of [
    ['open', 'https://git.example/a.git'],
    ['secret', 'https://me:hunter2@git.example/a.git'],
  ] as const) {
    const git = join(bench.workspace.cwd, folder, '.git');
    for (const name of ['objects', 'refs']) mkdirSync(join(git, name), { recursive: true });
    mkdirSync(join(bench.workspace.cwd, folder, 'src'));
    writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(git, 'config'), `[remote "origin"]\n\turl = ${url}\n`);
  }
});

describe('what git shows of its settings', () => {
  it.each([
    'git remote -v',
    'git remote --verbose',
    'git remote get-url origin',
    'git ls-remote --get-url',
    'git config --list',
    'git config -l --local',
    'git config list',
    'git config --get-regexp url',
    'git config --get-urlmatch http https://git.example',
    'git config --get remote.origin.url',
    'git config get remote.origin.url',
    'git config remote.origin.url',
    'git -C . remote -v',
    'cd src && git remote -v',
  ])('%s asks where a password stands in them', async (command) => {
    expect(await bench.decide(`cd secret && ${command}`)).toBe('ask');
    expect(await bench.decide(`cd open && ${command}`)).toBe('allow');
    expect(await bench.decide(`cd secret && ${command}`, { settings: yolo })).toBe('allow');
  });

  it.each([
    'git remote',
    'git config user.name',
    'git config --get core.bare',
    'git status',
    'git branch -vv',
  ])('%s shows no address', async (command) => {
    expect(await bench.decide(`cd secret && ${command}`)).toBe('allow');
  });
});
