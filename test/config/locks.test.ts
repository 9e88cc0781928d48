import { describe, expect, it } from 'vitest';
import { explicitPath, type Layers, load, projectPath, systemPath, userPath } from './loading.ts';

const loose = { approval: { security: 'full', ask: 'off' } };
const looseVariables = { AGENT_TOOLS_APPROVAL_SECURITY: 'full', AGENT_TOOLS_APPROVAL_ASK: 'off' };

describe('a lock', () => {
  const system = { locked: ['approval'] };
  const user = { locked: ['approval'] };
  it.each<[string, Layers, string, string]>([
    ['system over user', { system, user: loose }, systemPath, userPath],
    ['system over an explicit file', { system, explicit: loose }, systemPath, explicitPath],
    [
      'system over a trusted project file',
      { system, project: loose, isTrusted: true },
      systemPath,
      projectPath,
    ],
    ['system over an untrusted project file', { system, project: loose }, systemPath, projectPath],
    ['system over environment', { system, env: looseVariables }, systemPath, 'AGENT_TOOLS_APPROVAL_SECURITY'],
    ['system over flags', { system, flags: { security: 'full', ask: 'off' } }, systemPath, '--security'],
    ['system over --yolo', { system, flags: { yolo: true } }, systemPath, '--yolo'],
    ['user over a trusted project file', { user, project: loose, isTrusted: true }, userPath, projectPath],
    ['user over environment', { user, env: looseVariables }, userPath, 'AGENT_TOOLS_APPROVAL_SECURITY'],
    ['user over --yolo', { user, flags: { yolo: true } }, userPath, '--yolo'],
    ['user over an explicit file in its place', { user, explicit: loose }, userPath, explicitPath],
    ['explicit over --yolo', { explicit: user, flags: { yolo: true } }, explicitPath, '--yolo'],
    [
      'environment over --yolo',
      { env: { AGENT_TOOLS_LOCKED: '["approval"]' }, flags: { yolo: true } },
      'AGENT_TOOLS_LOCKED',
      '--yolo',
    ],
  ])('holds: %s', async (_, layers, locker, source) => {
    const { settings, notices } = await load(layers);
    expect(settings.approval).toMatchObject({ security: 'allowlist', ask: 'on-miss' });
    expect(notices).toContain(
      `"approval.security" stays "allowlist": ${locker} locks "approval", so ${source} may only tighten it`,
    );
  });

  it.each<[string, Layers]>([
    ['the file that sets it', { system: { ...loose, locked: ['approval'] } }],
    ['a layer before it', { system: loose, user: { locked: ['approval'] } }],
    ['other keys', { system: { locked: ['shell', 'approval.timeoutSeconds'] }, flags: { yolo: true } }],
  ])('does not bind %s', async (_, layers) => {
    const { settings, notices } = await load(layers);
    expect(settings.approval).toMatchObject({ security: 'full', ask: 'off' });
    expect(notices).toEqual([]);
  });

  it.each([
    ['a key', ['approval.security'], { security: 'allowlist', ask: 'off' }],
    ['a group', ['approval'], { security: 'allowlist', ask: 'on-miss' }],
    ['a nested group', ['shell.env'], { security: 'full', ask: 'off' }],
  ])('is of %s', async (_, locked, approval) => {
    const { settings } = await load({ system: { locked }, flags: { yolo: true } });
    expect(settings.approval).toMatchObject(approval);
  });

  it('lets later layers tighten without a word', async () => {
    const { settings, origins, notices } = await load({
      system: { locked: ['approval'] },
      user: { approval: { ask: 'always' } },
      flags: { security: 'deny' },
    });
    expect(settings.approval).toMatchObject({ security: 'deny', ask: 'always' });
    expect(origins).toMatchObject({
      'approval.security': { layer: 'flags', source: '--security' },
      'approval.ask': { layer: 'user', source: userPath },
    });
    expect(notices).toEqual([]);
  });

  it('cannot be lifted by a later list of locks', async () => {
    const { settings } = await load({
      system: { locked: ['approval'] },
      user: { locked: [] },
      env: { AGENT_TOOLS_LOCKED: '[]' },
      flags: { yolo: true },
    });
    expect(settings.locked).toEqual(['approval']);
    expect(settings.approval.security).toBe('allowlist');
  });

  it('of two files stands once in the list', async () => {
    const { settings } = await load({
      system: { locked: ['approval', 'rules'] },
      user: { locked: ['rules', 'shell'] },
    });
    expect(settings.locked).toEqual(['approval', 'rules', 'shell']);
  });

  it('may not come from a project file', async () => {
    for (const isTrusted of [true, false]) {
      const { settings, notices } = await load({ project: { locked: ['shell'] }, isTrusted });
      expect(settings.locked).toEqual([]);
      expect(notices).toEqual([
        `"locked" of ${projectPath} is ignored: only the system and the user file may lock`,
      ]);
    }
  });

  it('of rules keeps out rules that allow', async () => {
    const { rules, notices } = await load({
      system: { locked: ['rules'], rules: [{ tool: 'shell', allow: 'make' }] },
      user: '{"rules": [\n{"tool": "shell", "deny": "rm *"},\n{"tool": "shell", "allow": "a"},\n{"tool": "shell", "allow": "b"}]}',
      env: { AGENT_TOOLS_RULES: '[{"tool": "shell", "allow": "c"}, {"tool": "shell", "ask": "d"}]' },
    });
    expect(rules.map(({ allow, deny, ask }) => allow ?? deny ?? ask)).toEqual(['make', 'rm *', 'd']);
    expect(notices).toEqual([
      `"rules" leaves out allow "a" on line 3 and 1 more: ${systemPath} locks "rules", so ${userPath} may only tighten it`,
      `"rules" leaves out allow "c": ${systemPath} locks "rules", so AGENT_TOOLS_RULES may only tighten it`,
    ]);
  });

  it.each<[string, object, Record<string, string>, string, unknown]>([
    [
      'a list that may only grow',
      { workspace: { sensitive: ['a'] } },
      { AGENT_TOOLS_WORKSPACE_SENSITIVE: '["b"]' },
      'workspace.sensitive',
      ['a', 'b'],
    ],
    [
      'a list that may only shrink',
      { sandbox: { write: ['/a', '/b'] } },
      { AGENT_TOOLS_SANDBOX_WRITE: '["/b", "/c"]' },
      'sandbox.write',
      ['/b'],
    ],
    [
      'what may not be touched',
      { shell: { env: { set: { A: '1' } } } },
      { AGENT_TOOLS_SHELL_ENV_SET: '{"B": "2"}' },
      'shell.env.set',
      { A: '1' },
    ],
  ])('clamps %s', async (_, values, env, key, value) => {
    const { settings, notices } = await load({ system: { ...values, locked: [key] }, env });
    const [group = '', ...path] = key.split('.');
    let node: unknown = Reflect.get(settings, group);
    for (const name of path)
      node = typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined;
    expect(node).toEqual(value);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain(`${systemPath} locks "${key}"`);
  });

  it('says nothing of a value that is in force already', async () => {
    const { notices } = await load({
      system: { shell: { env: { set: { A: '1' } } }, locked: ['shell'] },
      user: { shell: { env: { set: { A: '1' } }, flavour: 'auto', path: null } },
    });
    expect(notices).toEqual([]);
  });
});

