import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as media from '../fixtures/files/media.ts';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { TerminalRun } from '../helpers/terminal.ts';

it.each([
  ['webp', media.webpLossy, 'image/webp, 16 x 8 pixels'],
  ['webm', media.webm, 'video/webm, 640 x 360 pixels'],
])('the bytes of a %s are for a pipe, not for a terminal', async (name, bytes, kind) => {
  const home = tempFolder();
  writeFileSync(join(home, name), bytes);
  const terminal = new TerminalRun(['read-media', name], { home });
  expect(await terminal.exited).toBe(0);
  const said = `Read "${name}": ${kind}, ${bytes.length} bytes.\n`;
  const why = 'agent-tools: Its bytes are not for a terminal; send them into a file or a pipe.\n';
  expect(terminal.output).toBe(said + why);
  const { stdout, stderr } = await runCli(['read-media', name], { cwd: home });
  expect([stdout.equals(bytes), stderr]).toEqual([true, '']);
});
