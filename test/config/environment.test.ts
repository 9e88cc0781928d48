import { describe, expect, it } from 'vitest';
import { readEnvironmentLayer } from '../../src/config/environment.ts';
import { listOptions } from '../../src/config/options.ts';
import { settingVariables } from '../../src/config/variables.ts';
import { load } from './loading.ts';

describe('variables', () => {
  it.each<[string, string, string, unknown]>([
    ['AGENT_TOOLS_APPROVAL_SECURITY', 'full', 'approval.security', 'full'],
    ['AGENT_TOOLS_SHELL_TIMEOUT_SECONDS', '30', 'shell.timeoutSeconds', 30],
    ['AGENT_TOOLS_GUARD', 'false', 'guard', false],
    ['AGENT_TOOLS_GUARD', '1', 'guard', true],
    ['AGENT_TOOLS_GUARD', '0', 'guard', false],
    ['AGENT_TOOLS_WORKSPACE_RESTRICT', 'true', 'workspace.restrict', true],
    ['AGENT_TOOLS_SHELL_PATH', '/bin/bash', 'shell.path', '/bin/bash'],
    ['AGENT_TOOLS_SHELL_PATH', 'null', 'shell.path', null],
    ['AGENT_TOOLS_SHELL_YIELD_MS', 'null', 'shell.yieldMs', null],
    ['AGENT_TOOLS_SHELL_YIELD_MS', '10', 'shell.yieldMs', 10],
    ['AGENT_TOOLS_WORKSPACE_ROOTS', '["/a", "/b"]', 'workspace.roots', ['/a', '/b']],
    ['AGENT_TOOLS_SHELL_ENV_SET', '{"A": "1"}', 'shell.env.set', { A: '1' }],
    ['AGENT_TOOLS_SUMMARIZE_COMMAND', '["cut"]', 'summarize.command', ['cut']],
    [
      'AGENT_TOOLS_RULES',
      '[{"tool": "shell", "allow": "make"}]',
      'rules',
      [{ tool: 'shell', allow: 'make' }],
    ],
  ])('%s=%s sets %s', async (name, text, key, value) => {
    const layer = await readEnvironmentLayer({ [name]: text, HOME: '/home/ann' });
    expect(layer?.settings).toEqual([
      {
        option: listOptions().find((option) => option.key === key),
        value,
        source: name,
        line: null,
        elementLines: [],
      },
    ]);
  });

  it.each([
    ['AGENT_TOOLS_SHELL_TIMEOUT_SECONDS', '30s', '"shell.timeoutSeconds" is "30s", expected a whole number'],
    ['AGENT_TOOLS_SHELL_TIMEOUT_SECONDS', '', 'is "", expected a whole number'],
    ['AGENT_TOOLS_SHELL_TIMEOUT_SECONDS', ' 30', 'expected a whole number'],
    ['AGENT_TOOLS_SHELL_TIMEOUT_SECONDS', '3e1', 'expected a whole number'],
    ['AGENT_TOOLS_SHELL_TIMEOUT_SECONDS', '0x1e', 'expected a whole number'],
    ['AGENT_TOOLS_SHELL_TIMEOUT_SECONDS', '99999999999999999999', 'expected a whole number'],
    ['AGENT_TOOLS_SHELL_TIMEOUT_SECONDS', '0', 'is 0, expected a whole number from 1'],
    ['AGENT_TOOLS_SHELL_TIMEOUT_SECONDS', 'null', 'is "null", expected a whole number'],
    ['AGENT_TOOLS_GUARD', 'yes', '"guard" is "yes", expected true or false'],
    ['AGENT_TOOLS_GUARD', '', 'expected true or false'],
    ['AGENT_TOOLS_GUARD', 'TRUE', 'expected true or false'],
    ['AGENT_TOOLS_GUARD', 'constructor', 'expected true or false'],
    [
      'AGENT_TOOLS_APPROVAL_SECURITY',
      'ful',
      '"approval.security" is "ful", expected "deny", "allowlist" or "full"',
    ],
    ['AGENT_TOOLS_APPROVAL_SECURITY', '', 'is "", expected "deny"'],
    [
      'AGENT_TOOLS_WORKSPACE_ROOTS',
      '/a',
      'Cannot use variable "AGENT_TOOLS_WORKSPACE_ROOTS": it does not begin with "[", expected a list in JSON',
    ],
    ['AGENT_TOOLS_MEDIA_CAPABILITIES', 'image', 'it does not begin with "[", expected a list in JSON'],
    ['AGENT_TOOLS_SHELL_ENV_SET', 'A=b', 'it does not begin with "{", expected an object in JSON'],
    ['AGENT_TOOLS_SUMMARIZE_COMMAND', 'cut', 'it does not begin with "[", expected a list in JSON, or null'],
    ['AGENT_TOOLS_WORKSPACE_ROOTS', '', 'it is empty, expected an object or a list, {} or [] for none'],
    ['AGENT_TOOLS_WORKSPACE_ROOTS', '"/a"', '"workspace.roots" is "/a", expected a list'],
    [
      'AGENT_TOOLS_WORKSPACE_ROOTS',
      '// none\n[a]',
      '"AGENT_TOOLS_WORKSPACE_ROOTS:2:2": there is the unknown word "a"',
    ],
    ['AGENT_TOOLS_WORKSPACE_ROOTS', '{}', '"workspace.roots" is {}, expected a list'],
    ['AGENT_TOOLS_HOSTS', '[]', '"hosts" is [], expected an object'],
    ['AGENT_TOOLS_SHELL_ENV_SET', '{"A": 1}', '"shell.env.set.A" is 1, expected text'],
    ['AGENT_TOOLS_LOCKED', '["aproval"]', 'expected "approval"'],
    ['AGENT_TOOLS_RULES', '[{"tool": "shell"}]', 'exactly one of "allow", "ask" and "deny"'],
  ])('%s=%s is refused', async (name, text, part) => {
    await expect(load({ env: { [name]: text } })).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringContaining(part),
    });
    await expect(load({ env: { [name]: text } })).rejects.toThrow(name);
  });

  it.each([
    ['AGENT_TOOLS_APROVAL_SECURITY', '"AGENT_TOOLS_APPROVAL_SECURITY"'],
    ['AGENT_TOOLS_SECURITY', '"AGENT_TOOLS_APPROVAL_SECURITY"'],
    ['AGENT_TOOLS_SHELL_TIMEOUT', '"AGENT_TOOLS_SHELL_TIMEOUT_SECONDS"'],
    ['AGENT_TOOLS_CONFG', '"AGENT_TOOLS_CONFIG"'],
    ['AGENT_TOOLS_ZZZZZZZZZZ', 'config init'],
    ['AGENT_TOOLS_approval_ask', '"AGENT_TOOLS_APPROVAL_ASK"'],
  ])('%s is unknown', async (name, wanted) => {
    await expect(load({ env: { [name]: 'x' } })).rejects.toMatchObject({
      code: 'invalid_config',
      message: `Cannot use variable "${name}": it names no option, expected ${wanted.startsWith('"') ? wanted : 'a variable of "agent-tools config init"'}`,
    });
  });

  it.each([
    'AGENT_TOOLS_CONFIG',
    'AGENT_TOOLS_RUN',
    'AGENT_TOOLS_SERVER',
    'AGENT_TOOLS__KEEPER',
    'AGENT_TOOLSET',
    'PATH',
  ])('%s is left alone', (name) => {
    expect(settingVariables({ [name]: 'x' })).toEqual([]);
  });

  it('that are not set are none', () => {
    expect(settingVariables({ AGENT_TOOLS_GUARD: undefined })).toEqual([]);
  });
});

