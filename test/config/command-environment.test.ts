import { describe, expect, it } from 'vitest';
import { commandEnvironment, inheritedValue } from '../../src/config/command-environment.ts';
import { defaultSettings } from '../../src/config/schema.ts';
import { isRemovedName, isSecretName } from '../../src/core/environment.ts';

const settings = defaultSettings();
type ShellEnv = (typeof settings)['shell']['env'];

function environment(
  inherited: Record<string, string>,
  rules: Partial<ShellEnv> = {},
  overrides: Record<string, string> = {},
  security = settings.approval.security,
) {
  return commandEnvironment({
    inherited,
    settings: {
      ...settings,
      approval: { ...settings.approval, security },
      shell: { ...settings.shell, env: { ...settings.shell.env, ...rules } },
    },
    overrides,
    cwd: '/ws',
    callId: 'call',
    serverId: 'server',
  });
}

describe('names', () => {
  it.each([
    'API_KEY',
    'AWS_ACCESS_KEY_ID',
    'my_token',
    'DB_PASSWORD',
    'APP_SECRET',
    'CREDENTIAL',
    'A_CREDENTIAL_B',
  ])('%s looks secret', (name) => {
    expect(isSecretName(name)).toBe(true);
  });
  it.each(['TOKENIZERS_PARALLELISM', 'KEYBOARD', 'SSH_AUTH_SOCK', 'MONKEY', 'PATH', 'SECRETARY', ''])(
    '%s does not',
    (name) => {
      expect(isSecretName(name)).toBe(false);
    },
  );
  it.each([
    'BASH_ENV',
    'ENV',
    'BASH_FUNC_ls%%',
    'SHELLOPTS',
    'BASHOPTS',
    'PS4',
    'CDPATH',
    'OLDPWD',
    'GLOBIGNORE',
    'EXECIGNORE',
    'BUN_OPTIONS',
    'BUN_BE_BUN',
  ])('%s is always removed', (name) => {
    expect(isRemovedName(name)).toBe(true);
  });
});

