import { describe, expect, it } from 'vitest';
import { isControlFile } from '../../src/policy/paths/control-files.ts';

describe('a file that can decide what runs later', () => {
  it.each([
    ...[
      '.git',
      '.git/hooks',
      '.git/hooks/pre-commit',
      '.git/hooks/a/b',
      '.git/config',
      '.git/config.worktree',
    ],
    ...['.git/info/attributes', '.git/modules/a/config', '.git/modules/a/b/config.worktree'],
    ...[
      '.git/modules/a/hooks',
      '.git/modules/a/b/hooks/post-merge',
      '.git/modules/a/.git',
      'a/.git/modules/a/.git/hooks',
    ],
    ...['.git/modules/hooks/hooks', '.agents', '.agents/skills/a/SKILL.md', 'a/.agents/x'],
    ...['.bashrc', '.bash_profile', '.profile', '.zshenv', '.inputrc', '.gitconfig', 'a/.xprofile'],
    ...['.config/fish/config.fish', '.config/fish/a/b', '.config/git/config', 'a\n/.git/config'],
  ])('%j', (path) => {
    expect(isControlFile(`/home/u/${path}`)).toBe(true);
  });

  it.each([
    ...['a', 'git/config', '.gitignore', '.github/workflows/ci.yml', 'x.git/config', '.git.bak/config'],
    ...[
      '.git/HEAD',
      '.git/info/exclude',
      '.git/info/attributes/x',
      '.git/config/x',
      '.git/a/config',
      '.git/refs/hooks',
    ],
    ...[
      '.git/modules',
      '.git/modules/hooks',
      '.git/modules/config',
      '.git/modules/a/HEAD',
      '.git/modules/a/hooks.bak',
    ],
    ...[
      '.agentsrc',
      'agents/x',
      '.bashrc/x',
      '.bashrc.bak',
      'bashrc',
      '.profiles',
      '.config',
      '.config/fish',
    ],
    ...['.config/git/config/x', '.config/git/ignore', 'config/git/config', '.config/a/git/config'],
  ])('is not %j', (path) => {
    expect(isControlFile(`/home/u/${path}`)).toBe(false);
  });
});
