import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Attack, attackRows } from '../helpers/attack.ts';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

attackRows('git that runs programs', [
  ['an alias of the command line', "git -c alias.x='!CANARY' x"],
  ['a pager of the command line', "git -c core.pager='CANARY' --paginate status"],
  ['an external diff', 'GIT_EXTERNAL_DIFF=CANARY git diff --ext-diff'],
  ['an ssh command', "GIT_SSH_COMMAND='CANARY' git fetch ssh://nowhere/x"],
  ['the ext transport', "git clone 'ext::CANARY' y"],
  ['upload-pack', "git ls-remote --upload-pack='CANARY' ."],
  ['grep in a pager', 'git grep -OCANARY text'],
  ['rebase --exec', 'git rebase --exec CANARY HEAD'],
  ['bisect run', 'git bisect run CANARY'],
  ['submodule foreach', 'git submodule foreach CANARY'],
] satisfies readonly Attack[]);

/** Configurations of a hostile repository; its read forms run unasked, so they must run nothing of it. */
it.each([
  ['a file system monitor', (canary: string) => `[core]\n\tfsmonitor = ${canary}\n`],
  ['hooks elsewhere', (canary: string) => `[core]\n\thooksPath = ${join(canary, '../hooks')}\n`],
  ['a pager', (canary: string) => `[core]\n\tpager = ${canary}\n`],
  ['an external diff', (canary: string) => `[diff]\n\texternal = ${canary}\n`],
  ['a textconv', (canary: string) => `[diff "x"]\n\ttextconv = ${canary}\n`],
  ['a filter', (canary: string) => `[filter "x"]\n\tclean = ${canary}\n\tsmudge = ${canary}\n`],
  [
    'a signature program',
    (canary: string) => `[gpg]\n\tprogram = ${canary}\n[log]\n\tshowSignature = true\n`,
  ],
])('a repository with %s runs nothing when it is read', async (name, config) => {
  const home = realpathSync(tempFolder());
  const repository = join(home, 'repo');
  const [mark, canary] = [join(home, 'mark'), join(home, 'canary')];
  writeFileSync(canary, `#!/bin/sh\n: >> '${mark}'\ncat\n`);
  chmodSync(canary, 0o755);
  const git = (...words: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], {
      cwd: repository,
      stdio: 'ignore',
    });
  mkdirSync(repository);
  git('init', '-q');
  writeFileSync(join(repository, 'a.txt'), 'one\n');
  git('add', '.');
  git('commit', '-qm', 'one');
  writeFileSync(join(repository, 'a.txt'), 'two\n');
  writeFileSync(join(repository, '.gitattributes'), '*.txt diff=x filter=x\n');
  mkdirSync(join(home, 'hooks'));
  for (const hook of ['post-index-change', 'fsmonitor-watchman']) {
    writeFileSync(join(home, 'hooks', hook), `#!/bin/sh\n: >> '${mark}'\n`);
    chmodSync(join(home, 'hooks', hook), 0o755);
  }
  appendFileSync(join(repository, '.git/config'), config(canary));
  for (const command of [
    'git status',
    'git diff',
    'git log -p',
    'git show',
    'git branch',
    'git ls-files',
    'git blame a.txt',
    'git add -n .',
    'git clean -nd',
    'git hash-object a.txt',
    'git rm -nf a.txt',
    'git submodule status',
    'git fsck',
  ]) {
    await runCli(['shell', command], { home, cwd: repository });
  }
  // Where programs are configured that nothing can switch off, the question names them.
  const isSwitchable = !/external|textconv|filter|signature/.test(name);
  for (const command of isSwitchable ? ['git status && touch x', 'git diff > y'] : []) {
    const asked = await runCli(['--json', 'shell', command], { home, cwd: repository });
    const { approvalId } = JSON.parse(asked.stdout.toString()).details;
    await runCli(['approvals', 'resolve', approvalId, '--allow-once'], { home, cwd: repository });
    expect((await runCli(['shell', command], { home, cwd: repository })).status).toBe(0);
  }
  expect(existsSync(mark)).toBe(false);
});

function newRepository(home: string) {
  const repository = join(home, 'repo');
  mkdirSync(repository);
  const git = (...words: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], {
      cwd: repository,
      stdio: 'ignore',
    });
  git('init', '-q');
  return { repository, git };
}

