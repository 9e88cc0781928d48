import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Effect } from '../../src/core/effect.ts';
import { LearnedRules, learnedPath } from '../../src/runtime/approvals/learned-rules.ts';
import { placeOfNode, policyAt, workspaceAt } from '../../src/runtime/nodes/elsewhere.ts';
import { outlineOnNode } from '../../src/runtime/nodes/plan-on-node.ts';
import { showOn } from '../../src/runtime/nodes/shown.ts';
import { targetOf } from '../../src/runtime/nodes/target.ts';
import { openPolicy } from '../../src/runtime/policy.ts';
import { loadTool } from '../../src/tools/registry.ts';
import { governed } from '../helpers/governed.ts';
import { settingsWith } from '../helpers/policy-bench.ts';

const g = governed();
afterAll(() => g.remove());

const hosts = { box: { command: ['true'] }, build7: { command: ['true'] } };

async function target(tool: string, input: object, host = 'local', isForwarded = false) {
  const loaded = await loadTool(tool);
  if (loaded === null) throw new Error(tool);
  return targetOf(input, loaded, { settings: settingsWith({ hosts, host }), isForwarded });
}

const move = (from: string, to: string) => ({ kind: 'move', from, to });

describe('where a call runs', () => {
  it.each<[string, object, string, object]>([
    ['read', { path: 'a' }, 'local', { node: null, input: { path: 'a' }, move: null }],
    ['read', { path: 'a', host: 'local' }, 'local', { node: null, input: { path: 'a' }, move: null }],
    ['read', { path: 'a' }, 'box', { node: 'box', input: { path: 'a' }, move: null }],
    ['read', { path: 'a', host: null, node: null }, 'box', { node: 'box', input: { path: 'a' }, move: null }],
    ['read', { path: 'a', host: 'box' }, 'box', { node: 'box', input: { path: 'a' }, move: null }],
    [
      'read',
      { path: 'a', host: 'box' },
      'local',
      { node: 'box', input: { path: 'a' }, move: move('local', 'box') },
    ],
    [
      'read',
      { path: 'a', host: 'node', node: 'box' },
      'build7',
      { node: 'box', move: move('build7', 'box') },
    ],
    ['read', { path: 'a', host: 'gateway' }, 'box', { node: null, move: move('box', 'local') }],
    ['read', { path: 'a', host: 'local' }, 'sandbox', { node: null, move: null }],
    ['shell', { command: 'x' }, 'local', { node: null, input: { command: 'x', host: 'local' }, move: null }],
    ['shell', { command: 'x', host: null, node: null }, 'local', { node: null, move: null }],
    [
      'shell',
      { command: 'x' },
      'sandbox',
      { node: null, input: { command: 'x', host: 'sandbox' }, move: null },
    ],
    ['shell', { command: 'x', host: 'sandbox' }, 'local', { node: null, move: move('local', 'sandbox') }],
    ['shell', { command: 'x', host: 'local' }, 'sandbox', { node: null, move: move('sandbox', 'local') }],
    ['shell', { command: 'x', host: 'gateway' }, 'local', { node: null, move: null }],
    ['shell', { command: 'x', host: 'box' }, 'local', { node: 'box', input: { command: 'x' } }],
  ])('%s %j with host %s', async (tool, input, host, expected) => {
    expect(await target(tool, input, host)).toMatchObject(expected);
  });

  it.each<[string, object, string]>([
    ['read', { path: 'a', host: 'boxx' }, '"host" is "boxx", did you mean "box"?'],
    [
      'shell',
      { command: 'x', host: 'mars' },
      '"host" is "mars", expected one of local, gateway, sandbox, box, build7',
    ],
    ['shell', { command: 'x', host: 'node' }, '"node" is missing'],
    ['shell', { command: 'x', node: 'box' }, '"host" must be "node" beside "node"'],
    ['shell', { command: 'x', host: 'local', node: 'box' }, '"host" must be "node" beside "node"'],
    ['shell', { command: 'x', host: 'node', node: 'local' }, '"node" is "local", expected one of'],
    ['read', { path: 'a', host: 'sandbox' }, '"host" is "sandbox", where only commands run'],
    ['read', { path: 'a', host: 7 }, '"host" must be the name of a host'],
    ['read', { path: 'a', host: '__proto__' }, '"host" is "__proto__", expected one of'],
  ])('%s %j is refused', async (tool, input, message) => {
    await expect(target(tool, input)).rejects.toThrow(message);
  });

  it('a call that was sent here goes on to no other node', async () => {
    expect(await target('shell', { command: 'x' }, 'box', true)).toMatchObject({
      node: null,
      input: { command: 'x', host: 'local' },
      move: null,
    });
    await expect(target('shell', { command: 'x', host: 'box' }, 'local', true)).rejects.toThrow(
      'to no other node',
    );
  });

  it('without nodes a tool knows its own fields and no others', async () => {
    const read = await loadTool('read');
    if (read === null) throw new Error('read');
    const input = { path: 'a', host: 'local' };
    const found = targetOf(input, read, { settings: settingsWith({}), isForwarded: false });
    expect(found.input).toBe(input);
  });
});

