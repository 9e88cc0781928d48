import { describe, expect, it } from 'vitest';
import { askLevels, securityLevels } from '../../../../src/config/levels.ts';
import { listedWords } from '../../../../src/frontends/cli/action.ts';
import { renderFish } from '../../../../src/frontends/cli/completion/completion-fish.ts';
import { completedPlaces } from '../../../../src/frontends/cli/completion/completion-words.ts';
import { renderZsh } from '../../../../src/frontends/cli/completion/completion-zsh.ts';

describe('the words of a description', () => {
  it.each([
    ['show, path, init, trust or schema', ['show', 'path', 'init', 'trust', 'schema']],
    ['list or schema', ['list', 'schema']],
    ['File to read', []],
    ['this or that file', []],
    ['', []],
  ])('%j', (description, words) => {
    expect(listedWords(description)).toEqual(words);
  });
});

describe('what is completed', () => {
  it('is every tool and every command, with flags that are named once each', { tags: ['slow'] }, async () => {
    const places = await completedPlaces();
    expect(places[0]?.key).toBe('');
    const names = places[0]?.words.map(({ name }) => name);
    for (const name of ['shell', 'read-media', 'skill', 'config', 'completion'])
      expect(names).toContain(name);
    for (const { key, flags } of places) {
      const all = flags.flatMap((flag) => flag.names);
      expect(new Set(all).size, key).toBe(all.length);
      expect(all).toContain('--help');
    }
    const keys = places.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of names ?? []) expect(keys).toContain(key);
  });

  it('is every kind of names that a script asks for, in the flag that it asks by', async () => {
    const places = await completedPlaces();
    const asked = places.flatMap(({ values, flags }) => [values, ...flags.map((flag) => flag.values)]);
    const kinds = new Set(asked.filter((kind) => kind !== null));
    const { flags = [] } = places.find(({ key }) => key === 'completion') ?? {};
    const flag = flags.find(({ names }) => names.includes('--values'));
    expect(flag?.choices).toEqual([...kinds].sort());
  });

  it.each([
    ['--security', securityLevels],
    ['--ask', askLevels],
  ])('is every level of %s', async (name, levels) => {
    const [{ flags } = { flags: [] }] = await completedPlaces();
    const choices = flags.find(({ names }) => names.includes(name))?.choices ?? [];
    expect(choices.toSorted()).toEqual(levels.toSorted());
  });

  it.each([
    ['mcp', '--tools', ['shell', 'read_media', 'skill']],
    ['process kill', '--signal', ['SIGTERM', 'SIGINT', 'SIGKILL']],
    ['grep', '--glob', []],
  ])('is the values of %s %s, where they are known', async (key, name, some) => {
    const place = (await completedPlaces()).find((one) => one.key === key);
    const { choices = null } = place?.flags.find(({ names }) => names.includes(name)) ?? {};
    expect(choices).toEqual(some.length === 0 ? [] : expect.arrayContaining(some));
  });

  it.each([
    ['skill', ['list', 'show', 'prompt', 'validate'], null, []],
    ['skill show', [], 'skills', ['--name', '--file']],
    ['process attach', [], 'sessions', ['--cwd']],
    ['process list', [], null, []],
    ['process resize', [], 'sessions', ['--session-id', '--cols', '--rows']],
    ['config trust', [], null, ['--revoke']],
    ['approvals resolve', [], 'approvals', ['--allow-once', '--reject']],
    ['approvals list', [], null, ['--json']],
    ['hosts check', [], 'nodes', ['--json']],
    ['policy presets', ['readonly', 'cautious', 'edits', 'yolo'], null, ['--json']],
  ])('behind %s', async (key, words, values, flags) => {
    const place = (await completedPlaces()).find((one) => one.key === key);
    expect(place?.words.map(({ name }) => name)).toEqual(words);
    expect(place?.values).toBe(values);
    const names = place?.flags.flatMap((flag) => flag.names) ?? [];
    for (const flag of flags) expect(names).toContain(flag);
    if (key.startsWith('process')) expect(names).not.toContain('--pattern');
  });

  it.each([
    ['approvals list', '--allow-once'],
    ['audit verify', '--limit'],
    ['audit show', '--includes'],
    ['config schema', '--revoke'],
    ['policy list', '--batch'],
  ])('behind %s is no %s, which belongs to another action', async (key, flag) => {
    const place = (await completedPlaces()).find((one) => one.key === key);
    const names = place?.flags.flatMap((one) => one.names);
    expect(names).toContain('--json');
    expect(names).not.toContain(flag);
  });

  it.each([
    ['zsh', renderZsh],
    ['fish', renderFish],
  ])('quotes for %s what could run', (_, render) => {
    const description = "it's $(touch canary) `x` \\";
    const flag = {
      names: ['--flag'],
      description,
      takesValue: true,
      choices: [],
      isList: false,
      values: null,
    };
    const script = render([
      { key: '', values: null, flags: [], words: [{ name: 'tool', description }] },
      { key: 'tool', values: null, flags: [flag], words: [{ name: 'word', description }] },
    ]);
    const spoken = script.split('\n').filter((line) => line.includes('canary'));
    expect(spoken).toHaveLength(3);
    for (const line of spoken) expect(line).toMatch(/'[^']*it(?:'\\''|\\')s \$\(touch canary\)/);
  });
});
