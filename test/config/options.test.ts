import { describe, expect, it } from 'vitest';
import { findOption, listGroups, listOptions } from '../../src/config/options.ts';

describe('options', () => {
  it('have variables of their own, derived from the key', () => {
    const variables = listOptions().map(({ variable }) => variable);
    expect(new Set(variables).size).toBe(variables.length);
    for (const variable of variables) expect(variable).toMatch(/^AGENT_TOOLS(_[A-Z]+)+$/);
  });

  it.each([
    ['approval.security', 'AGENT_TOOLS_APPROVAL_SECURITY'],
    ['shell.timeoutSeconds', 'AGENT_TOOLS_SHELL_TIMEOUT_SECONDS'],
    ['shell.env.inherit', 'AGENT_TOOLS_SHELL_ENV_INHERIT'],
    ['guard', 'AGENT_TOOLS_GUARD'],
    ['policy.trustedDirs', 'AGENT_TOOLS_POLICY_TRUSTED_DIRS'],
  ])('%s is set by %s', (key, variable) => {
    expect(findOption(key)?.variable).toBe(variable);
  });

  it.each(listOptions().map((option) => [option.key, option] as const))(
    '%s says what it means and wants',
    (_, option) => {
      expect(option.sentence).toMatch(/^[A-Za-z].*[^.]$/);
      expect(option.wanted).toMatch(/\w/);
      expect(option.wanted).not.toContain('undefined');
    },
  );

  it.each([
    'approval',
    'shell.env',
    'nothing',
    'approval.security.x',
    '__proto__',
    'constructor',
    'caps.toString',
    '',
  ])('%j is no option', (key) => {
    expect(findOption(key)).toBeNull();
  });

  it('are found one by one as they are listed', () => {
    for (const option of listOptions()) expect(findOption(option.key)).toBe(option);
  });

  it('stand in groups', () => {
    expect(listGroups()).toEqual([
      'approval',
      'shell',
      'shell.env',
      'caps',
      'workspace',
      'sandbox',
      'elevated',
      'policy',
      'summarize',
      'skills',
      'media',
      'audit',
    ]);
  });
});
