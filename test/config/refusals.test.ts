import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { cannot } from '../../src/core/failure.ts';
import { explicitPath, type Layers, load, projectPath, systemPath, userPath } from './loading.ts';

describe('an invalid layer', () => {
  const inUser = (user: unknown): Layers => ({ user });
  it.each<[string, Layers, string]>([
    [
      'a top-level key',
      inUser({ aproval: {} }),
      `"${userPath}:1": "aproval" is not a known key, expected "approval"`,
    ],
    [
      'a nested key',
      inUser('{"approval": {\n"securty": "full"}}'),
      `"${userPath}:2": "approval.securty" is not a known key, expected "approval.security"`,
    ],
    [
      'a deeper key',
      inUser({ shell: { env: { inherits: 'all' } } }),
      '"shell.env.inherits" is not a known key, expected "shell.env.inherit"',
    ],
    ['the beginning of a key', inUser({ approval: { timeout: 5 } }), 'expected "approval.timeoutSeconds"'],
    [
      'a key of another group',
      inUser({ security: 'full' }),
      '"security" is not a known key, expected "approval.security"',
    ],
    [
      'a dotted key',
      inUser({ 'approval.security': 'full' }),
      '"approval.security" is not a known key, expected "security" inside "approval"',
    ],
    [
      'an address of the schema that is none',
      inUser('{\n"$schema": 5}'),
      `"${userPath}:2": "$schema" is 5, expected the address of a JSON Schema`,
    ],
    [
      'the mode of other tools',
      inUser({ mode: 'yolo' }),
      'expected "approval", as in "agent-tools policy presets"',
    ],
    ['the mode, in a group', inUser({ policy: { preset: 'yolo' } }), 'expected "approval", as in'],
    ['the mode, spelled otherwise', inUser({ permissionMode: 'plan' }), 'expected "approval", as in'],
    ['the mode, in snake case', inUser({ Approval_Policy: 'never' }), 'expected "approval", as in'],
    ['the permissions of other tools', inUser({ permissions: { allow: ['ls'] } }), 'expected "rules"'],
    ['a switch of the sandbox', inUser({ sandbox: { enabled: true } }), 'expected "host": "sandbox"'],
    ['a time limit of no group', inUser({ timeout: 5 }), 'expected "shell.timeoutSeconds"'],
    ['a rule with a key of settings', inUser({ rules: [{ mode: 'x' }] }), 'expected "rules[0].tool", '],
    ['a key of some group, in another', inUser({ sandbox: { maxBytes: 5 } }), 'expected "sandbox.'],
    ['a key like no other', inUser({ zzzzzz: 1 }), 'expected "approval", "rules", "shell",'],
    ['a key of Object.prototype', inUser({ toString: 1 }), '"toString" is not a known key'],
    ...(
      [
        ['[', 'a bracket is not closed'],
        ['{a,b', 'a brace is not closed'],
        ['../a', 'it climbs with ".."'],
        ['!a', 'it begins with "!"'],
        ['+(a|b)', 'it holds a group in parentheses'],
        [`{${'a,'.repeat(40)}}{${'b,'.repeat(40)}}`, 'its braces stand for too many patterns'],
      ] as const
    ).map(([glob, problem]): [string, Layers, string] => [
      `a sensitive name of which ${problem}`,
      inUser({ workspace: { sensitive: ['ok', glob] } }),
      `expected a path glob, and ${problem}`,
    ]),
    [
      'a key of a rule',
      inUser('{"rules": [\n{"tool": "shell", "alow": "x"}]}'),
      `"${userPath}:2": "rules[0].alow" is not a known key, expected "rules[0].allow"`,
    ],
    [
      'a key of a node',
      inUser({ hosts: { a: { cmd: ['x'] } } }),
      '"hosts.a.cmd" is not a known key, expected "hosts.a.command"',
    ],
    [
      'a key of a tool budget',
      inUser({ summarize: { tools: { shell: { tokens: 5 } } } }),
      'expected "summarize.tools.shell.tokenBudget"',
    ],
    ['$schema inside a group', inUser({ caps: { $schema: 'x' } }), '"caps.$schema" is not a known key'],
    [
      'a wrong word',
      inUser('{"approval":\n{"ask":\n"sometimes"}}'),
      `"${userPath}:2": "approval.ask" is "sometimes", expected "always", "on-miss" or "off"`,
    ],
    ['a wrong type', inUser({ guard: 'yes' }), '"guard" is "yes", expected true or false'],
    ['null', inUser({ guard: null }), '"guard" is null, expected true or false'],
    [
      'a number out of range',
      inUser({ caps: { sessions: -1 } }),
      '"caps.sessions" is -1, expected a whole number from 0 to 10000',
    ],
    [
      'a fraction',
      inUser({ shell: { timeoutSeconds: 1.5 } }),
      '"shell.timeoutSeconds" is 1.5, expected a whole number from 1 to 86400',
    ],
    [
      'an endless number',
      inUser('{"shell": {"timeoutSeconds": 1e999}}'),
      '"shell.timeoutSeconds" is Infinity, expected a whole number from 1 to 86400',
    ],
    [
      'a nullable option',
      inUser({ shell: { yieldMs: 1 } }),
      'expected a whole number from 10 to 120000, or null',
    ],
    [
      'an empty text',
      inUser({ host: '' }),
      '"host" is "", expected local, sandbox or the name of a node, not empty',
    ],
    ['a NUL character', inUser({ shell: { path: '/bin/sh\0' } }), 'without a NUL character'],
    [
      'an element of a list',
      inUser('{"media": {"capabilities": ["image",\n"audio"]}}'),
      `"${userPath}:2": "media.capabilities[1]" is "audio", expected "image" or "video"`,
    ],
    ['a list for the whole', inUser([]), 'it is [], expected an object'],
    ['a list for a group', inUser({ caps: [] }), '"caps" is [], expected an object'],
    ['a list for a record', inUser({ hosts: [] }), '"hosts" is [], expected an object'],
    ['a list for a rule', inUser({ rules: [[]] }), '"rules[0]" is [], expected an object'],
    ['text for the whole', inUser('"x"'), 'it is "x", expected an object'],
    [
      'a rule without an action',
      inUser('{"rules": [\n\n{"tool": "shell"}]}'),
      `"${userPath}:3": "rules[0]" is {"tool":"shell"}, expected a rule with exactly one of "allow", "ask" and "deny"`,
    ],
    [
      'a rule with two actions',
      inUser({ rules: [{ tool: 'shell', allow: 'a', deny: 'b' }] }),
      'exactly one of "allow", "ask" and "deny"',
    ],
    [
      'a rule without a tool',
      inUser({ rules: [{ deny: 'b' }] }),
      '"rules[0].tool" is missing, expected the name of a tool or a list of such names',
    ],
    [
      'a node without a command',
      inUser({ hosts: { a: {} } }),
      '"hosts.a.command" is missing, expected a list, each element an argument',
    ],
    ['a node without argv', inUser({ hosts: { a: { command: [] } } }), 'expected the argv of a program'],
    [
      'a node named as a built-in host',
      inUser({ hosts: { sandbox: { command: ['x'] } } }),
      '"hosts.sandbox" is no usable name',
    ],
    [
      'a node with a blank in its name',
      inUser({ hosts: { 'a b': { command: ['x'] } } }),
      '"hosts.a b" is no usable name',
    ],
    [
      'a variable with "="',
      inUser({ shell: { env: { set: { 'A=B': '1' } } } }),
      '"shell.env.set.A=B" is no usable name',
    ],
    [
      'a lock of nothing',
      inUser({ locked: ['aproval'] }),
      '"locked[0]" is "aproval", no key and no group, expected "approval"',
    ],
    ['a lock of a key without its group', inUser({ locked: ['security'] }), 'expected "approval.security"'],
    ['a second problem', inUser({ guard: 1, host: 2 }), '(and 1 more problem)'],
    [
      'the system file',
      { system: { gard: true } },
      `"${systemPath}:1": "gard" is not a known key, expected "guard"`,
    ],
    ['the explicit file', { explicit: { gard: true } }, `"${explicitPath}:1"`],
    ['a user file that another one stands in for', { user: { gard: true }, explicit: {} }, `"${userPath}:1"`],
    ['an untrusted project file', { project: { gard: true } }, `"${projectPath}:1"`],
    ['a trusted project file', { project: { gard: true }, isTrusted: true }, `"${projectPath}:1"`],
    ['an empty file', { user: '' }, 'it is empty, expected an object'],
  ])('%s is refused', async (_, layers, part) => {
    const failure = expect(load(layers)).rejects;
    await failure.toMatchObject({ code: 'invalid_config', message: expect.stringContaining(part) });
    await expect(load(layers)).rejects.toThrow(/^Cannot (use|read) configuration ".*": .*, expected .*[^.]$/);
  });

  it('does not print the terminal escapes of a hostile file', async () => {
    const error: unknown = await load({ project: '{"\\u001b]0;x": 1}' }).catch((thrown: unknown) => thrown);
    expect(String(error)).not.toMatch(/\p{Cc}/u);
  });
});

