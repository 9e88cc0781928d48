import { realpathSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const identity = '-c user.name=a -c user.email=a@example.org';

let home: string;
beforeEach(async () => {
  home = realpathSync(tempFolder());
  await git(`git init -q && git ${identity} commit -q --allow-empty -m first`);
});

/** An editor that would wait for a person. */
const env = { EDITOR: 'sleep 600;' };

async function git(command: string, more: readonly string[] = []): Promise<string> {
  const words = ['shell', '--yolo', '--timeout', '60', ...more, command];
  const { status, stdout, stderr } = await runCli(words, { home, cwd: home, env });
  return `${status} ${stdout.toString()}${stderr}`;
}

describe('git without a terminal', { tags: ['slow'] }, () => {
  it('keeps the message of a commit that is amended', async () => {
    const amended = await git(`git ${identity} commit -q --amend --allow-empty && git log --format=%s`);
    expect(amended).toBe('0 first\n');
  });

  it('refuses a commit without a message', async () => {
    expect(await git(`git ${identity} commit --allow-empty`)).toContain('1 Aborting commit due to empty');
  });

  it.each([
    [[], '0 [true]\n'],
    [['--env', 'GIT_EDITOR=mine'], '0 [mine]\n'],
    [['--pty'], '0 []\n'],
  ])('has an editor that leaves texts as they are, but with %j', async (flags, shown) => {
    expect((await git('git --version >/dev/null; echo "[$GIT_EDITOR]"', flags)).replace('\r', '')).toBe(
      shown,
    );
  });

  it.each([
    [[], '0 [cat cat 0]\n'],
    [['--pty'], '0 [cat cat 0]\n'],
    [['--pty', '--yield-ms', '60000'], '0 [cat cat 0]\n'],
    [['--yield-ms', '60000'], '0 [cat cat 0]\n'],
  ])('has no pager, and does not ask: %j', async (flags, shown) => {
    const said = await git('echo "[$PAGER $GIT_PAGER $GIT_TERMINAL_PROMPT]"', flags);
    expect(said.replace('\r', '')).toBe(shown);
  });
});