async function judge(tool: string, input: object, rules: readonly object[] = [], security = 'allowlist') {
  const loaded = await loadTool(tool);
  if (loaded === null) throw new Error(tool);
  const settings = settingsWith({
    hosts,
    host: 'box',
    approval: { ...settingsWith({}).approval, ...({ security } as object) },
  });
  const context = { ...g.context, settings };
  const where = { node: 'box', input, move: null };
  const {
    effects,
    policy,
    context: there,
  } = outlineOnNode('box', where, { tool: loaded, context, policy: g.policy });
  const what = rules.map((rule) => ({ tool: 'shell', source: 'test', line: 1, ...rule }));
  return { effects, judgement: await policy.judge(effects, there, { rules: what, settings }) };
}

describe('what is known of a node', () => {
  it('is all that is typed there, in every form of hex', { tags: ['slow'] }, async () => {
    const input = { action: 'send-keys', sessionId: 'abcdefghijkm', hex: ['0x72 6d', '20', '0x7e 0d'] };
    const { effects } = await judge('process', input);
    expect(effects).toMatchObject([{ kind: 'input', data: 'rm ~\n', node: 'box' }]);
    await expect(judge('process', { ...input, hex: ['0x7'] })).rejects.toThrow('not pairs of hex digits');
  });

  it('is never taken for what is so here: a protected folder behind a link stays closed', async () => {
    const kept = g.file('kept/config.json', '{}');
    const link = join(g.root, 'link');
    symlinkSync(dirname(kept), link);
    const learned = new LearnedRules(learnedPath(g.context.folders), []);
    const policy = openPolicy({ rules: [], learned, protectedPaths: [link] });
    const place = placeOfNode('box');
    const touch = (path: string): Effect => ({ kind: 'read', path, given: path });
    const there = { ...g.context, workspace: workspaceAt(place) };
    expect((await policyAt(policy, place).judge([touch(kept)], there)).decision).toBe('allow');
    expect((await policy.judge([touch(kept)], g.context)).decision).toBe('deny');
  });
});

