import { describe, expect, it } from 'vitest';
import { renderFish } from '../../../src/frontends/cli/completion-fish.ts';
import { completedCommands, listedWords } from '../../../src/frontends/cli/completion-words.ts';
import { renderZsh } from '../../../src/frontends/cli/completion-zsh.ts';

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
  it('is every tool and every command, with flags that are named once each', async () => {
    const commands = await completedCommands();
    const names = commands.map(({ name }) => name);
    for (const name of ['shell', 'read-media', 'skill', 'config', 'completion'])
      expect(names).toContain(name);
    for (const { name, flags } of commands) {
      const all = flags.flatMap((flag) => flag.names);
      expect(new Set(all).size, name).toBe(all.length);
      expect(all).toContain('--help');
    }
    expect(commands.find(({ name }) => name === 'skill')?.words.map(({ name }) => name)).toEqual([
      'list',
      'show',
      'prompt',
      'validate',
    ]);
  });

  it.each([
    ['zsh', renderZsh],
    ['fish', renderFish],
  ])('quotes for %s what could run', (_, render) => {
    const description = "it's $(touch canary) `x` \\";
    const flag = { names: ['--flag'], description, takesValue: true, choices: [] };
    const script = render([
      { name: 'tool', description, words: [{ name: 'word', description }], flags: [flag] },
    ]);
    const spoken = script.split('\n').filter((line) => line.includes('canary'));
    expect(spoken).toHaveLength(3);
    for (const line of spoken) expect(line).toMatch(/'[^']*it(?:'\\''|\\')s \$\(touch canary\)/);
  });
});