describe('an explicit file in place of the user file', () => {
  it('leaves what the user file does not lock', async () => {
    const { settings, rules } = await load({
      user: {
        host: 'sandbox',
        shell: { timeoutSeconds: 5 },
        rules: [{ tool: 'shell', allow: 'a' }],
        locked: ['shell'],
      },
      explicit: { shell: { timeoutSeconds: 50 } },
    });
    expect([settings.host, settings.shell.timeoutSeconds, rules]).toEqual(['local', 5, []]);
  });

  it('may be the user file itself', async () => {
    const { settings, notices } = await load({ user: { ...loose, locked: ['approval'] } });
    expect([settings.approval.security, notices]).toEqual(['full', []]);
  });
});

describe('inside a command that agent-tools runs', () => {
  const env = { AGENT_TOOLS_RUN: 'r1' };
  it.each<[string, Layers]>([
    ['--yolo', { env, flags: { yolo: true } }],
    ['--security', { env, flags: { security: 'full' } }],
    ['--ask', { env, flags: { ask: 'off' } }],
    ['--config', { env, explicit: {} }],
  ])('%s may not loosen', async (flag, layers) => {
    await expect(load(layers)).rejects.toMatchObject({
      code: 'denied',
      message: expect.stringContaining(flag),
    });
  });

  it.each<[string, Layers]>([
    ['tightening flags', { env, flags: { security: 'deny', ask: 'always' } }],
    [
      'flags that say what is in force',
      {
        env: { ...env, AGENT_TOOLS_APPROVAL_SECURITY: 'full', AGENT_TOOLS_APPROVAL_ASK: 'off' },
        flags: { yolo: true },
      },
    ],
    ['the launcher’s own file', { env, explicit: {}, explicitSource: 'AGENT_TOOLS_CONFIG' }],
    ['an empty marker', { env: { AGENT_TOOLS_RUN: '' }, flags: { yolo: true } }],
  ])('%s are good', async (_, layers) => {
    await expect(load(layers)).resolves.toBeDefined();
  });
});
