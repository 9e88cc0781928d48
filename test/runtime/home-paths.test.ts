import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

interface Rig {
  readonly home: string;
  readonly ws: string;
  run(...words: readonly string[]): ReturnType<typeof runCli>;
}

/** A home with this configuration; a folder named like a glob, and HOME a link to it, are the hard cases. */
function open(config: object, { name = 'home', isLink = false } = {}): Rig {
  const root = realpathSync(tempFolder());
  const real = join(root, name);
  mkdirSync(join(real, '.config', 'agent-tools'), { recursive: true });
  writeFileSync(join(real, '.config', 'agent-tools', 'config.json'), JSON.stringify(config));
  const home = isLink ? join(root, 'link') : real;
  if (isLink) symlinkSync(real, home);
  const ws = join(root, 'ws');
  for (const folder of [ws, join(real, 'private'), join(real, 'bin')]) mkdirSync(folder);
  writeFileSync(join(real, 'private', 'x'), 'text\n');
  writeFileSync(join(real, 'bin', 'greet'), '#!/bin/sh\necho hello\n');
  chmodSync(join(real, 'bin', 'greet'), 0o755);
  symlinkSync('/bin/sh', join(real, 'bin', 'sh'));
  return { home, ws, run: (...words) => runCli(words, { home, cwd: ws }) };
}

describe('~/ in the configuration is the home folder', { tags: ['slow'] }, () => {
  it.each([
    ['as it is', {}],
    ['whose name looks like a glob', { name: 'h[a]{b,c}' }],
    ['that is a link', { isLink: true }],
  ])('for sensitive files in one %s', async (_, shape) => {
    const { home, run } = open({ workspace: { sensitive: ['~/private/**'] } }, shape);
    for (const path of ['~/private/x', join(realpathSync(home), 'private', 'x')]) {
      const { status, stderr } = await run('read', path);
      expect({ status, stderr }).toEqual({
        status: 126,
        stderr: expect.stringContaining('usually holds secrets'),
      });
    }
    writeFileSync(join(home, 'open'), 'text\n');
    expect((await run('read', '~/open')).status).toBe(0);
  });

  it.each(['pathPrepend', 'pathAppend'])('for shell.env.%s', async (key) => {
    const { run } = open({ shell: { env: { [key]: ['~/bin'] } } });
    expect((await run('shell', '--yolo', 'greet')).stdout.toString()).toBe('hello\n');
  });

  it('for shell.path', { tags: ['slow'] }, async () => {
    const { home, run } = open({ shell: { path: '~/bin/sh' } });
    const { stdout } = await run('shell', '--json', '--yolo', 'true');
    expect(JSON.parse(stdout.toString()).details.shell.path).toBe(join(home, 'bin', 'sh'));
  });
});

describe('workspace.sensitive', { tags: ['slow'] }, () => {
  it.each(['private', 'private/', './private', 'priv*/', 'ws/private/**'])(
    'is about all that lies in %s',
    async (glob) => {
      const { ws, run } = open({ workspace: { sensitive: [glob] } });
      mkdirSync(join(ws, 'private/deep'), { recursive: true });
      for (const name of ['private/deep/x', 'open']) writeFileSync(join(ws, name), 'text\n');
      const refused = { status: 126, stderr: expect.stringContaining('usually holds secrets') };
      expect(await run('read', 'private/deep/x')).toMatchObject(refused);
      expect(await run('shell', 'cat private/deep/x')).toMatchObject(refused);
      expect(await run('shell', '--yolo', 'cat private/deep/x')).toMatchObject({ status: 126 });
      const { stdout, stderr } = await run('grep', 'text');
      expect(stdout.toString()).toBe('open:1:text\n');
      expect(stderr).toContain('private/deep/x');
      expect((await run('glob', '**/x')).stdout.toString()).toBe('');
      expect((await run('read', 'open')).status).toBe(0);
    },
  );
});

describe('~/ that no shell wrote out is the home folder', () => {
  it.each([
    ['--cwd ~', ['--cwd', '~'], '.'],
    ['--cwd=~/', ['--cwd=~/'], '.'],
    ['-C ~/private', ['-C', '~/private'], 'private'],
  ])('in %s', async (_, flags, folder) => {
    const { home, run } = open({});
    const { stdout, stderr } = await run(...flags, 'shell', 'pwd');
    expect({ stdout: stdout.toString(), stderr }).toEqual({ stdout: `${join(home, folder)}\n`, stderr: '' });
  });

  it('in --config and AGENT_TOOLS_CONFIG, and no tool writes what they name', {
    tags: ['slow'],
  }, async () => {
    const { home, ws } = open({});
    const file = join(home, 'chosen.json');
    writeFileSync(file, '{"caps":{"outputLines":7}}');
    for (const [flags, env] of [
      [['--config', '~/chosen.json'], {}],
      [[], { AGENT_TOOLS_CONFIG: '~/chosen.json' }],
    ] as const) {
      const shown = await runCli([...flags, 'config', 'show'], { home, cwd: ws, env });
      expect(shown.stdout.toString()).toMatch(/caps\.outputLines +7 +user/);
      const written = await runCli([...flags, 'write', '--yolo', file, '{}'], { home, cwd: ws, env });
      expect(written).toMatchObject({
        status: 126,
        stderr: expect.stringContaining('belongs to the policy'),
      });
    }
  });
});