describe('a call on a node as it is judged here', () => {
  it.each<[string, object, readonly object[], 'allow' | 'ask' | 'deny', string]>([
    ['shell', { command: 'echo hi' }, [], 'allow', 'it only reads'],
    ['shell', { command: 'ls -la' }, [], 'ask', 'cannot be told from here'],
    ['shell', { command: 'ls -la' }, [{ allow: 'ls *' }], 'allow', 'a rule allows it'],
    ['shell', { command: '/usr/bin/ls -la' }, [{ allow: 'ls *' }], 'ask', 'ls'],
    ['shell', { command: './gradlew test' }, [{ allow: './gradlew *' }], 'allow', 'a rule allows it'],
    ['shell', { command: 'git status' }, [], 'ask', 'cannot be told from here'],
    [
      'shell',
      { command: 'timeout 5 git push' },
      [{ allow: 'timeout *' }, { deny: 'git push *' }],
      'deny',
      'a rule denies',
    ],
    ['shell', { command: 'rm a.txt' }, [], 'ask', 'no rule or profile allows it'],
    [
      'shell',
      { command: 'rm -r build && mv a b' },
      [{ allow: 'rm *' }, { allow: 'mv *' }],
      'allow',
      'allowed',
    ],
    ['shell', { command: 'rm .agent-tools.json' }, [{ allow: 'rm *' }], 'deny', 'belongs to the policy'],
    ['shell', { command: 'rm -rf ~' }, [{ allow: 'rm *' }], 'deny', 'guard'],
    ['shell', { command: 'rm -rf .', cwd: '/' }, [{ allow: 'rm *' }], 'deny', 'guard'],
    ['shell', { argv: ['rm', '-rf', '/'] }, [{ allow: 'rm *' }], 'deny', 'guard'],
    ['shell', { command: 'x', env: { LD_PRELOAD: 'y' } }, [{ allow: 'x *' }], 'deny', 'LD_PRELOAD'],
    [
      'shell',
      { command: 'id', elevated: true },
      [{ allow: 'id *' }],
      'deny',
      'elevated.enabled and elevated.allowed',
    ],
    ['read', { path: 'src/a.ts' }, [], 'allow', 'reading inside'],
    ['read', { path: '/etc/hosts' }, [], 'allow', 'reading'],
    ['read', { path: '.env' }, [], 'ask', 'holds secrets'],
    ['read', { path: '~/.ssh/id_rsa' }, [], 'ask', 'holds secrets'],
    ['read', { path: 'a/b' }, [{ tool: 'read', deny: 'a/**' }], 'deny', 'denies'],
    ['grep', { pattern: 'x' }, [], 'allow', 'reading'],
    ['glob', { pattern: '**' }, [], 'allow', 'reading'],
    ['write', { path: 'src/a.ts', content: '' }, [], 'ask', 'No rule allows writing'],
    [
      'write',
      { path: 'src/a.ts', content: '' },
      [{ tool: 'write', allow: 'src/**' }],
      'allow',
      'a rule allows',
    ],
    ['write', { path: 'src/../../x', content: '' }, [{ tool: 'write', allow: '**' }], 'ask', 'outside'],
    ['write', { path: '/box:/../etc/x', content: '' }, [{ tool: 'write', allow: '**' }], 'ask', 'outside'],
    ['edit', { path: 'a', old: 'x', new: 'y' }, [{ tool: 'edit', deny: 'a' }], 'deny', 'denies'],
    ['process', { action: 'poll', sessionId: 's' }, [], 'allow', ''],
    ['process', { action: 'kill', sessionId: 's' }, [], 'allow', ''],
    ['process', { action: 'write', sessionId: 's', data: 'ls\n' }, [], 'ask', 'typed'],
    [
      'process',
      { action: 'write', sessionId: 's', data: 'git push\n' },
      [{ deny: 'git push *' }],
      'deny',
      'denies',
    ],
    ['process', { action: 'submit', sessionId: 's' }, [], 'ask', 'typed'],
    ['skill', { action: 'show', name: 'x' }, [{ tool: 'skill', deny: 'x' }], 'deny', 'denies'],
  ])('%s %j with %j: %s', async (tool, input, rules, decision, reason) => {
    const { judgement } = await judge(tool, input, rules);
    expect(judgement.decision).toBe(decision);
    expect(judgement.reason).toContain(reason);
  });

  it('proposes no writing of a secret that is only read', async () => {
    const { judgement } = await judge('shell', { command: 'cat .env' });
    expect(judgement.proposals).toEqual([[{ tool: 'shell', allow: 'cat .env' }]]);
  });

  it('deny rules and the guard hold under full', async () => {
    const denied = await judge('shell', { command: 'make; git push' }, [{ deny: 'git push *' }], 'full');
    expect(denied.judgement.decision).toBe('deny');
    expect((await judge('shell', { command: 'ls; rm -rf /' }, [], 'full')).judgement.decision).toBe('deny');
    expect((await judge('shell', { command: 'ls; make' }, [], 'full')).judgement.decision).toBe('allow');
  });

  it('shows the whole change it would make', async () => {
    const edit = await loadTool('edit');
    const place = { host: 'box', cwd: '/box:', home: '/box:~', searchPath: '/box:bin' };
    const edits = [
      { old: 'one', new: 'two\nthree' },
      { old: 'gone\n', new: '' },
    ];
    const outline = edit?.outline?.({ path: 'a.txt', edits }, place, g.context);
    expect(outline?.display).toEqual([
      { type: 'diff', path: 'a.txt', text: '-one\n+two\n+three\n@@\n-gone\n' },
    ]);
    const effects: readonly Effect[] = outline?.effects ?? [];
    expect(effects).toEqual([
      { kind: 'write', path: '/box:/a.txt', given: 'a.txt', before: null, after: null },
    ]);
  });
});

describe('what is said of a node', () => {
  it.each([
    ['"/box:~/x" lies outside', '"box:~/x" lies outside'],
    ['No rule allows writing "/box:/src/a"', 'No rule allows writing "box:src/a"'],
    ['/box:bin/touch', 'touch'],
    ['/box:', 'box:'],
    ['/etc/box: x', '/etc/box: x'],
    ['/boxer:/a', '/boxer:/a'],
  ])('%s is shown as %s', (text, shown) => {
    expect(showOn('box')(text)).toBe(shown);
  });
});
