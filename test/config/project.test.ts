import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LoadedConfig } from '../../src/config/loaded.ts';
import { listGroups, listOptions } from '../../src/config/options.ts';
import { findProjectFile, projectFileName } from '../../src/config/project.ts';
import { settingsSchema } from '../../src/config/schema.ts';
import { ToolFailure } from '../../src/core/failure.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { at, layerValues, nested } from './arbitrary.ts';
import { type Layers, load, projectPath } from './loading.ts';
import { isAsStrict } from './strictness.ts';

describe('findProjectFile', () => {
  let root = '';
  beforeEach(() => {
    root = realpathSync(tempFolder());
    mkdirSync(join(root, 'repo/a/b'), { recursive: true });
  });

  it.each<[string, readonly string[], string, string | null]>([
    ['in the cwd', ['repo/a/b/.agent-tools.json', 'repo/.git/'], 'repo/a/b', 'repo/a/b'],
    ['above it', ['repo/a/.agent-tools.json', 'repo/.git/'], 'repo/a/b', 'repo/a'],
    ['at the git root', ['repo/.agent-tools.json', 'repo/.git/'], 'repo/a/b', 'repo'],
    ['at the root of a worktree', ['repo/.agent-tools.json', 'repo/.git'], 'repo/a/b', 'repo'],
    [
      'nearest of several',
      ['repo/.agent-tools.json', 'repo/a/.agent-tools.json', 'repo/.git/'],
      'repo/a/b',
      'repo/a',
    ],
    ['not above the git root', ['.agent-tools.json', 'repo/.git/'], 'repo/a/b', null],
    [
      'not above an inner git root',
      ['repo/.agent-tools.json', 'repo/.git/', 'repo/a/.git/'],
      'repo/a/b',
      null,
    ],
    ['in the cwd without a git root', ['repo/a/b/.agent-tools.json'], 'repo/a/b', 'repo/a/b'],
    [
      'not above it without a git root',
      ['repo/a/.agent-tools.json', 'repo/.agent-tools.json'],
      'repo/a/b',
      null,
    ],
    ['nowhere', ['repo/.git/'], 'repo/a/b', null],
  ])('%s', async (_, made, cwd, folder) => {
    for (const name of made) {
      if (name.endsWith('/')) mkdirSync(join(root, name), { recursive: true });
      else writeFileSync(join(root, name), '{}');
    }
    const found = await findProjectFile(join(root, cwd), existsSync);
    expect(found).toBe(folder === null ? null : join(root, folder, projectFileName));
  });
});

