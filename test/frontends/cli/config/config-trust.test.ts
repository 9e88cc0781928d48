import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigSandbox } from '../config-sandbox.ts';

let box: ConfigSandbox;
beforeEach(() => {
  box = new ConfigSandbox();
});
afterEach(() => box.remove());

async function guardRow(): Promise<string | undefined> {
  return (await box.run(['show'])).stdout.split('\n').find((line) => line.startsWith('guard'));
}

describe('config trust', () => {
  it('trusts exactly the content and shows all of it', async () => {
    box.write(box.project, '{"guard": false, "rules": [{"tool": "shell", "allow": "*", "reason": "a"}]}');
    expect(await box.run(['trust'])).toMatchObject({
      stdout: `Trusted until it changes: ${box.project}\n  guard = false\n  rules[0] = {"tool":"shell","allow":"*","reason":"a"}\n`,
      notices: [],
    });
    expect(await guardRow()).toMatch(/^guard +false +project /);
    box.write(box.project, '{"guard": false }');
    expect(await guardRow()).toMatch(/^guard +true +default$/);
  });

  it.each([
    ['by its path', () => box.project],
    ['relative to the working folder', () => '../.agent-tools.json'],
    ['through a linked folder', () => join(box.root, 'link/.agent-tools.json')],
  ])('takes a file %s', async (_, file) => {
    box.write(box.project, { guard: false });
    symlinkSync(join(box.root, 'repo'), join(box.root, 'link'));
    const { stdout } = await box.run(['trust', file(), '--json']);
    expect(JSON.parse(stdout)).toEqual({
      path: box.project,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      sets: [{ key: 'guard', value: false }],
    });
    expect(await guardRow()).toMatch(/^guard +false +project /);
  });

  it('lists what is trusted and what became of it', async () => {
    const other = join(box.root, 'other/.agent-tools.json');
    const third = join(box.root, 'third/.agent-tools.json');
    for (const path of [box.project, other, third]) {
      box.write(path, {});
      await box.run(['trust', path]);
    }
    box.write(other, { guard: true });
    rmSync(third);
    expect((await box.run(['trust', '--list'])).stdout).toBe(
      `trusted  ${box.project}\nchanged  ${other}\nmissing  ${third}\n`,
    );
    const { stdout } = await box.run(['trust', '--list', '--json']);
    expect(JSON.parse(stdout)).toMatchObject([{ state: 'trusted' }, { path: other, state: 'changed' }, {}]);
  });

  it('lists nothing at first', async () => {
    expect((await box.run(['trust', '--list'])).stdout).toBe('');
  });

  it('takes trust back, also of a file that is gone', async () => {
    box.write(box.project, { guard: false });
    await box.run(['trust']);
    rmSync(box.project);
    expect((await box.run(['trust', '--revoke', box.project])).stdout).toBe(
      `No longer trusted: ${box.project}\n`,
    );
    box.write(box.project, { guard: false });
    expect(await guardRow()).toMatch(/^guard +true/);
    await expect(box.run(['trust', '--revoke'])).rejects.toThrow('it is not trusted');
  });

  it.each<[string, () => void, readonly string[], string, string]>([
    [
      'no project file',
      () => {},
      [],
      'tool_failed',
      'there is none from the working folder up to the git root',
    ],
    ['a missing file', () => {}, ['.agent-tools.json'], 'tool_failed', 'no such file'],
    [
      'a file of another name',
      () => box.write(join(box.cwd, 'x.json'), {}),
      ['x.json'],
      'invalid_input',
      'it is no project file',
    ],
    [
      'an invalid file',
      () => box.write(box.project, { gard: false }),
      [],
      'invalid_config',
      '"gard" is not a known key',
    ],
    ['a folder', () => mkdirSync(box.project), [], 'invalid_config', 'it is a folder'],
  ])('refuses %s', async (_, prepare, words, code, part) => {
    prepare();
    await expect(box.run(['trust', ...words])).rejects.toMatchObject({
      code,
      message: expect.stringContaining(part),
    });
    expect((await box.run(['trust', '--list'])).stdout).toBe('');
  });

  it.each([[[]], [['--revoke']]])(
    'with %j is refused inside a command that agent-tools runs',
    async (words) => {
      box.write(box.project, { guard: false });
      const running = box.run(['trust', ...words], { isInsideRun: true });
      await expect(running).rejects.toMatchObject({ code: 'denied' });
      expect(await guardRow()).toMatch(/^guard +true/);
    },
  );

  it('reports a store it cannot write', async () => {
    box.write(box.project, { guard: false });
    box.write(join(box.root, 'state'), 'a file where the folder would be');
    await expect(box.run(['trust'])).rejects.toMatchObject({
      code: 'tool_failed',
      message: expect.stringContaining(`Cannot trust "${box.project}"`),
    });
  });

  it.each([
    ['that is no list', '{oops', 0o600, 'it is not what was written'],
    ['that others may write', '[]', 0o666, 'others may write it'],
  ])('names a store %s', async (_, content, mode, part) => {
    const store = join(box.root, 'state/trust.json');
    box.write(box.project, { guard: false });
    box.write(store, content);
    chmodSync(store, mode);
    for (const words of [['--list'], ['--revoke'], ['--revoke', '.agents/skills/x'], []]) {
      await expect(box.run(['trust', ...words])).rejects.toMatchObject({
        code: 'tool_failed',
        message: expect.stringContaining(`"${store}": ${part}`),
      });
    }
    expect(await guardRow()).toMatch(/^guard +true/);
  });

  it('shows nothing of a file that could deceive', async () => {
    box.write(box.project, { workspace: { roots: ['/a\u202e\u001b[2J'] } });
    const { stdout } = await box.run(['trust']);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
