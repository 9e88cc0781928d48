import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../src/config/schema.ts';
import { explicitPath, type Layers, load, projectPath, systemPath, userPath } from './loading.ts';

const seconds = (timeoutSeconds: number) => ({ shell: { timeoutSeconds } });

describe('layers', () => {
  it('are the defaults without any file, variable or flag', async () => {
    const { settings, origins, rules, notices } = await load({});
    expect(settings).toEqual(defaultSettings());
    expect(new Set(Object.values(origins).map(({ layer }) => layer))).toEqual(new Set(['default']));
    expect([rules, notices]).toEqual([[], []]);
  });

  it.each<[string, Layers, number, string, string]>([
    ['system', { system: seconds(10) }, 10, 'system', systemPath],
    ['user over system', { system: seconds(10), user: seconds(20) }, 20, 'user', userPath],
    [
      'an explicit file in place of the user file',
      { user: seconds(20), explicit: seconds(30) },
      30,
      'user',
      explicitPath,
    ],
    [
      'environment over files',
      { system: seconds(10), user: seconds(20), env: { AGENT_TOOLS_SHELL_TIMEOUT_SECONDS: '40' } },
      40,
      'environment',
      'AGENT_TOOLS_SHELL_TIMEOUT_SECONDS',
    ],
    [
      'a trusted project file over the user file',
      { user: seconds(20), project: seconds(50), isTrusted: true },
      50,
      'project',
      projectPath,
    ],
    [
      'environment over a trusted project file',
      { project: seconds(50), isTrusted: true, env: { AGENT_TOOLS_SHELL_TIMEOUT_SECONDS: '40' } },
      40,
      'environment',
      'AGENT_TOOLS_SHELL_TIMEOUT_SECONDS',
    ],
    [
      'an untrusted project file that tightens, over everything',
      { project: seconds(5), env: { AGENT_TOOLS_SHELL_TIMEOUT_SECONDS: '40' } },
      5,
      'project',
      projectPath,
    ],
    [
      'a user file that says nothing of it',
      { system: seconds(10), user: { guard: true } },
      10,
      'system',
      systemPath,
    ],
  ])('%s', async (_, layers, value, layer, source) => {
    const { settings, origins } = await load(layers);
    expect(settings.shell.timeoutSeconds).toBe(value);
    expect(origins).toMatchObject({ 'shell.timeoutSeconds': { layer, source } });
  });

  it('give the line of a key', async () => {
    const { origins } = await load({ user: '{\n// why\n"shell": {\n"timeoutSeconds": 5 }\n}' });
    expect(origins['shell.timeoutSeconds']).toEqual({ layer: 'user', source: userPath, line: 4 });
  });

  it('merge deep by key and replace lists', async () => {
    const { settings } = await load({
      system: {
        shell: { timeoutSeconds: 10, env: { set: { A: '1', B: '1' } } },
        hosts: { one: { command: ['ssh', 'one'] } },
        workspace: { roots: ['/a', '/b'] },
      },
      user: {
        shell: { killGraceMs: 5, env: { set: { B: '2' } } },
        hosts: { two: { command: ['ssh', 'two'] } },
        workspace: { roots: ['/c'] },
        summarize: { tools: { grep: { tokenBudget: 10 } } },
      },
    });
    expect(settings.shell).toMatchObject({
      timeoutSeconds: 10,
      killGraceMs: 5,
      env: { set: { A: '1', B: '2' } },
    });
    expect(Object.keys(settings.hosts)).toEqual(['one', 'two']);
    expect(settings.workspace.roots).toEqual(['/c']);
    expect(settings.summarize.tools).toEqual({ shell: { tokenBudget: 2000 }, grep: { tokenBudget: 10 } });
    expect(defaultSettings().summarize.tools).toEqual({ shell: { tokenBudget: 2000 } });
  });

  it('add up rules with their places', async () => {
    const { settings, rules } = await load({
      system: '{"rules": [\n{"tool": "shell", "deny": "a"}]}',
      user: '{"rules": [\n\n{"tool": "shell", "allow": "b"},\n{"tool": "shell", "ask": "c"}]}',
      env: { AGENT_TOOLS_RULES: '[{"tool": "shell", "allow": "d"}]' },
    });
    expect(rules).toEqual([
      { tool: 'shell', deny: 'a', layer: 'system', source: systemPath, line: 2 },
      { tool: 'shell', allow: 'b', layer: 'user', source: userPath, line: 3 },
      { tool: 'shell', ask: 'c', layer: 'user', source: userPath, line: 4 },
      { tool: 'shell', allow: 'd', layer: 'environment', source: 'AGENT_TOOLS_RULES', line: null },
    ]);
    expect(settings.rules.map((rule) => rule.tool)).toEqual(['shell', 'shell', 'shell', 'shell']);
    expect(Object.keys(settings.rules[0] ?? {})).toEqual(['tool', 'deny']);
  });

  it('may name the JSON Schema of the file', async () => {
    await expect(load({ user: { $schema: './schema.json' } })).resolves.toMatchObject({ notices: [] });
  });
});
