import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

it('stops everything for learned rules that are not valid, as for any configuration', async () => {
  const home = tempFolder();
  const folder = join(home, '.config/agent-tools');
  const file = join(folder, 'approvals.jsonc');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, '{"rules":[{"tool":"shell","allow":"npm test *","match":["npm publish"]}]}');
  expect(await runCli(['shell', 'ls'], { home })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`${file}:1`),
  });
  writeFileSync(file, '{"approval":{"security":"full"}}');
  expect(await runCli(['shell', 'touch x'], { home })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('nothing but "rules"'),
  });
  expect(readFileSync(file, 'utf8')).toContain('full');
});
