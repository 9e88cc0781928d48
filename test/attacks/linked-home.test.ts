import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountOrNull } from '../helpers/account.ts';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** A home in `real`, named by the link `link`, with a workspace beside both. */
function prepare() {
  const base = realpathSync(tempFolder());
  const [real, link, cwd] = ['real', 'link', 'work'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of ['secret', 'bin']) mkdirSync(join(real, folder), { recursive: true });
  mkdirSync(cwd);
  symlinkSync(real, link);
  writeFileSync(join(real, 'secret/key'), 'canary\n');
  writeFileSync(join(real, 'bin/tool'), '#!/bin/sh\n', { mode: 0o755 });
  return { base, real, link, cwd };
}

const rules = [
  { tool: ['read', 'grep'], deny: '~/secret/**' },
  { tool: 'shell', allow: '~/bin/tool' },
];

/** Runs the binary there, BASE standing for the folder of all; nothing of this account is touched, whatever HOME says. */
async function inLinkedHome(words: readonly string[], home?: string) {
  const { base, cwd } = prepare();
  const folders = Object.fromEntries(
    home === undefined
      ? []
      : ['CONFIG', 'STATE', 'CACHE'].map((name) => [`XDG_${name}_HOME`, join(base, name)]),
  );
  return runCli(
    words.map((word) => word.replaceAll('BASE', base)),
    {
      cwd,
      home: home ?? join(base, 'link'),
      env: { ...folders, AGENT_TOOLS_RULES: JSON.stringify(rules) },
    },
  );
}

describe('a home that is named by a link', () => {
  const spellings = ['~/secret/key', 'BASE/link/secret/key', 'BASE/real/secret/key'];

  it.each(spellings)('a rule about it holds for read %s', async (path) => {
    const { status, stderr, stdout } = await inLinkedHome(['read', path]);
    expect(stderr).toContain('Rejected by policy: a rule denies');
    expect(stdout.toString()).toBe('');
    expect(status).toBe(126);
  });

  it.each(spellings)('and for cat %s', async (path) => {
    const { status, stdout } = await inLinkedHome(['shell', `cat ${path}`]);
    expect(stdout.toString()).toBe('');
    expect(status).toBe(126);
  });

  it.each(['BASE/real', 'BASE/link/', '~'])('a search through %s leaves its secrets out', async (path) => {
    expect(await inLinkedHome(['shell', `grep -r canary ${path}`])).toMatchObject({ status: 126 });
    expect((await inLinkedHome(['grep', 'canary', path])).stdout.toString()).not.toContain('canary');
  });

  it.each(['BASE/real', 'BASE', '~', 'BASE/link/*'])('the guard keeps %s', async (path) => {
    const { status } = await inLinkedHome(['policy', 'check', '--yolo', `rm -rf ${path}`]);
    expect(status).toBe(126);
  });

  it.each(['~/bin/tool', 'BASE/link/bin/tool', 'BASE/real/bin/tool'])('a rule allows %s', async (program) => {
    expect(await inLinkedHome(['policy', 'check', program])).toMatchObject({ status: 0 });
  });
});

describe.each(['', 'relative', '.'])('the home %j', (home) => {
  it('is the account’s for the shell and for who judges it', async () => {
    const account = accountOrNull()?.homedir ?? '/';
    const { stdout } = await inLinkedHome(['shell', '--yolo', 'echo ~'], home);
    expect(stdout.toString()).toBe(`${account}\n`);
    const checked = await inLinkedHome(['policy', 'check', '--json', 'cat ~/x'], home);
    expect(JSON.parse(checked.stdout.toString()).commands).toMatchObject([{ argv: ['cat', `${account}/x`] }]);
  });
});
