import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listOptions } from '../../../../src/config/options.ts';
import { renderStarter } from '../../../../src/config/starter.ts';
import { ConfigSandbox } from '../config-sandbox.ts';

let box: ConfigSandbox;
beforeEach(() => {
  box = new ConfigSandbox();
});
afterEach(() => box.remove());

describe('config show', () => {
  it('prints every value with its layer', async () => {
    box.write(box.user, '{\n"shell": { "timeoutSeconds": 5 } }');
    const { stdout, notices } = await box.run(['show']);
    expect(notices).toEqual([]);
    expect(stdout.trimEnd().split('\n')).toHaveLength(listOptions().length);
    expect(stdout).toMatch(new RegExp(`^shell\\.timeoutSeconds +5 +user ${box.user}:2$`, 'm'));
    expect(stdout).toMatch(/^shell\.maxTimeoutSeconds +300 +default$/m);
  });

  it('prints JSON with --json', async () => {
    const { stdout } = await box.run(['show', '--json']);
    const rows: unknown = JSON.parse(stdout);
    expect(rows).toContainEqual({
      key: 'guard',
      value: true,
      layer: 'default',
      source: 'built-in',
      line: null,
    });
    expect(rows).toHaveLength(listOptions().length);
  });

  it('prints what was ignored on standard error', async () => {
    box.write(box.project, { guard: false });
    const { stdout, notices } = await box.run(['show']);
    expect(stdout).toMatch(/^guard +true +default$/m);
    expect(notices).toEqual([
      `"guard" stays true: ${box.project} may only tighten it until "agent-tools config trust" trusts its content`,
    ]);
  });

  it('stops at an invalid file', async () => {
    box.write(box.user, { gard: false });
    await expect(box.run(['show'])).rejects.toMatchObject({ code: 'invalid_config' });
  });
});

describe('config path', () => {
  it('lists what is looked at and whether it is there', async () => {
    box.write(box.user, 'not even JSON');
    mkdirSync(box.system, { recursive: true });
    const { stdout } = await box.run(['path', '--json']);
    expect(JSON.parse(stdout)).toEqual([
      {
        layer: 'system',
        path: box.system,
        state: 'unreadable',
        note: expect.stringContaining('it is a folder'),
      },
      { layer: 'user', path: box.user, state: 'found', note: '' },
      { layer: 'project', path: null, state: 'missing', note: expect.stringContaining('.agent-tools.json') },
    ]);
  });

  it('says what an explicit file does to the user file', async () => {
    const explicit = { path: join(box.root, 'other.json'), source: '--config' } as const;
    const paths = { ...(await box.findPaths()), explicit };
    const { stdout } = await box.run(['path'], { paths });
    expect(stdout).toContain('only its locks count, --config names another');
    expect(stdout).toMatch(/^user +missing +\S+\/other\.json +named by --config$/m);
  });

  it('says whether the project file is trusted', async () => {
    box.write(box.project, { guard: false });
    expect((await box.run(['path'])).stdout).toContain('may only tighten: not trusted');
    await box.run(['trust']);
    expect((await box.run(['path'])).stdout).toMatch(/^project +found +\S+ +trusted$/m);
    box.write(box.project, { guard: false, host: 'sandbox' });
    expect((await box.run(['path'])).stdout).toContain('not trusted');
  });
});

describe('config init', () => {
  it('writes a user file only its owner reads, which changes nothing', async () => {
    const before = (await box.run(['show'])).stdout;
    expect(await box.run(['init'])).toEqual({ stdout: `${box.user}\n`, notices: [] });
    expect(readFileSync(box.user, 'utf8')).toBe(renderStarter());
    expect(statSync(box.user).mode & 0o777).toBe(0o600);
    expect((await box.run(['show'])).stdout).toBe(before);
  });

  it('prints the path as JSON with --json', async () => {
    const { stdout } = await box.run(['init', '--json']);
    expect(JSON.parse(stdout)).toEqual({ path: box.user });
  });

  it('never writes over a file', async () => {
    box.write(box.user, '{}');
    await expect(box.run(['init'])).rejects.toThrow(`Cannot write configuration "${box.user}": it exists`);
    expect(readFileSync(box.user, 'utf8')).toBe('{}');
  });

  it('writes the file that --config names', async () => {
    const explicit = { path: join(box.root, 'new/other.json'), source: '--config' } as const;
    const { stdout } = await box.run(['init'], { paths: { ...(await box.findPaths()), explicit } });
    expect(stdout).toBe(`${explicit.path}\n`);
    expect(readFileSync(explicit.path, 'utf8')).toBe(renderStarter());
  });

  it('is refused inside a command that agent-tools runs', async () => {
    await expect(box.run(['init'], { isInsideRun: true })).rejects.toMatchObject({ code: 'denied' });
    expect(() => statSync(box.user)).toThrow();
  });

  it('reports a folder it cannot write to', async () => {
    box.write(join(box.root, 'config'), 'a file where the folder would be');
    await expect(box.run(['init'])).rejects.toMatchObject({
      code: 'tool_failed',
      message: expect.stringMatching(
        /^Cannot write configuration ".*config\.json": .*, expected a place that can be written$/,
      ),
    });
  });
});

describe('config schema', () => {
  it('prints the JSON Schema of the file', async () => {
    const { stdout } = await box.run(['schema']);
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'object',
      properties: { approval: { type: 'object' } },
    });
    expect(stdout).toMatch(/^[\n\x20-\x7e]*$/);
  });

  it('has patterns that Python takes, as those who check the file by it do', async () => {
    const { stdout } = await box.run(['schema']);
    const script = `
import json, re, sys
def patterns(value):
    if isinstance(value, list): value = dict(enumerate(value))
    if not isinstance(value, dict): return
    for name, part in value.items():
        if name == 'pattern' and isinstance(part, str): yield part
        yield from patterns(part)
found = [re.compile(one) for one in set(patterns(json.load(sys.stdin)))]
wide = [one for one in found if one.search('a b') and not one.search('a\\u202eb')]
print(len(found) > 3, len(wide), [bool(one.search('a\\U000e0041b')) for one in wide])`;
    const { stdout: said, stderr } = spawnSync('python3', ['-c', script], {
      input: stdout,
      encoding: 'utf8',
    });
    expect({ said, stderr }).toEqual({ said: 'True 1 [False]\n', stderr: '' });
  });
});

describe('a wrong word', () => {
  it.each([
    [[], '"action" is missing; expected one of show, path, init, trust, schema'],
    [['shwo'], '"shwo" is not an action; did you mean "show"?'],
    [['constructor'], '"constructor" is not an action; expected one of show'],
    [['show', 'guard'], '"guard" is one word too many'],
    [['trust', 'a', 'b'], '"b" is surplus'],
    [['trust', '--list', 'a'], '"a" is surplus'],
    [['trust', '--list', '--revoke'], '"--revoke" is surplus'],
  ])('%j is refused', async (words, part) => {
    await expect(box.run(words)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(part),
    });
  });

  it.each([['path'], ['init'], ['schema'], ['trust --list']])(
    '%s works with a broken user file',
    async (words) => {
      box.write(box.system, '{');
      expect((await box.run(words.split(' '))).notices).toEqual([]);
    },
  );
});
