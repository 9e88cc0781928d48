import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { learnShellVersion } from '../../../src/platform/machine/shell-version.ts';

it('leaves nothing behind in a cache that cannot be written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-tools-version-'));
  try {
    // In the way of the file's name, as a full disk is: all goes well until the last step.
    await mkdir(join(folder, 'shells.json', 'taken'), { recursive: true });
    const shell = { flavour: 'bash', path: process.execPath, version: null } as const;
    expect(await learnShellVersion(shell, folder)).toBe(process.versions.bun ?? process.versions.node);
    expect(await readdir(folder)).toEqual(['shells.json']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('asks again when the shell has not told in time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-tools-version-'));
  try {
    const [path, told] = [join(folder, 'bash'), join(folder, 'told')];
    await writeFile(path, `#!/bin/sh\ntest -e ${told} || exec sleep 60\necho GNU bash, version 5.2.15\n`, {
      mode: 0o755,
    });
    const shell = { flavour: 'bash', path, version: null } as const;
    expect(await learnShellVersion(shell, folder, 100)).toBeNull();
    await writeFile(told, '');
    expect(await learnShellVersion(shell, folder)).toBe('5.2.15');
  } finally {
    await rm(folder, { recursive: true });
  }
});
