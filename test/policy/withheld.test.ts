import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../src/config/schema.ts';
import { withheldBelow } from '../../src/policy/paths/withheld.ts';

const workspace = { cwd: '/w', roots: ['/w'], home: '/home/me', realHome: '/home/me' };

function withheld(
  root: string,
  rules: readonly object[],
  ask: 'on-miss' | 'off' = 'on-miss',
  access: 'read' | 'list' = 'read',
) {
  const settings = defaultSettings();
  const approval = { ...settings.approval, security: 'full' as const, ask };
  const sourced = rules.map((rule) => ({ tool: 'read', ...rule, source: 'test', line: 1 }));
  return withheldBelow(root, access, { rules: sourced, settings: { ...settings, approval }, workspace });
}

describe('what rules withhold below a folder that may be read', () => {
  it.each<[object, string, boolean]>([
    [{ deny: 'drafts/**' }, '/w/drafts/deep/plan.txt', true],
    [{ deny: 'drafts' }, '/w/drafts/plan.txt', true],
    [{ deny: 'Drafts/**' }, '/w/drafts/plan.txt', true],
    [{ deny: '**/*.sql' }, '/w/a/b.sql', true],
    [{ deny: '/w/drafts/**' }, '/w/drafts/plan.txt', true],
    [{ ask: 'drafts/**' }, '/w/drafts/plan.txt', true],
    [{ tool: 'grep', deny: 'drafts/**' }, '/w/drafts/plan.txt', true],
    [{ deny: 'drafts/**' }, '/w/src/a.ts', false],
    [{ deny: 'drafts/**' }, '/w/src/drafts/a.ts', false],
  ])('%j: %s', (rule, path, expected) => {
    expect(withheld('/w', [rule])?.(path)).toBe(expected);
  });

  it.each<[string, object]>([
    ['allow rules', { allow: '**' }],
    ['rules about writing', { tool: 'write', deny: '**' }],
    ['rules about listing', { tool: 'glob', deny: '**' }],
    ['rules about commands', { tool: 'shell', deny: 'cat *' }],
  ])('is nothing for %s', (_, rule) => {
    expect(withheld('/w', [rule])).toBeNull();
  });

  it('is nothing that was asked about with the folder itself', () => {
    expect(withheld('/w/drafts', [{ ask: 'drafts' }])).toBeNull();
    expect(withheld('/w/drafts/deep', [{ ask: 'drafts/**' }, { deny: '**/x' }])?.('/w/drafts/deep/y')).toBe(
      false,
    );
  });

  it('is by rules about listing where names are listed', () => {
    const below = (rule: object) => withheld('/w', [rule], 'on-miss', 'list')?.('/w/drafts/plan.txt') ?? null;
    expect(below({ tool: 'glob', deny: 'drafts/**' })).toBe(true);
    expect(below({ tool: 'grep', ask: 'drafts' })).toBe(true);
    expect(below({ tool: 'read', deny: 'drafts/**' })).toBeNull();
  });

  it('is nothing that nobody is asked about', () => {
    expect(withheld('/w', [{ ask: 'drafts/**' }], 'off')).toBeNull();
    expect(withheld('/w', [{ deny: 'drafts/**' }], 'off')?.('/w/drafts/x')).toBe(true);
  });
});
