import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../src/config/schema.ts';
import { commandVariables, missingRequirement } from '../../src/skills/requirements.ts';
import { commandEnvironment } from '../../src/tools/shell/environment.ts';

describe('what commands get', () => {
  it('is what the shell tool gives them, besides what it adds to every command', () => {
    const name = fc.constantFrom('PATH', 'HOME', 'A', 'API_TOKEN', 'MY_KEY', 'BASH_ENV', 'LC_ALL', 'BUN_X');
    const env = fc.dictionary(name, fc.constantFrom('', 'x', '/bin'));
    const rules = fc.record({
      inherit: fc.constantFrom('all' as const, 'core' as const, 'none' as const),
      set: env,
      pass: fc.array(name, { maxLength: 2 }),
      pathAppend: fc.array(fc.constant('/append'), { maxLength: 1 }),
      pathPrepend: fc.array(fc.constant('/prepend'), { maxLength: 1 }),
    });
    const security = fc.constantFrom('allowlist' as const, 'full' as const);
    fc.assert(
      fc.property(env, rules, security, (inherited, shellEnv, level) => {
        const base = defaultSettings();
        const settings = {
          ...base,
          shell: { ...base.shell, env: shellEnv },
          approval: { ...base.approval, security: level },
        };
        const request = { inherited, settings, overrides: {}, cwd: '/', callId: 'c', serverId: 's' };
        expect(commandEnvironment(request).env).toMatchObject(commandVariables(inherited, settings));
        const added = [
          'PWD',
          'PAGER',
          'GIT_PAGER',
          'GIT_TERMINAL_PROMPT',
          'AGENT_TOOLS_RUN',
          'AGENT_TOOLS_SERVER',
        ];
        const given = Object.keys(commandEnvironment(request).env).filter((key) => !added.includes(key));
        expect(Object.keys(commandVariables(inherited, settings)).sort()).toEqual(given.sort());
      }),
    );
  });

  it.each([
    [{ bins: [], env: [] }, null],
    [{ bins: ['a'], env: ['A'] }, null],
    [{ bins: ['a', 'b'], env: [] }, 'programs not found: b'],
    [{ bins: ['b'], env: ['A', 'B'] }, 'programs not found: b; variables not set for commands: B'],
  ])('%j lacks %s', (requires, missing) => {
    const view = { env: { A: '1' }, hasProgram: (name: string) => name === 'a' };
    expect(missingRequirement(requires, view)).toBe(missing);
  });
});
