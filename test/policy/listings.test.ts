import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

const hidden = [{ tool: 'glob', deny: 'drafts/**' }];

describe('names below a folder that a rule does not let be listed', () => {
  const bench = sharedBench(() => {
    bench.stub('tree', 'fd', 'rg');
    for (const file of ['drafts/deep/plan.txt', 'src/a.ts', 'src/drafts/b.ts']) bench.file(file, 'x');
    symlinkSync('../drafts', join(bench.workspace.cwd, 'src', 'link'));
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
        cwd: bench.workspace.cwd,
      });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'x');
  });

  it.each([
    'ls -R',
    'ls -lR .',
    'ls --recursive ..',
    'ls -R /',
    'dir -R',
    'ls -RL src',
    'find',
    'find . -name x',
    'find . -maxdepth 2',
    'find . -maxdepth 1 -maxdepth 3',
    'find -L src',
    'find src -follow',
    'cd src && find ..',
    'tree',
    'tree -L 2',
    'tree -l src',
    'du',
    'du -a .',
    'du -d 2',
    'du --max-depth=3 .',
    'fd',
    'fd x .',
    'fd -d 2 x',
    'fd -L x src',
    'rg --files',
    'rg --files --hidden .',
    'git ls-files',
    'git ls-files -o',
    "git ls-files '*.txt'",
    "git ls-files ':/'",
    'git -C src ls-files ..',
    'git ls-tree -r HEAD',
    'git -C src ls-tree -r --full-tree HEAD',
    'git ls-tree -r HEAD:',
  ])('%s is asked about, by the name of the rule', async (command) => {
    const { decision, reason, rule } = await bench.judge(command, { rules: hidden });
    expect({ decision, reason }).toEqual({
      decision: 'ask',
      reason: 'what it lists may hold names that the rule "drafts/**" withholds',
    });
    expect(rule?.text).toBe('drafts/**');
    expect(await bench.decide(command)).toBe('allow');
  });

  it.each([
    'ls -R drafts',
    'ls -R *',
    'find drafts',
    'find src drafts/deep',
    'tree drafts',
    'du -a drafts',
    'fd x drafts',
    'rg --files drafts',
    'git ls-files drafts',
    "git ls-files 'drafts/*.txt'",
    'git ls-tree HEAD drafts/',
    'git ls-tree HEAD:drafts',
    'cd src && git ls-tree HEAD:drafts',
    'echo drafts/*',
    'echo drafts/none*',
    'basename -a dra*/*',
    "printf '%s\\n' drafts/deep/*.txt",
    'for f in drafts/*; do echo "$f"; done',
  ])('%s is denied as the folder itself is', async (command) => {
    const { decision, rule } = await bench.judge(command, { rules: hidden });
    expect({ decision, rule: rule?.text }).toEqual({ decision: 'deny', rule: 'drafts/**' });
  });

  it.each([
    'ls',
    'ls -la .',
    'ls -R src',
    'find src -type f',
    'find . -maxdepth 1',
    'find . -maxdepth 0 -newer src/a.ts',
    'tree -L 1',
    'tree src',
    'du -sh .',
    'du -h -d1',
    'du src',
    'fd x src',
    'fd -d 1 x',
    'rg --files src',
    'git ls-files src',
    "git ls-files 'src/*.ts'",
    'git -C src ls-files',
    'git ls-tree HEAD',
    'git ls-tree -r HEAD src',
    'cd src && git ls-tree -r HEAD',
    'git ls-tree HEAD:src',
    'echo *',
    'echo src/*',
    'git status',
  ])('%s lists nothing of it', async (command) => {
    expect(await bench.decide(command, { rules: hidden })).toBe('allow');
  });

  it.each(['ls -R "src/$X"', 'git ls-files "src/$X"'])(
    '%s is asked about where there is such a rule',
    async (command) => {
      expect(await bench.judge(command, { rules: hidden })).toMatchObject({
        decision: 'ask',
        reason: expect.stringContaining('is only known when it runs'),
      });
      expect(await bench.decide(command)).toBe('allow');
    },
  );

  it('rules about reading, about what is not there and about other folders withhold no names', async () => {
    for (const rule of [
      { tool: 'read', deny: 'drafts/**' },
      { tool: 'glob', deny: 'missing/**' },
      { tool: 'glob', allow: 'drafts/**' },
    ])
      expect(await bench.decide('ls -R .', { rules: [rule] })).toBe('allow');
    // What git keeps need not be there.
    const gone = [{ tool: 'glob', ask: 'missing/**' }];
    expect(await bench.decide('git ls-files', { rules: gone })).toBe('ask');
  });
});