describe('commandEnvironment', () => {
  const parent = {
    PATH: '/bin',
    HOME: '/h',
    LC_ALL: 'C',
    EDITOR: 'vi',
    API_KEY: 'k',
    BASH_ENV: '/evil',
    'BASH_FUNC_ls%%': '() { :; }',
    BUN_OPTIONS: '--x',
    PAGER: 'less',
  };

  it('inherits all but secrets and what changes the meaning of a command', () => {
    const { env, heldBack } = environment(parent);
    expect(env).toEqual({
      PATH: '/bin',
      HOME: '/h',
      LC_ALL: 'C',
      EDITOR: 'vi',
      PWD: '/ws',
      PAGER: 'cat',
      GIT_PAGER: 'cat',
      GIT_TERMINAL_PROMPT: '0',
      AGENT_TOOLS_RUN: 'call',
      AGENT_TOOLS_SERVER: 'server',
    });
    expect(heldBack).toEqual(['API_KEY']);
  });

  it.each([
    ['core', { inherit: 'core' as const }, ['HOME', 'LC_ALL', 'PATH']],
    [
      'core with pass',
      { inherit: 'core' as const, pass: ['EDITOR', 'API_KEY'] },
      ['API_KEY', 'EDITOR', 'HOME', 'LC_ALL', 'PATH'],
    ],
    ['none with set', { inherit: 'none' as const, set: { A: '1' } }, ['A']],
    ['none ignores pass', { inherit: 'none' as const, pass: ['HOME'] }, []],
    ['pass lets a secret through', { pass: ['API_KEY'] }, ['API_KEY', 'EDITOR', 'HOME', 'LC_ALL', 'PATH']],
  ])('%s', (_, rules, names) => {
    const own = ['PWD', 'PAGER', 'GIT_PAGER', 'GIT_TERMINAL_PROMPT', 'AGENT_TOOLS_RUN', 'AGENT_TOOLS_SERVER'];
    const { env } = environment(parent, rules);
    expect(
      Object.keys(env)
        .filter((name) => !own.includes(name))
        .sort(),
    ).toEqual(names);
  });

  it('full passes secrets, and still no removed name, whoever sets it', () => {
    const { env } = environment(
      parent,
      { set: { ENV: '/evil' } },
      { BASH_ENV: '/evil', PS4: '$(x)', OK: '1' },
      'full',
    );
    expect(env).toMatchObject({ API_KEY: 'k', OK: '1' });
    expect(Object.keys(env).filter(isRemovedName)).toEqual([]);
  });

  it.each([
    ['is not inherited', {}, 'allowlist' as const, false],
    ['is where it is passed on', { pass: ['POSIXLY_CORRECT'] }, 'allowlist' as const, true],
    ['is under full', {}, 'full' as const, true],
  ])('POSIXLY_CORRECT %s', (_, rules, security, isThere) => {
    const { env } = environment({ POSIXLY_CORRECT: '1' }, rules, {}, security);
    expect('POSIXLY_CORRECT' in env).toBe(isThere);
  });

  it('adds folders to PATH in order', () => {
    expect(environment({ PATH: '/bin' }, { pathPrepend: ['/a', '/b'], pathAppend: ['/z'] }).env.PATH).toBe(
      '/a:/b:/bin:/z',
    );
    expect(environment({}, { pathAppend: ['/z'] }).env.PATH).toBe('/z');
  });

  it('gives back what a PyInstaller parent saved', () => {
    const { env } = environment({
      LD_LIBRARY_PATH: '/tmp/_MEI1',
      LD_LIBRARY_PATH_ORIG: '/lib/mine',
      LD_PRELOAD: 'x',
      LD_PRELOAD_ORIG: '',
      FOO_ORIG: 'kept',
    });
    expect(env).toMatchObject({ LD_LIBRARY_PATH: '/lib/mine', FOO_ORIG: 'kept' });
    expect(env).not.toHaveProperty('LD_PRELOAD');
    expect(env).not.toHaveProperty('LD_LIBRARY_PATH_ORIG');
  });

  it('keeps the markers of an outer run, so that its clean-up finds the inner one', () => {
    const { env } = environment({ AGENT_TOOLS_RUN: 'outer', AGENT_TOOLS_SERVER: 'boss' });
    expect(env).toMatchObject({ AGENT_TOOLS_RUN: 'outer/call', AGENT_TOOLS_SERVER: 'boss/server' });
  });

  it('tells which variables no command finds', () => {
    const inherited = { OWN: '1', LIBRARY_KEY: 'k', AGENT_TOOLS_CONFIG: '/x' };
    const ruled = {
      ...settings,
      shell: { ...settings.shell, env: { ...settings.shell.env, set: { RULED: '1' } } },
    };
    const { env } = commandEnvironment({
      inherited,
      settings: ruled,
      overrides: {},
      cwd: '/ws',
      callId: 'call',
      serverId: 'server',
    });
    const found = (name: string) => inheritedValue(name, { inherited, settings: ruled });
    const unset = (name: string) => found(name) === null;
    expect(Object.keys(env).filter(unset)).toEqual(['PWD']);
    expect(['OTHER', 'toString', 'GIT_EDITOR', 'LIBRARY_KEY'].map(unset)).toEqual([true, true, false, false]);
    expect(['OWN', 'RULED', 'PAGER'].map(found)).toEqual(['1', '1', undefined]);
  });
});

it('tells which variables of a call have another value in every command', () => {
  expect(environment({ PAGER: 'less' }, {}, { PAGER: 'less', GIT_PAGER: 'cat', A: 'b' }).fixed).toEqual([
    'PAGER',
  ]);
  expect(environment({ PAGER: 'less' }).fixed).toEqual([]);
});