describe('a file that cannot be read', () => {
  const paths = { system: systemPath, user: userPath, explicit: null, project: null };
  it.each([
    ['a folder', Object.assign(new Error('x'), { code: 'EISDIR' }), 'it is a folder'],
    ['forbidden', Object.assign(new Error('x'), { code: 'EACCES' }), 'permission is denied'],
    ['broken', Object.assign(new Error('device error'), { code: 'EIO' }), 'device error'],
    [
      'refused by the reader',
      cannot('read', systemPath, 'it is a pipe', 'a file', 'invalid_input'),
      'it is a pipe',
    ],
  ])('stops everything: %s', async (_, error, state) => {
    const reader = async (path: string) => {
      if (path === systemPath) throw error;
      return null;
    };
    const loading = loadConfig({ reader, env: {}, flags: {}, paths, trusted: () => false });
    await expect(loading).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringContaining(state),
    });
    await expect(loading).rejects.toThrow(systemPath);
  });

  it.each(['--config', 'AGENT_TOOLS_CONFIG'] as const)(
    'must exist when %s names it',
    async (explicitSource) => {
      await expect(load({ explicitSource })).rejects.toMatchObject({
        code: 'invalid_config',
        message: `Cannot read configuration "${explicitPath}": it does not exist but "${explicitSource}" names it, expected an existing file`,
      });
    },
  );
});
