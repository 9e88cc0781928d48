import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Attack, attackRows } from '../helpers/attack.ts';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

attackRows(
  'a reader made to run something',
  [
    ['a class that hides the end of a pattern from awk', `awk '/[]/]"/{system("CANARY")}#"' quotes.txt`],
    ['words behind -F of awk', "awk -F $(cat words.txt) '{print $1}' a.txt"],
    ["a comment that a line's end closes in $'…'", `awk $'BEGIN{1 #x\\\n;system("CANARY")\n}'`],
    ['names of files behind -F of awk', "awk -F sub/* '{print $1}' a.txt"],
  ] satisfies readonly Attack[],
  {
    setUp: ({ cwd, canary }) => {
      writeFileSync(join(cwd, 'quotes.txt'), '/]"\n');
      writeFileSync(join(cwd, 'words.txt'), `: BEGIN{system("${canary}")}\n`);
      mkdirSync(join(cwd, 'sub'));
      writeFileSync(join(cwd, 'sub/x'), '');
    },
  },
);

/** Commands that only look, by their profile, and what they would do to a folder. */
it.each([
  ['git log --format --output=x HEAD'],
  ['git log --skip-to --output=x'],
  ['find . -newer old/*'],
  ["sed 's/[]/]/g;a/w out' a.txt"],
])('%s leaves a folder as it is', async (command) => {
  const home = realpathSync(tempFolder());
  const cwd = join(home, 'work');
  mkdirSync(join(cwd, 'old'), { recursive: true });
  for (const name of ['a.txt', 'x', 'old/a', '-delete']) writeFileSync(join(cwd, name), 'text\n');
  execFileSync('git', ['init', '-q'], { cwd });
  const before = readdirSync(cwd);
  const { status } = await runCli(['shell', command], { home, cwd });
  expect(status).toBe(126);
  expect(readdirSync(cwd)).toEqual(before);
  expect(existsSync(join(cwd, 'out'))).toBe(false);
});

it.each(['npm run', 'npm pkg get name', 'npm ls', 'cd sub && npm run'])(
  '%s shows no secrets that the file of a project leads to',
  async (command) => {
    const home = realpathSync(tempFolder());
    const cwd = join(home, 'work');
    mkdirSync(join(cwd, 'sub'), { recursive: true });
    writeFileSync(join(cwd, '.env'), 'canary=1\n');
    symlinkSync('.env', join(cwd, 'package.json'));
    const { status, stdout, stderr } = await runCli(['shell', command], { home, cwd });
    expect(stdout + stderr).not.toContain('canary');
    expect(status).toBe(126);
  },
);

it.each(['strings -s -t .env', 'column -t -n -s .env'])(
  '%s shows no secrets behind an option that takes another one for its value',
  async (command) => {
    const home = realpathSync(tempFolder());
    const cwd = join(home, 'work');
    mkdirSync(cwd);
    writeFileSync(join(cwd, '.env'), 'canary=1\n');
    const { status, stdout } = await runCli(['shell', command], { home, cwd });
    expect(stdout).not.toContain('canary');
    expect(status).toBe(126);
  },
);
