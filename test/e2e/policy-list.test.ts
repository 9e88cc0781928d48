import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

it('says of a rule that keeps little from running how little that is', async () => {
  const home = tempFolder();
  const rules = [
    { tool: 'shell', deny: 'git push' },
    { tool: 'shell', ask: 'npm publish *' },
    { tool: 'shell', allow: 'make test' },
    { tool: 'write', deny: 'dist' },
  ];
  const folder = join(home, '.config/agent-tools');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ rules }));
  const text = (await runCli(['policy', 'list'], { home })).stdout.toString();
  expect(text.match(/.*these words alone.*/g)).toEqual([
    expect.stringMatching(/^deny .* git push .*\[these words alone; "git push \*" has any further ones\]$/),
  ]);
});