it.each(['git ls-remote origin --get-url', 'git ls-remote ssh://host.invalid/x x --get-url'])(
  'no remote is asked by %j, which reads no options behind its name',
  async (command) => {
    const home = realpathSync(tempFolder());
    const { repository, git } = newRepository(home);
    const mark = join(home, 'ran');
    git('config', 'core.sshCommand', `touch ${mark}; false`);
    git('remote', 'add', 'origin', 'ssh://host.invalid/x');
    const { status } = await runCli(['shell', command], { home, cwd: repository });
    expect(existsSync(mark)).toBe(false);
    expect(status).toBe(126);
    const shown = await runCli(['shell', 'git ls-remote --get-url origin'], { home, cwd: repository });
    expect(shown.stdout.toString()).toContain('ssh://host.invalid/x');
  },
);

/** Files that git reads as they lie in a store, and shows where they are not what it expects. */
it.each([
  ['packed-refs', 'git branch'],
  ['shallow', 'git log -1'],
  ['info/grafts', 'git log -1'],
  ['rebase-merge/head-name', 'git status'],
  ['BISECT_LOG', 'git bisect log'],
  ['BISECT_START', 'git status'],
  ['branches/b', 'git remote get-url b'],
  ['branches/b', 'git ls-remote --get-url b'],
  ['worktrees/w/gitdir', 'git worktree list'],
  ['worktrees/w/locked', 'git worktree list --porcelain'],
])('a link to secrets that lies in a store as %s shows them to nobody', async (name, command) => {
  const home = realpathSync(tempFolder());
  const { repository, git } = newRepository(home);
  git('commit', '-qm', 'one', '--allow-empty');
  writeFileSync(join(repository, '.env'), 'canary=1\n');
  mkdirSync(join(repository, '.git/rebase-merge'));
  for (const folder of ['info', 'branches', 'worktrees/w'])
    mkdirSync(join(repository, '.git', folder), { recursive: true });
  writeFileSync(join(repository, '.git/rebase-merge/onto'), 'x');
  if (name !== 'worktrees/w/gitdir')
    writeFileSync(join(repository, '.git/worktrees/w/gitdir'), `${join(home, 'w/.git')}\n`);
  writeFileSync(join(repository, '.git/worktrees/w/HEAD'), 'ref: refs/heads/w\n');
  writeFileSync(join(repository, '.git/worktrees/w/commondir'), '../..\n');
  symlinkSync(join(repository, '.env'), join(repository, '.git', name));
  const { status, stdout, stderr } = await runCli(['shell', command], { home, cwd: repository });
  expect(stdout + stderr).not.toContain('canary');
  expect(status).toBe(126);
});

it('a folder of remotes that leads out of a store shows no secrets among its files', async () => {
  const home = realpathSync(tempFolder());
  const { repository } = newRepository(home);
  mkdirSync(join(home, 'other'));
  writeFileSync(join(home, 'other/credentials.json'), 'canary\n');
  rmSync(join(repository, '.git/branches'), { recursive: true, force: true });
  symlinkSync(join(home, 'other'), join(repository, '.git/branches'));
  const shown = ['shell', 'git remote get-url credentials.json'];
  const { status, stdout, stderr } = await runCli(shown, { home, cwd: repository });
  expect(stdout + stderr).not.toContain('canary');
  expect(status).toBe(126);
});

it.each([
  ['blame.ignoreRevsFile', 'git blame a.txt'],
  ['fsck.skipList', 'git fsck'],
])(
  '%s that has git read secrets shows them to nobody, and one with a file of the project does its work',
  async (key, command) => {
    const home = realpathSync(tempFolder());
    const { repository, git } = newRepository(home);
    writeFileSync(join(repository, 'a.txt'), 'one\n');
    git('add', '.');
    git('commit', '-qm', 'one');
    writeFileSync(join(repository, '.env'), 'canary=1\n');
    writeFileSync(join(repository, 'ignored'), '# none\n');
    git('config', key, 'ignored');
    expect((await runCli(['shell', command], { home, cwd: repository })).status).toBe(0);
    git('config', key, '.env');
    const { status, stdout, stderr } = await runCli(['shell', command], { home, cwd: repository });
    expect(stdout + stderr).not.toContain('canary');
    expect(status).toBe(126);
  },
);