describe('flags', () => {
  it.each([
    [{ security: 'deny' }, { security: 'deny', ask: 'on-miss' }],
    [{ ask: 'always' }, { security: 'allowlist', ask: 'always' }],
    [{ yolo: true }, { security: 'full', ask: 'off' }],
    [
      { yolo: true, security: 'full' },
      { security: 'full', ask: 'off' },
    ],
    [
      { yolo: false, security: undefined },
      { security: 'allowlist', ask: 'on-miss' },
    ],
  ])('%j is %j', async (flags, approval) => {
    const { settings } = await load({ user: {}, flags });
    expect(settings.approval).toMatchObject(approval);
  });

  it.each([
    [
      { security: 'ful' },
      '"--security": "approval.security" is "ful", expected "deny", "allowlist" or "full"',
    ],
    [{ ask: '' }, '"--ask": "approval.ask" is ""'],
    [{ host: 'moon' }, '"--host": "host" is "moon"'],
    [
      { yolo: true, security: 'deny' },
      'Cannot use flag "--yolo": "--security" is "deny", expected "full" with "--yolo"',
    ],
    [{ yolo: true, ask: 'always' }, '"--ask" is "always"'],
  ])('%j is refused', async (flags, part) => {
    await expect(load({ flags })).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringContaining(part),
    });
  });
});
