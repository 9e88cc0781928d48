import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { listOptions } from '../../src/config/options.ts';
import { defaultSettings, ruleSchema, settingsSchema } from '../../src/config/schema.ts';

/** The defaults the contract promises, by key. */
const promised: Readonly<Record<string, unknown>> = {
  'approval.security': 'allowlist',
  'approval.ask': 'on-miss',
  'approval.fallback': 'deny',
  'approval.timeoutSeconds': 1800,
  rules: [],
  'shell.flavour': 'auto',
  'shell.path': null,
  'shell.timeoutSeconds': 60,
  'shell.maxTimeoutSeconds': 300,
  'shell.backgroundTimeoutSeconds': 1800,
  'shell.allowBackground': true,
  'shell.yieldMs': null,
  'shell.killGraceMs': 500,
  'shell.env.inherit': 'all',
  'shell.env.set': {},
  'shell.env.pass': [],
  'shell.env.pathAppend': [],
  'shell.env.pathPrepend': [],
  'caps.outputChars': 30000,
  'caps.outputLines': 2000,
  'caps.lineChars': 2000,
  'caps.spillBytes': 67108864,
  'caps.readBytes': 102400,
  'caps.rpcLineBytes': 60000,
  'caps.rpcInputBytes': 16777216,
  'caps.concurrentCalls': 64,
  'caps.queuedCalls': 10000,
  'caps.sessions': 64,
  'caps.sessionLogBytes': 67108864,
  'caps.finishedMinutes': 30,
  'workspace.roots': [],
  'workspace.restrict': false,
  'workspace.sensitive': [],
  guard: true,
  host: 'local',
  'sandbox.network': false,
  'sandbox.write': [],
  'sandbox.hide': [],
  'sandbox.autoAllow': false,
  hosts: {},
  'elevated.enabled': false,
  'elevated.allowed': false,
  'elevated.mode': 'ask',
  'policy.trustedDirs': [],
  locked: [],
  'summarize.command': null,
  'summarize.tools': { shell: { tokenBudget: 2000 } },
  'skills.roots': [],
  'skills.disabled': [],
  'media.capabilities': ['image', 'video'],
  'media.maxBytes': 104857600,
  'audit.enabled': true,
  'audit.required': false,
  'audit.path': null,
};

function defaultOf(key: string): unknown {
  let node: unknown = defaultSettings();
  for (const name of key.split('.'))
    node = typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined;
  return node;
}

describe('the schema', () => {
  it('has exactly the keys of the contract', () => {
    expect(listOptions().map(({ key }) => key)).toEqual(Object.keys(promised));
  });

  it.each(Object.entries(promised))('has the promised default of %s', (key, value) => {
    expect(defaultOf(key)).toEqual(value);
  });

  it('has defaults that are what validation yields, fresh each time', () => {
    expect(defaultSettings()).toEqual(v.parse(settingsSchema, {}));
    defaultSettings().workspace.roots.push('/changed');
    expect(defaultSettings().workspace.roots).toEqual([]);
  });
});

describe('a rule', () => {
  it.each([
    [{ tool: 'shell', allow: 'npm test *' }],
    [{ tool: ['write', 'edit'], allow: 'src/**' }],
    [{ tool: 'shell', deny: 'git push *', reason: 'A person pushes' }],
    [{ tool: 'shell', ask: 'make *', match: ['make all'], notMatch: ['cmake'] }],
  ])('is %j', (rule) => {
    expect(v.is(ruleSchema, rule)).toBe(true);
  });

  it.each([
    ['no action', { tool: 'shell' }],
    ['two actions', { tool: 'shell', allow: 'a', deny: 'b' }],
    ['three actions', { tool: 'shell', allow: 'a', ask: 'b', deny: 'c' }],
    ['no tool', { allow: 'a' }],
    ['an empty tool', { tool: '', allow: 'a' }],
    ['an empty list of tools', { tool: [], allow: 'a' }],
    ['an empty pattern', { tool: 'shell', allow: '' }],
    ['an unknown key', { tool: 'shell', allow: 'a', alow: 'b' }],
    ['a pattern of another type', { tool: 'shell', allow: 1 }],
    ['a terminal escape in its reason', { tool: 'shell', deny: 'a', reason: '\u001b[2J' }],
    ['a reversed pattern', { tool: 'shell', allow: 'a\u202eb' }],
    ['a line break in its pattern', { tool: 'shell', allow: 'a\nb' }],
  ])('may not have %s', (_, rule) => {
    expect(v.is(ruleSchema, rule)).toBe(false);
  });
});