describe('an untrusted project file', () => {
  const loosening = 'may only tighten it until "agent-tools config trust" trusts its content';
  it.each<[string, object, object, string, unknown, boolean]>([
    ['lowers a number', {}, { caps: { outputChars: 10 } }, 'caps.outputChars', 10, false],
    ['may not raise it', {}, { caps: { outputChars: 40_000 } }, 'caps.outputChars', 30_000, true],
    [
      'limits what had no limit',
      { shell: { backgroundTimeoutSeconds: 0 } },
      { shell: { backgroundTimeoutSeconds: 9 } },
      'shell.backgroundTimeoutSeconds',
      9,
      false,
    ],
    [
      'may not take a limit away',
      {},
      { shell: { backgroundTimeoutSeconds: 0 } },
      'shell.backgroundTimeoutSeconds',
      1800,
      true,
    ],
    [
      'switches on what is strict on',
      {},
      { workspace: { restrict: true } },
      'workspace.restrict',
      true,
      false,
    ],
    ['may not switch the guard off', {}, { guard: false }, 'guard', true, true],
    [
      'switches off what is strict off',
      {},
      { shell: { allowBackground: false } },
      'shell.allowBackground',
      false,
      false,
    ],
    [
      'may not give the sandbox the network',
      {},
      { sandbox: { network: true } },
      'sandbox.network',
      false,
      true,
    ],
    ['ranks down', {}, { approval: { security: 'deny' } }, 'approval.security', 'deny', false],
    ['may not rank up', {}, { approval: { security: 'full' } }, 'approval.security', 'allowlist', true],
    ['ranks ask up', {}, { approval: { ask: 'always' } }, 'approval.ask', 'always', false],
    ['may not stop the asking', {}, { approval: { ask: 'off' } }, 'approval.ask', 'on-miss', true],
    [
      'adds sensitive paths to those of the user',
      { workspace: { sensitive: ['a'] } },
      { workspace: { sensitive: ['b'] } },
      'workspace.sensitive',
      ['a', 'b'],
      false,
    ],
    [
      'takes roots away',
      { workspace: { roots: ['/a', '/b'] } },
      { workspace: { roots: ['/a'] } },
      'workspace.roots',
      ['/a'],
      false,
    ],
    [
      'may not add roots',
      { workspace: { roots: ['/a'] } },
      { workspace: { roots: ['/a', '/'] } },
      'workspace.roots',
      ['/a'],
      true,
    ],
    ['may not pass on secrets', {}, { shell: { env: { pass: ['API_KEY'] } } }, 'shell.env.pass', [], true],
    ['may not trust folders', {}, { policy: { trustedDirs: ['/tmp'] } }, 'policy.trustedDirs', [], true],
    ['may not set variables', {}, { shell: { env: { set: { A: '1' } } } }, 'shell.env.set', {}, true],
    ['may not choose the shell', {}, { shell: { path: '/tmp/sh' } }, 'shell.path', null, true],
    ['may not name nodes', {}, { hosts: { evil: { command: ['x'] } } }, 'hosts', {}, true],
    ['may not choose the host', {}, { host: 'sandbox' }, 'host', 'local', true],
    ['may not name a program', {}, { summarize: { command: ['x'] } }, 'summarize.command', null, true],
    ['may not move the audit', {}, { audit: { path: '/tmp/a' } }, 'audit.path', null, true],
    [
      'may say what is in force',
      { host: 'sandbox' },
      { host: 'sandbox', guard: true },
      'host',
      'sandbox',
      false,
    ],
  ])('%s', async (_, user, project, key, value, isIgnored) => {
    const { settings, notices } = await load({ user, project });
    expect(at(settings, key)).toEqual(value);
    expect(notices).toEqual(isIgnored ? [expect.stringContaining(`"${key}"`)] : []);
    if (isIgnored) expect(notices[0]).toContain(`${projectPath} ${loosening}`);
    const trusted = await load({ user, project, isTrusted: true });
    expect(trusted.notices).toEqual([]);
    expect(at(trusted.settings, key)).toEqual(at({ ...user, ...project }, key));
  });

  it('may only add rules that ask or deny', async () => {
    const project =
      '{"rules": [\n{"tool": "shell", "allow": "*"},\n{"tool": "shell", "deny": "a"},\n{"tool": "shell", "ask": "b"}]}';
    const { rules, notices } = await load({ project });
    expect(rules).toEqual([
      { tool: 'shell', deny: 'a', layer: 'project', source: projectPath, line: 3 },
      { tool: 'shell', ask: 'b', layer: 'project', source: projectPath, line: 4 },
    ]);
    expect(notices).toEqual([`"rules" leaves out allow "*" on line 2: ${projectPath} ${loosening}`]);
    expect((await load({ project, isTrusted: true })).rules).toHaveLength(3);
  });

  it('says little however many rules it brings', { tags: ['slow'] }, async () => {
    const rules = Array.from({ length: 5000 }, (_, index) => ({ tool: 'shell', allow: `a${index}` }));
    const { notices } = await load({ project: { rules } });
    expect(notices).toEqual([
      expect.stringContaining('"rules" leaves out allow "a0" on line 1 and 4999 more'),
    ]);
  });

  it('binds even --yolo', async () => {
    const { settings } = await load({ project: { approval: { security: 'deny' } }, flags: { yolo: true } });
    expect(settings.approval).toMatchObject({ security: 'deny', ask: 'off' });
  });
});

/** What a load gives, null where the layers contradict each other. */
async function loadIfSound(layers: Layers): Promise<LoadedConfig | null> {
  return load(layers).catch((error: unknown) => {
    if (error instanceof ToolFailure && error.code === 'invalid_config') return null;
    throw error;
  });
}

describe('whatever the layers say', () => {
  it('an untrusted project file loosens nothing and stops nothing', { tags: ['slow'] }, async () => {
    await fc.assert(
      fc.asyncProperty(layerValues, layerValues, async (user, project) => {
        const before = await loadIfSound({ user: nested(user) });
        fc.pre(before !== null);
        const after = await load({ user: nested(user), project: nested(project) });
        for (const { key, tighten } of listOptions()) {
          const isKept = isAsStrict(tighten, at(after.settings, key), at(before?.settings, key));
          expect([key, isKept]).toEqual([key, true]);
        }
        expect(v.is(settingsSchema, after.settings)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('nothing loosens a lock', { tags: ['slow'] }, async () => {
    const names = fc.subarray([...listGroups(), 'rules', 'guard', 'host', 'hosts']);
    await fc.assert(
      fc.asyncProperty(layerValues, layerValues, layerValues, names, async (base, user, project, locked) => {
        const system = { ...nested(base), locked };
        const before = await loadIfSound({ system });
        const after = await loadIfSound({
          system,
          user: nested(user),
          project: nested(project),
          isTrusted: true,
          flags: { yolo: true },
        });
        fc.pre(before !== null && after !== null);
        const isLocked = (key: string) => locked.some((name) => `${key}.`.startsWith(`${name}.`));
        for (const { key, tighten } of listOptions().filter((option) => isLocked(option.key))) {
          const isKept = isAsStrict(tighten, at(after?.settings, key), at(before?.settings, key));
          expect([key, isKept]).toEqual([key, true]);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('a trusted project file is a layer like any other', { tags: ['slow'] }, async () => {
    await fc.assert(
      fc.asyncProperty(layerValues, async (values) => {
        const asUser = await loadIfSound({ user: nested(values) });
        const asProject = await loadIfSound({ project: nested(values), isTrusted: true });
        expect(asProject?.settings).toEqual(asUser?.settings);
      }),
      { numRuns: 100 },
    );
  });
});
