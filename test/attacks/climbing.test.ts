import { chmodSync, copyFileSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { attackRows } from '../helpers/attack.ts';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

attackRows(
  'a rule for one file taken for another, where a link leads elsewhere than its name',
  [
    ['from the workspace', './link/../tool'],
    ['without a dot', 'link/../tool'],
    ['through a folder entered first', 'cd link && ../tool'],
    ['where nothing has the name', 'cd link/../plain; ./tool'],
  ],
  {
    config: { rules: [{ tool: 'shell', allow: './tool *' }] },
    setUp: ({ cwd, canary }) => {
      mkdirSync(join(cwd, 'other/sub'), { recursive: true });
      mkdirSync(join(cwd, 'other/plain'));
      symlinkSync('other/sub', join(cwd, 'link'));
      writeFileSync(join(cwd, 'tool'), '#!/bin/sh\nexit 1\n');
      for (const name of ['other/tool', 'other/plain/tool']) {
        copyFileSync(canary, join(cwd, name));
        chmodSync(join(cwd, name), 0o755);
      }
      chmodSync(join(cwd, 'tool'), 0o755);
    },
  },
);

it.each([
  'cat link/../kept',
  'cat link/../k*',
  'wc link/../hidden/k*',
  'for f in link/../k*; do cat "$f"; done',
  'cd link/../hidden && cat kept',
  'cd link && cd ../hidden && cat kept',
  'cd link/../hidden; head *',
])('%s reads nothing that a rule denies, where a link leads out', async (command) => {
  const home = realpathSync(tempFolder());
  const cwd = join(home, 'work');
  mkdirSync(join(home, 'outside/folder'), { recursive: true });
  mkdirSync(join(home, 'outside/hidden'));
  mkdirSync(cwd);
  for (const name of ['kept', 'hidden/kept']) writeFileSync(join(home, 'outside', name), 'canary\n');
  symlinkSync(join(home, 'outside/folder'), join(cwd, 'link'));
  mkdirSync(join(home, '.config/agent-tools'), { recursive: true });
  writeFileSync(
    join(home, '.config/agent-tools/config.json'),
    JSON.stringify({ rules: [{ tool: 'read', deny: '~/outside/**' }] }),
  );
  const { status, stdout } = await runCli(['shell', command], { home, cwd });
  expect(stdout.toString()).not.toContain('canary');
  expect(status).toBe(126);
});
