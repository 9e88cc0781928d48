import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SessionLog } from '../../src/platform/sessions/session-log.ts';
import { renderScreen } from '../../src/sessions/screen.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-tools-screen-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['letters', 'abc\x1b[1;3Hx', 'abx'],
  ['ideographs', '漢字\x1b[1;3Hx', '漢x'],
  ['combining marks', 'e\u0301f\x1b[1;2Hx', 'e\u0301x'],
  ['emoji', '👍f\x1b[1;3Hx', '👍x'],
  ['emoji of later versions of Unicode', '🥳✅f\x1b[1;5Hx', '🥳✅x'],
])('gives %s the columns that programs count for them', async (_, output, line) => {
  const log = new SessionLog(folder, 65_536);
  log.append(Buffer.from(output));
  log.close();
  const screen = await renderScreen(folder, Buffer.byteLength(output), { cols: 20, rows: 2 });
  expect(screen.lines).toEqual([line, '']);
});
