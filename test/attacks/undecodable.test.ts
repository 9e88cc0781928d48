import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { oddPath, takesOddNames } from '../helpers/odd-names.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** A home with a secret, and links to it whose names are no UTF-8. */
function homeWithLinks(): string {
  const home = tempFolder();
  writeFileSync(join(home, '.env'), 'SESAME=1\n');
  for (const folder of ['s', 'd', 'cut']) mkdirSync(join(home, folder));
  symlinkSync('../.env', oddPath(join(home, 's'), 'x', 0xff));
  symlinkSync('../.env', oddPath(join(home, 'cut'), 'x', 0xe2, 0x82));
  mkdirSync(oddPath(join(home, 'd'), 'x', 0xff));
  symlinkSync('../../.env', Buffer.concat([oddPath(join(home, 'd'), 'x', 0xff), Buffer.from('/plain')]));
  writeFileSync(Buffer.concat([oddPath(join(home, 'd'), 'x', 0xff), Buffer.from('/ok.txt')]), 'SESAME\n');
  symlinkSync(oddPath('d', 'x', 0xff), join(home, 'link'));
  symlinkSync('/', oddPath(home, 'root', 0xff));
  symlinkSync(oddPath('.', 'root', 0xff), join(home, 'away'));
  // What the name is taken for when it is decoded is there too, and harmless.
  mkdirSync(join(home, 'd/x\ufffd'));
  for (const name of ['plain', 'ok.txt']) writeFileSync(join(home, 'd/x\ufffd', name), 'harmless\n');
  expect(readFileSync(oddPath(join(home, 's'), 'x', 0xff), 'utf8')).toContain('SESAME');
  return home;
}

describe.runIf(takesOddNames)('a name that is no UTF-8 leads to a secret', () => {
  it.each([
    'cat s/x*',
    'cat s/x?',
    'cat cut/x??',
    'cat d/x*/plain',
    'cat d/*/pl*',
    'cat < s/x*',
    'head -5 s/x* | cat',
    'for f in s/x*; do cat "$f"; done',
    'for f in d/x*; do cat "$f/plain"; done',
    'for f in d/x*; do cat "$f"/ok.txt; done',
    'for f in d/x*; do (cd "$f" && cat plain); done',
    'for f in d/x*; do (cd "$f" && cat ok.txt); done',
    'for f in l*k; do (cd "$f" && cat plain); done',
    'grep -R SESAME s',
    'cat link/plain',
    'cat link/ok.txt',
    'cat link/p*',
    'cd link && cat plain',
    'cat < link/plain',
    'echo x > link/new',
    'echo x > away/../new',
    "cat $'s/x\\xff'",
    "cat $'s/x\\377'",
    "cat $'s/x\\\\\\xff'",
  ])('%s is asked about', async (command) => {
    const home = homeWithLinks();
    const { status, stdout } = await runCli(['shell', command], { home });
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 126, stdout: '' });
  });

  it('is asked about under a rule that allows the words', async () => {
    const home = homeWithLinks();
    mkdirSync(join(home, '.config/agent-tools'), { recursive: true });
    writeFileSync(
      join(home, '.config/agent-tools/config.json'),
      JSON.stringify({
        rules: [
          { tool: 'shell', allow: 'rev *' },
          { tool: 'write', allow: '**' },
        ],
      }),
    );
    for (const command of ['rev s/x*', 'echo x > away/../new'])
      expect((await runCli(['shell', command], { home })).status, command).toBe(126);
    expect((await runCli(['shell', 'echo x > new'], { home })).status).toBe(0);
  });

  it.each(['ls s', 'ls s/x*', 'echo s/x*', "printf '%s' $'\\x41\\101'", "printf '%s' $'\\\\\\\\xff'"])(
    '%s reads nothing of it',
    async (command) => {
      const home = homeWithLinks();
      expect((await runCli(['shell', command], { home })).status).toBe(0);
    },
  );
});
