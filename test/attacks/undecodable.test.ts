import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, tempFolder } from '../helpers/binary.ts';

/** A path whose last name ends in bytes that are no UTF-8, as the system takes it. */
function oddPath(folder: string, name: string, ...bytes: readonly number[]): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/${name}`), Buffer.from(bytes)]);
}

/** A home with a secret, and links to it whose names are no UTF-8; null where the file system takes no such names. */
function homeWithLinks(): string | null {
  const home = tempFolder();
  writeFileSync(join(home, '.env'), 'SESAME=1\n');
  for (const folder of ['s', 'd', 'cut']) mkdirSync(join(home, folder));
  try {
    symlinkSync('../.env', oddPath(join(home, 's'), 'x', 0xff));
    symlinkSync('../.env', oddPath(join(home, 'cut'), 'x', 0xe2, 0x82));
    mkdirSync(oddPath(join(home, 'd'), 'x', 0xff));
    symlinkSync('../../.env', Buffer.concat([oddPath(join(home, 'd'), 'x', 0xff), Buffer.from('/plain')]));
  } catch {
    return null;
  }
  expect(readFileSync(oddPath(join(home, 's'), 'x', 0xff), 'utf8')).toContain('SESAME');
  return home;
}

describe('a name that is no UTF-8 leads to a secret', () => {
  it.each([
    'cat s/x*',
    'cat s/x?',
    'cat cut/x??',
    'cat d/x*/plain',
    'cat d/*/pl*',
    'cat < s/x*',
    'head -5 s/x* | cat',
    'for f in s/x*; do cat "$f"; done',
    'grep -R SESAME s',
    "cat $'s/x\\xff'",
    "cat $'s/x\\377'",
    "cat $'s/x\\\\\\xff'",
  ])('%s is asked about', async (command) => {
    const home = homeWithLinks();
    if (home === null) return;
    const { status, stdout } = await runCli(['shell', command], { home });
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 126, stdout: '' });
  });

  it('is asked about under a rule that allows the words', async () => {
    const home = homeWithLinks();
    if (home === null) return;
    mkdirSync(join(home, '.config/agent-tools'), { recursive: true });
    writeFileSync(
      join(home, '.config/agent-tools/config.json'),
      JSON.stringify({ rules: [{ tool: 'shell', allow: 'rev *' }] }),
    );
    expect((await runCli(['shell', 'rev s/x*'], { home })).status).toBe(126);
  });

  it.each(['ls s', 'ls s/x*', 'echo s/x*', "printf '%s' $'\\x41\\101'", "printf '%s' $'\\\\\\\\xff'"])(
    '%s reads nothing of it',
    async (command) => {
      const home = homeWithLinks();
      if (home === null) return;
      expect((await runCli(['shell', command], { home })).status).toBe(0);
    },
  );
});
