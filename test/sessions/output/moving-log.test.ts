import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LogFiles, measureLog } from '../../../src/platform/sessions/session-log-files.ts';
import { readLogLines } from '../../../src/sessions/output/log-page.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

const root = resolve(import.meta.dirname, '../../..');
/** Turns the kept part of a log over as fast as it can, with lines that say their own number. */
const writer = `
  const { SessionLog } = await import('${root}/src/platform/sessions/session-log.ts');
  const log = new SessionLog(process.argv[1], 65_536);
  const numbered = (from) => Array.from({ length: 192 }, (_, at) => \`\${String(from + at).padStart(31)}\n\`);
  for (let line = 1; ; line += 192) {
    log.append(Buffer.from(numbered(line).join('')));
    if (line === 3841) process.stdout.write('turning');
  }`;

describe('a log that turns over while it is read', { tags: ['slow'] }, () => {
  const folder = tempFolder();
  let child: ChildProcess;
  beforeAll(async () => {
    const bun = join(root, 'node_modules/.bin/bun');
    child = spawn(bun, ['-e', writer, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    if (child.stdout !== null) await once(child.stdout, 'data');
  });
  afterAll(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it('has one of the newest among its files', { tags: ['slow'] }, () => {
    let alone = 0;
    for (let count = 0; count < 3000; count += 1) {
      const { start = 0 } = LogFiles.use(folder, ({ extents }) => extents.at(-1)) ?? {};
      if (start === 0) alone += 1;
    }
    expect(alone).toBe(0);
  });

  it.each([
    [-5, 5],
    [-200, 200],
    [1, 1],
    [600, 20],
  ])('shows lines from %d on, %d of them, under their numbers', (offset, limit) => {
    for (let count = 0; count < 400; count += 1) {
      const { bytes: total, newlines } = measureLog(folder);
      const page = readLogLines(folder, { total, newlines, offset, limit, maxBytes: 10_000 });
      const [first = ''] = Buffer.from(page.bytes)
        .toString()
        .split('\n')
        .slice(page.gapBefore === null ? 0 : 1);
      expect({ first: Number(first), lostFrom: page.lostFrom }).toEqual({
        first: page.startLine + (page.gapBefore === null ? 0 : 1),
        lostFrom: null,
      });
      expect(page.lines).toBeGreaterThan(0);
      if (page.gapBefore === null) expect(page.lines).toBe(limit);
    }
  });
});
