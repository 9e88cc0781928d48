import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Effect } from '../../src/core/effect.ts';
import { classifyName, classifyVariable } from '../../src/policy/commands/variable-names.ts';
import { type BenchOptions, yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const bench = sharedBench(() => {
  bench.stub('npm', 'python3', 'node', 'cargo', 'rustc');
  bench.file('x.py');
  bench.script('run.sh');
});

async function decisionOf(script: string, options: BenchOptions = {}): Promise<string> {
  return await bench.decide(script, options);
}

describe('modes', () => {
  it.each([
    ['ls', 'allow', 'allow', 'ask', 'ask', 'deny'],
    ['npm test', 'ask', 'deny', 'ask', 'ask', 'deny'],
    ['eval x', 'ask', 'deny', 'ask', 'ask', 'deny'],
    ['git push', 'deny', 'deny', 'deny', 'deny', 'deny'],
    ['rm -rf /', 'deny', 'deny', 'deny', 'deny', 'deny'],
  ])('%s: on-miss %s, off %s, always %s, full and always %s, deny %s', async (script, ...expected) => {
    const modes = [
      {},
      { ask: 'off' },
      { ask: 'always' },
      { security: 'full', ask: 'always' },
      { security: 'deny' },
    ] as const;
    const decided: string[] = [];
    for (const approval of modes) {
      decided.push(await decisionOf(script, { settings: { approval }, rules: [{ deny: 'git push *' }] }));
    }
    expect(decided).toEqual(expected);
  });

  it('keeps an asking rule under full, unless nobody is asked', async () => {
    const rules = [{ ask: 'npm publish *' }];
    const asking = { approval: { security: 'full' as const } };
    expect(await decisionOf('npm publish', { rules, settings: asking })).toBe('ask');
    expect(await decisionOf('npm publish', { rules, settings: yolo })).toBe('allow');
    expect(await decisionOf('ls', { rules: [{ ask: 'ls *' }] })).toBe('ask');
  });

  it('offers nothing when everything is asked', async () => {
    const settings = { approval: { ask: 'always' as const } };
    expect((await bench.judge('npm test', { settings })).suggest).toEqual([]);
  });

  it('takes the strictest of several effects and allows nothing happening', async () => {
    const { cwd } = bench.workspace;
    const read: Effect = { kind: 'read', path: join(cwd, 'a'), given: 'a' };
    const write: Effect = { kind: 'write', path: join(cwd, 'a'), given: 'a', before: null, after: null };
    expect((await bench.judgeAll([read, write])).decision).toBe('ask');
    expect((await bench.judgeAll([read, write, bench.exec('rm -rf /')])).decision).toBe('deny');
    expect((await bench.judgeAll([])).decision).toBe('allow');
  });
});

describe('the environment of a call', () => {
  it.each([
    ['PATH', 'deny', 'allow'],
    ['Path', 'deny', 'allow'],
    ['LD_PRELOAD', 'deny', 'allow'],
    ['NODE_OPTIONS', 'deny', 'allow'],
    ['PYTHONPATH', 'deny', 'allow'],
    ['GIT_CONFIG_COUNT', 'deny', 'allow'],
    ['GIT_SSH_COMMAND', 'deny', 'allow'],
    ['http_proxy', 'deny', 'allow'],
    ['HTTPS_PROXY', 'deny', 'allow'],
    ['npm_config_registry', 'deny', 'allow'],
    ['MAKEFLAGS', 'deny', 'allow'],
    ['RIPGREP_CONFIG_PATH', 'deny', 'allow'],
    ['RPM_CONFIGDIR', 'deny', 'allow'],
    ['GEMRC', 'deny', 'allow'],
    ['MSBuildSDKsPath', 'deny', 'allow'],
    ['NUGET_CONFIG', 'deny', 'allow'],
    ['TEXMFCNF', 'deny', 'allow'],
    ['PLTCOLLECTS', 'deny', 'allow'],
    ['RAKEOPT', 'deny', 'allow'],
    ['GHC_ENVIRONMENT', 'deny', 'allow'],
    ['BUNDLER_SETUP', 'deny', 'allow'],
    ['_PYTHON_SYSCONFIGDATA_NAME', 'deny', 'allow'],
    ['_ARGCOMPLETE_STDOUT_FILENAME', 'deny', 'allow'],
    ['NIX_SSL_CERT_FILE', 'deny', 'allow'],
    ['JAVACMD', 'deny', 'allow'],
    ['USE_BAZEL_VERSION', 'deny', 'allow'],
    ['TFENV_AUTO_INSTALL', 'deny', 'allow'],
    ['AUTOM4TE', 'deny', 'allow'],
    ['LESSKEYIN', 'deny', 'allow'],
    ['LESSKEY_CONTENT', 'deny', 'allow'],
    ['LESSGLOBALTAGS', 'deny', 'allow'],
    ['KUBECTL_EXTERNAL_DIFF', 'deny', 'allow'],
    ['GH_BROWSER', 'deny', 'allow'],
    ['SSH_SK_HELPER', 'deny', 'allow'],
    ['PSModulePath', 'deny', 'allow'],
    ['OMP_TOOL_LIBRARIES', 'deny', 'allow'],
    ['ICECC_CC', 'deny', 'allow'],
    ['ODBCINI', 'deny', 'allow'],
    ['VK_DRIVER_FILES', 'deny', 'allow'],
    ['COREHOST_TRACEFILE', 'deny', 'allow'],
    ['MallocLogFile', 'deny', 'allow'],
    ['GETTEXT_LOG_UNTRANSLATED', 'deny', 'allow'],
    ['DEPENDENCIES_OUTPUT', 'deny', 'allow'],
    ['XDEBUG_MODE', 'deny', 'allow'],
    ['TDSDUMP', 'deny', 'allow'],
    ['QEMU_LOG_FILENAME', 'deny', 'allow'],
    ['BASH_ENV', 'deny', 'deny'],
    ['BASH_FUNC_ls%%', 'deny', 'deny'],
    ['BUN_OPTIONS', 'deny', 'deny'],
    ['PS4', 'deny', 'deny'],
    ['MY_TOOL_OPTS', 'ask', 'allow'],
    ['APP_CONFIG', 'ask', 'allow'],
    ['API_TOKEN', 'ask', 'allow'],
    ['CI', 'allow', 'allow'],
    ['DEBUG', 'allow', 'allow'],
    ['NODE_ENV', 'allow', 'allow'],
    ['RUST_BACKTRACE', 'allow', 'allow'],
    ['PYTHONUNBUFFERED', 'allow', 'allow'],
    ['FORCE_COLOR', 'allow', 'allow'],
    ['TOKENIZERS_PARALLELISM', 'allow', 'allow'],
    ['GIT_AUTHOR_NAME', 'allow', 'allow'],
    ['GIT_COMMITTER_DATE', 'allow', 'allow'],
    ['LC_ALL', 'allow', 'allow'],
  ])('%s: %s, under full %s', async (name, expected, underFull) => {
    const exec = { env: { [name]: name === 'LC_ALL' ? 'en_US.UTF-8' : '1' } };
    expect(await decisionOf('ls', { exec })).toBe(expected);
    expect(await decisionOf('ls', { exec, settings: yolo })).toBe(underFull);
    expect(await decisionOf('ls', { exec, settings: { ...yolo, guard: false } })).toBe(underFull);
  });

  it.each([
    ['GIT_PAGER=cat git log -1', 'allow'],
    ['PAGER=cat git diff', 'allow'],
    ['GIT_PAGER= git log -1', 'allow'],
    ['PAGER="" git diff', 'allow'],
    ['EDITOR= git log', 'ask'],
    ['GIT_TERMINAL_PROMPT=0 git status', 'allow'],
    ['GIT_EDITOR=true git log', 'allow'],
    ['GIT_EDITOR=cn git log', 'ask'],
    ['GIT_PAGER=cn git log', 'ask'],
    ['GIT_PAGER=$X git log', 'ask'],
    ['MANPAGER=cat ls', 'ask'],
    ['XDEBUG_MODE=off ls', 'allow'],
    ['XDEBUG_MODE=profile ls', 'ask'],
  ])('what every command has anyway may be said again: %s', async (command, expected) => {
    expect(await decisionOf(command)).toBe(expected);
  });

  it('knows locales that read text as it is written', () => {
    for (const value of ['', 'C', 'POSIX', 'C.UTF-8', 'de_DE.utf8', 'sr_RS.UTF-8@latin']) {
      expect(classifyVariable('LC_ALL', value)).toBe('plain');
    }
    for (const value of ['zh_CN.GBK', 'ja_JP.SJIS', 'zh_TW', null]) {
      expect(classifyVariable('LANG', value)).toBe('forbidden');
    }
    expect(classifyName('LANGUAGE')).toBe('plain');
  });
});

describe('elevated', () => {
  const exec = { elevated: true };

  it.each([
    [{}, 'deny', 'elevated.enabled and elevated.allowed are off'],
    [{ enabled: true }, 'deny', 'elevated.allowed is off'],
    [{ allowed: true }, 'deny', 'elevated.enabled is off'],
    [{ enabled: true, allowed: true }, 'ask', 'elevated.mode is ask'],
    [{ enabled: true, allowed: true, mode: 'full' as const }, 'allow', ''],
  ])('%j: %s', async (elevated, expected, reason) => {
    const verdict = await bench.judge('ls', { exec, settings: { elevated } });
    expect(verdict.decision).toBe(expected);
    expect(verdict.reason).toContain(reason);
    const open = { ...yolo, guard: false, elevated };
    expect(await decisionOf('ls', { exec, settings: open })).toBe(expected === 'ask' ? 'deny' : expected);
  });

  it('never skips deny rules or the guard', async () => {
    const settings = { elevated: { enabled: true, allowed: true, mode: 'full' as const } };
    expect(await decisionOf('npm publish', { exec, settings })).toBe('allow');
    expect(await decisionOf('npm publish', { exec, settings, rules: [{ deny: 'npm publish *' }] })).toBe(
      'deny',
    );
    expect(await decisionOf('rm -rf /', { exec, settings })).toBe('deny');
  });
});

describe('a sandbox', () => {
  it('lets asked commands run when the person said so and it is complete', async () => {
    const settings = { sandbox: { autoAllow: true } };
    expect(await decisionOf('npm test', { settings, isSandboxed: true })).toBe('allow');
    expect(await decisionOf('npm test', { settings, isSandboxed: false })).toBe('ask');
    expect(await decisionOf('npm test', { isSandboxed: true })).toBe('ask');
    expect(await decisionOf('npm test', { settings, isSandboxed: true, rules: [{ ask: 'npm *' }] })).toBe(
      'ask',
    );
    expect(await decisionOf('npm test', { settings, isSandboxed: true, rules: [{ deny: 'npm *' }] })).toBe(
      'deny',
    );
    expect(await decisionOf('PATH=. ls', { settings, isSandboxed: true })).toBe('ask');
  });
});

describe('sessions and skills', () => {
  const typed = (data: string, interpreter: 'bash' | 'other' | null = 'bash'): Effect => ({
    kind: 'input',
    session: 's',
    data,
    interpreter,
    readers: [],
    searchPath: '',
  });

  it.each([
    [typed('ls\n'), {}, 'ask'],
    [typed('ls\n'), { settings: yolo }, 'allow'],
    [typed('ls\n'), { settings: { ...yolo, guard: false } }, 'allow'],
    [typed('ls\n'), { settings: { approval: { security: 'deny' } } }, 'deny'],
    [typed('ls\n'), { settings: { approval: { security: 'full', ask: 'always' } } }, 'ask'],
    [typed('ls -la\n'), { rules: [{ tool: 'process', allow: 'ls *' }] }, 'allow'],
    [typed('ls -la\n'), { rules: [{ tool: 'shell', allow: 'ls *' }] }, 'ask'],
    [typed('ls; npm publish\n'), { rules: [{ tool: 'process', allow: 'ls *' }] }, 'ask'],
    [typed('ls $(npm publish)\n'), { rules: [{ tool: 'process', allow: 'ls *' }] }, 'ask'],
    [typed('npm publish\n'), { rules: [{ tool: 'shell', deny: 'npm publish *' }] }, 'deny'],
    [typed('npm publish\n'), { settings: yolo, rules: [{ tool: 'process', deny: 'npm *' }] }, 'deny'],
    [typed('rm -rf /\n'), { settings: yolo }, 'deny'],
    [typed('y\n', null), {}, 'ask'],
    [typed('y\n', null), { rules: [{ tool: 'process', allow: 'y' }] }, 'allow'],
    [{ kind: 'signal', session: 's' }, {}, 'allow'],
    [{ kind: 'signal', session: 's' }, { settings: { approval: { security: 'deny' } } }, 'allow'],
    [{ kind: 'list', path: '/', given: '/' }, { settings: { approval: { security: 'deny' } } }, 'deny'],
    [
      { kind: 'move', from: 'local', to: 'sandbox' },
      { settings: { approval: { security: 'deny' } } },
      'deny',
    ],
    [{ kind: 'skill', name: 'pdf' }, {}, 'allow'],
    [{ kind: 'skill', name: 'pdf' }, { settings: { approval: { security: 'deny' } } }, 'deny'],
    [{ kind: 'skill', name: 'pdf' }, { rules: [{ tool: 'skill', deny: 'pd*' }] }, 'deny'],
    [{ kind: 'skill', name: 'pdf' }, { rules: [{ tool: 'skill', ask: 'pdf' }] }, 'ask'],
    [
      { kind: 'skill', name: 'pdf' },
      { rules: [{ tool: 'skill', ask: 'pdf' }], settings: { approval: { security: 'full', ask: 'off' } } },
      'allow',
    ],
    [
      { kind: 'skill', name: 'pdf' },
      { rules: [{ tool: 'skill', ask: 'pdf' }], settings: { approval: { ask: 'off' } } },
      'deny',
    ],
  ] as readonly (readonly [Effect, BenchOptions, string])[])(
    '%j with %j: %s',
    async (effect, options, expected) => {
      expect((await bench.judgeAll([effect], options)).decision).toBe(expected);
    },
  );
});

describe('what a judgement says', () => {
  it('names the paths it judged', async () => {
    const { paths } = await bench.judge('cat x.py > out.txt');
    const { cwd } = bench.workspace;
    expect(paths.map(({ access, path, decision }) => [access, path, decision])).toEqual([
      ['write', join(cwd, 'out.txt'), 'ask'],
      ['read', join(cwd, 'x.py'), 'allow'],
    ]);
  });

  it.each([
    ['python3 x.py --flag', ['x.py']],
    ['./run.sh', ['run.sh']],
    ['bash run.sh', ['run.sh']],
    ['python3 -c 1', []],
    ['npm test', []],
    ['cat x.py', []],
    ['bash -eo pipefail run.sh', ['run.sh']],
    ['bash - run.sh', ['run.sh']],
    ['bash --rcfile run.sh x', ['run.sh']],
    ['source ./run.sh', ['run.sh']],
    ['. ./run.sh', ['run.sh']],
    ["bash -c '. ./run.sh'", ['run.sh']],
    ['bash < run.sh', ['run.sh']],
    ['cat run.sh | bash', ['run.sh']],
    ['perl -Mstrict x.py', ['x.py']],
    ['perl -I lib x.py', ['x.py']],
    ['python3 -uW ignore x.py', ['x.py']],
    ['node -r ./x.py run.sh', ['x.py', 'run.sh']],
    ['make -f x.py', ['x.py']],
    ['awk -fx.py run.sh', ['run.sh', 'x.py']],
    ['sudo bash run.sh', ['run.sh']],
    ['eval "bash run.sh"', ['run.sh']],
    ['cd sub && bash ../run.sh', ['run.sh']],
    ['xargs ./run.sh', ['run.sh']],
    ['find . -exec ./run.sh {} +', ['run.sh']],
    ['sudo ./run.sh', ['run.sh']],
    ['eval "$X"; ./run.sh', ['run.sh']],
    ['$X ./run.sh', ['run.sh']],
    ['xargs /bin/rm', []],
    ['ssh host ./run.sh', []],
    ['ssh host bash run.sh', []],
    ['npm run x.py', []],
  ])('names the script of %s', async (command, scripts) => {
    const names = scripts.map((name) => join(bench.workspace.cwd, name));
    expect((await bench.judge(command)).scripts.toSorted()).toEqual(names.toSorted());
  });

  it.each([
    'python3 -c 1',
    'node -e 1',
    'bash run.sh',
    'sudo id',
    'npx tsc',
    'git push',
    'xargs rm',
    'rm -r x',
    'curl https://example.com',
    'npm install x',
    'env -i ls',
  ])('never offers more than the exact words of %s where more would be too much', async (command) => {
    const { suggest } = await bench.judge(command);
    const banned = /^(python3|node|bash|sudo|npx|git|xargs|rm|curl|npm|env|npm install) \*$/;
    expect(suggest.filter((text) => banned.test(text))).toEqual([]);
  });

  it.each([
    'node',
    'cat x | python3',
    'echo 1 | sh',
    'eval x',
    'PATH=x npm test',
    'cat .ssh/id_rsa',
    'npm test > /etc/x',
  ])('offers nothing for %s', async (command) => {
    expect((await bench.judge(command)).suggest).toEqual([]);
  });

  it('names the rule that lets a command write which would else only read', async () => {
    const { decision, reason, rule } = await bench.judge('echo x > src/new.ts', {
      rules: [{ tool: 'write', allow: 'src/**' }],
    });
    expect({ decision, reason, rule: rule?.text }).toEqual({
      decision: 'allow',
      reason: 'a rule allows writing "src/new.ts"',
      rule: 'src/**',
    });
  });

  it.each(['allowlist', 'full'] as const)(
    'proposes none where an ask rule stands, which beats it (%s)',
    async (security) => {
      bench.stub('fetch');
      const settings = { approval: { security, ask: 'on-miss' as const } };
      const { decision, suggest } = await bench.judge('fetch x', { settings, rules: [{ ask: 'fetch *' }] });
      expect({ decision, suggest }).toEqual({ decision: 'ask', suggest: [] });
    },
  );

  it('does not run toolchains that a folder chooses', async () => {
    expect(await decisionOf('cargo --version')).toBe('allow');
    bench.file('rust-toolchain.toml', '[toolchain]\npath = "evil"');
    bench.file('crate/x');
    expect(await decisionOf('cargo --version')).toBe('ask');
    expect(await decisionOf('cd crate && rustc --version')).toBe('ask');
  });
});
