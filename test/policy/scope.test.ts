import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Effect } from '../../src/core/effect.ts';
import type { BenchOptions } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const bench = sharedBench(() => {
  const { cwd, home } = bench.workspace;
  for (const name of ['a.txt', '.env', 'src/a.ts', 'keys/id_rsa', '.agents/x', '.agent-tools.json'])
    bench.file(name, 'x');
  bench.file('guarded/.agent-tools.json', '{}');
  mkdirSync(join(bench.folder, 'out'));
  bench.file(join(bench.folder, 'out/x'), 'x');
  bench.file(join(home, '.config/agent-tools/config.json'), 'x');
  bench.file(join(home, '.ssh/id_ed25519'), 'x');
  symlinkSync(join(home, '.config/agent-tools/config.json'), join(cwd, 'innocent.json'));
  symlinkSync(join(home, '.config'), join(cwd, 'conf'));
  linkSync(join(home, '.config/agent-tools/config.json'), join(cwd, 'hard.json'));
  symlinkSync(join(bench.folder, 'out'), join(cwd, 'exit'));
  symlinkSync(join(cwd, '.env'), join(cwd, 'plain.txt'));
});

type Kind = 'read' | 'list' | 'write';

function effect(kind: Kind, given: string): Effect {
  const path = given.startsWith('/') ? given : join(bench.workspace.cwd, given);
  return kind === 'write' ? { kind, path, given, before: null, after: null } : { kind, path, given };
}

const approval = {
  deny: { security: 'deny' },
  allowlist: { security: 'allowlist' },
  silent: { security: 'allowlist', ask: 'off' },
  full: { security: 'full', ask: 'off' },
  always: { security: 'full', ask: 'always' },
} as const;

type Mode = keyof typeof approval;

async function decide(kind: Kind, path: string, mode: Mode, options: BenchOptions = {}): Promise<string> {
  const given = path.replace(/^OUT/, join(bench.folder, 'out')).replace(/^~/, bench.workspace.home);
  const settings = { ...options.settings, approval: approval[mode] };
  return (await bench.judgeAll([effect(kind, given)], { ...options, settings })).decision;
}

describe('the table of effects', () => {
  it.each<[Kind, string, string, string, string, string, string]>([
    ['read', 'a.txt', 'deny', 'allow', 'allow', 'allow', 'allow'],
    ['list', 'src', 'deny', 'allow', 'allow', 'allow', 'allow'],
    ['read', 'OUT/x', 'deny', 'allow', 'allow', 'allow', 'ask'],
    ['read', '.env', 'deny', 'ask', 'deny', 'deny', 'ask'],
    ['read', 'plain.txt', 'deny', 'ask', 'deny', 'deny', 'ask'],
    ['read', '~/.ssh/id_ed25519', 'deny', 'ask', 'deny', 'deny', 'ask'],
    ['write', 'a.txt', 'deny', 'ask', 'deny', 'allow', 'ask'],
    ['write', 'new/b.txt', 'deny', 'ask', 'deny', 'allow', 'ask'],
    ['write', 'OUT/x', 'deny', 'ask', 'deny', 'allow', 'ask'],
    ['write', '.env', 'deny', 'ask', 'deny', 'deny', 'ask'],
    ['read', '~/.config/agent-tools/config.json', 'deny', 'deny', 'deny', 'deny', 'deny'],
    ['write', '~/.config/agent-tools/config.json', 'deny', 'deny', 'deny', 'deny', 'deny'],
    ['write', '~/.config/agent-tools/new', 'deny', 'deny', 'deny', 'deny', 'deny'],
    ['write', '.agent-tools.json', 'deny', 'deny', 'deny', 'deny', 'deny'],
    ['write', '.Agent-Tools.JSON', 'deny', 'deny', 'deny', 'deny', 'deny'],
    ['write', 'src/.agent-tools.json', 'deny', 'deny', 'deny', 'deny', 'deny'],
    ['write', 'src/new/.Agent-Tools.json', 'deny', 'deny', 'deny', 'deny', 'deny'],
    ['write', 'OUT/.agent-tools.json', 'deny', 'deny', 'deny', 'deny', 'deny'],
    ['write', 'innocent.json', 'deny', 'deny', 'deny', 'deny', 'deny'],
    ['write', 'hard.json', 'deny', 'deny', 'deny', 'deny', 'deny'],
    ['write', 'conf/agent-tools/x', 'deny', 'deny', 'deny', 'deny', 'deny'],
  ])(
    '%s %s: deny %s, allowlist %s, asking nobody %s, full %s, asking always %s',
    async (kind, path, ...expected) => {
      const modes: readonly Mode[] = ['deny', 'allowlist', 'silent', 'full', 'always'];
      const decided: string[] = [];
      for (const mode of modes) decided.push(await decide(kind, path, mode));
      expect(decided).toEqual(expected);
    },
  );
});

describe('path rules', () => {
  it.each<[string, Kind, string, string]>([
    ['src/**', 'write', 'src/a.ts', 'allow'],
    ['src/**', 'write', 'src/new/deep/b.ts', 'allow'],
    ['./src/**', 'write', 'src/a.ts', 'allow'],
    ['src//**', 'write', 'src/a.ts', 'allow'],
    ['src/./a.ts', 'write', 'src/a.ts', 'allow'],
    ['src/[[:alpha:]].ts', 'write', 'src/a.ts', 'allow'],
    ['src/[[:digit:]].ts', 'write', 'src/a.ts', 'ask'],
    ['src/*', 'write', 'src/new/b.ts', 'ask'],
    ['*.ts', 'write', 'src/a.ts', 'ask'],
    ['**/*.ts', 'write', 'src/a.ts', 'allow'],
    ['**', 'write', 'a.txt', 'allow'],
    ['**', 'write', '.hidden', 'allow'],
    ['**', 'write', 'OUT/x', 'ask'],
    ['**', 'write', 'exit/x', 'ask'],
    ['/**', 'write', 'OUT/x', 'ask'],
    ['**', 'write', '.env', 'ask'],
    ['.env', 'write', '.env', 'allow'],
    ['**', 'read', '.env', 'ask'],
    ['**/*', 'read', '.env', 'ask'],
    ['.env', 'read', '.env', 'allow'],
    ['.env*', 'read', '.env', 'allow'],
    ['keys/*', 'read', 'keys/id_rsa', 'ask'],
    ['keys/id_rsa', 'read', 'keys/id_rsa', 'allow'],
    ['~/.ssh/id_*', 'read', '~/.ssh/id_ed25519', 'allow'],
    ['**', 'write', '.git/hooks/pre-commit', 'ask'],
    ['**', 'write', '.git/hooks/a\nb', 'ask'],
    ['**', 'write', '.agents/a\nb/SKILL.md', 'ask'],
    ['**', 'write', '.git/config', 'ask'],
    ['**', 'write', 'sub/.GIT/config', 'ask'],
    ['**', 'write', '.git/modules/a/config', 'ask'],
    ['**', 'write', '.agents/x', 'ask'],
    ['**', 'write', 'src/.agents/skills/a/SKILL.md', 'ask'],
    ['**', 'write', 'src/.Agents/x', 'ask'],
    ['**', 'write', '.bashrc', 'ask'],
    ['**', 'write', '.git/COMMIT_EDITMSG', 'allow'],
    ['**', 'write', 'git/config', 'allow'],
    ['**', 'write', '.agent-tools.json', 'deny'],
  ])('allow %s: %s %s is %s', async (text, kind, path, expected) => {
    const rules = [{ tool: kind === 'write' ? ['write', 'edit'] : 'read', allow: text }];
    expect(await decide(kind, path, 'allowlist', { rules })).toBe(expected);
  });

  it.each<[string, string, Kind, string]>([
    ['read', 'src/**', 'read', 'src/a.ts'],
    ['read', 'SRC/**', 'read', 'src/a.ts'],
    ['read', 'src', 'read', 'src/a.ts'],
    ['read', '**/*.ts', 'read', 'src/a.ts'],
    ['write', 'a.txt', 'write', 'a.txt'],
    ['glob', 'src', 'list', 'src'],
    ['read', 'plain.txt', 'read', 'plain.txt'],
  ])('deny for %s %s refuses %s %s, also under full', async (tool, text, kind, path) => {
    const rules = [{ tool, deny: text }];
    expect(await decide(kind, path, 'full', { rules })).toBe('deny');
  });

  it('asks where a rule asks', async () => {
    const rules = [{ tool: 'read', ask: 'src/**' }];
    expect(await decide('read', 'src/a.ts', 'allowlist', { rules })).toBe('ask');
    expect(await decide('read', 'a.txt', 'allowlist', { rules })).toBe('allow');
  });

  it('offers the file and its folder', async () => {
    const { suggest, proposals } = await bench.judgeAll([effect('write', 'src/a.ts')]);
    expect(suggest).toEqual(['src/a.ts', 'src/**']);
    for (const rules of proposals) {
      expect((await bench.judgeAll([effect('write', 'src/a.ts')], { rules })).decision).toBe('allow');
    }
    expect((await bench.judgeAll([effect('write', join(bench.folder, 'out/x'))])).suggest).toEqual([]);
  });
});

describe('a closed workspace', () => {
  const restrict = { workspace: { restrict: true } };

  it.each<[Kind, string, string]>([
    ['read', 'a.txt', 'allow'],
    ['read', 'OUT/x', 'deny'],
    ['read', 'exit/x', 'deny'],
    ['list', '/etc', 'deny'],
    ['write', 'OUT/x', 'deny'],
  ])('%s %s: %s', async (kind, path, expected) => {
    expect(await decide(kind, path, 'allowlist', { settings: restrict })).toBe(expected);
  });

  it.each([
    ['cat a.txt', 'allow'],
    ['cat /etc/passwd', 'deny'],
    ['cat ../out/x', 'deny'],
    ['cat exit/x', 'deny'],
    ['cat < /etc/passwd', 'deny'],
    ['ls > ../out/y', 'deny'],
    ['cd .. && ls', 'deny'],
    ['cd /etc', 'deny'],
    ['cd; ls', 'deny'],
    ['cd -- && ls', 'deny'],
    ['(cd; git status)', 'deny'],
    ['command cd; ls', 'deny'],
    ['cd src; cd; ls', 'deny'],
    ['tool --file=/etc/passwd', 'deny'],
    ['tool -f/etc/passwd', 'deny'],
    ['tool @/etc/passwd', 'deny'],
    ['tool file:///etc/passwd', 'deny'],
    ['tool ../out/x', 'deny'],
    ["bash -c 'cat /etc/passwd'", 'deny'],
    ['echo $(cat /etc/passwd)', 'deny'],
    ['tool exit/x', 'deny'],
    ['tool exit/new', 'deny'],
    ['tool src/../../out/new', 'deny'],
    ['tool --file=src/../../new', 'deny'],
    ['tool src/../new', 'ask'],
    ['tool main..topic', 'ask'],
    ['echo /etc/*', 'deny'],
    ['echo /etc/none-so-called*', 'deny'],
    ['echo /usr/*/*/*', 'deny'],
    ["printf '%s\\n' ~/*", 'deny'],
    ['echo ../*', 'deny'],
    ['echo exit/*', 'deny'],
    ['basename -a ?xit/*', 'deny'],
    ['for f in /etc/*; do echo "$f"; done', 'deny'],
    ['echo * a.*', 'allow'],
    ['for f in a*; do echo "$f"; done', 'allow'],
    ['case $X in /etc/*) echo a;; esac', 'allow'],
    ['echo /etc/passwd', 'allow'],
    ['grep /etc a.txt', 'allow'],
    ["sed -n '/x/p' a.txt", 'allow'],
    ['ls 2>/dev/null', 'allow'],
    ['cat "$X"', 'ask'],
    ['tool a.txt', 'ask'],
  ])('%s: %s', async (command, expected) => {
    bench.stub('tool');
    expect(await bench.decide(command, { settings: restrict })).toBe(expected);
  });

  it('asks under full about what cannot be read', async () => {
    const settings = { ...restrict, approval: { security: 'full' as const, ask: 'on-miss' as const } };
    expect(await bench.decide('eval "$X"', { settings })).toBe('ask');
    expect(await bench.decide('tool a.txt', { settings })).toBe('allow');
    expect(await bench.decide('tool /etc/passwd', { settings })).toBe('deny');
  });

  it.each([
    ['cd; rm x', 'deny'],
    ['eval cd; rm x', 'deny'],
    ['(cd && tool a.txt)', 'deny'],
    ['pushd ~; tool a.txt', 'deny'],
    ['cd src && tool a.txt', 'allow'],
    ['dirs; tool a.txt', 'allow'],
  ])('judges under full where %s goes: %s', async (command, expected) => {
    const settings = { ...restrict, approval: { security: 'full' as const, ask: 'off' as const } };
    expect(await bench.decide(command, { settings })).toBe(expected);
  });

  it('refuses a cwd outside', async () => {
    const exec = { cwd: join(bench.folder, 'out') };
    expect(await bench.decide('ls', { settings: restrict, exec })).toBe('deny');
  });
});

describe('reading a folder that holds a secret', () => {
  it.each([
    ['grep -rn x .', 'ask'],
    ['grep -rn x', 'ask'],
    ['grep -rn x src', 'allow'],
    ["grep -rn x --include='*.ts' .", 'allow'],
    ["grep -rn x --exclude='.env*' .", 'allow'],
    ["grep -rn x --include='.e*' .", 'ask'],
    ['grep x a.txt', 'allow'],
    ['rg x', 'allow'],
    ['rg --hidden x', 'ask'],
    ['rg -uu x', 'ask'],
    ["rg -g '.env' x", 'ask'],
    ["rg --hidden -g '!.env' x", 'allow'],
    ['rg --files --hidden', 'allow'],
    ['rg x keys', 'ask'],
    // It follows a link to a file of the policy, which no secret beside it hides.
    ['diff -r . src', 'deny'],
    ['diff -r --no-dereference . src', 'ask'],
    ['cd src && grep -rn x .', 'allow'],
  ])('%s: %s', async (command, expected) => {
    bench.stub('rg');
    expect(await bench.decide(command)).toBe(expected);
  });

  it('is allowed by a rule that names the secret', async () => {
    const rules = [{ tool: 'read', allow: '.env' }];
    expect(await bench.decide('grep -rn x .', { rules })).toBe('allow');
  });
});

describe('reading a folder below which a rule withholds files', () => {
  it.each<[string, { deny: string } | { ask: string }, string]>([
    ['grep -rn x src', { deny: 'src/a.ts' }, 'ask'],
    ['grep -rn x src', { deny: 'src/**/*.ts' }, 'ask'],
    ['cd src && grep -rn x .', { ask: '**/*.sql' }, 'ask'],
    ['rg x', { deny: 'src/**' }, 'ask'],
    ['rg x src', { deny: 'keys/**' }, 'allow'],
    ['rg x src', { deny: 'src/missing/**' }, 'allow'],
    ['rg x src', { deny: '~/notes/**' }, 'allow'],
    ['rg x src', { deny: '/etc/**' }, 'allow'],
    ['grep x src/a.ts', { deny: 'src/b/**' }, 'allow'],
    ['grep x src/a.ts', { deny: 'src/**' }, 'deny'],
    ['ls -R src', { deny: 'src/a.ts' }, 'allow'],
  ])('%s, %j: %s', async (command, rule, expected) => {
    bench.stub('rg');
    const { decision, suggest } = await bench.judge(command, { rules: [{ tool: 'read', ...rule }] });
    expect({ decision, suggest }).toEqual({ decision: expected, suggest: [] });
  });
});

describe('protected paths in commands', () => {
  const everywhere = [
    'cat ~/.config/agent-tools/config.json',
    'cat $HOME/.config/agent-tools/config.json',
    'cat innocent.json',
    'cat conf/agent-tools/config.json',
    'cat hard.json',
    'echo x > .agent-tools.json',
    'echo x > src/.agent-tools.json',
    'cd src && cp a.ts .agent-tools.json',
    'mv a.txt src/.AGENT-TOOLS.json',
    'rm -r guarded',
    'mv guarded x',
    'echo x >> ./.Agent-Tools.json',
    'tee .agent-tools.json',
    'cp a.txt .agent-tools.json',
    'sed -i s/a/b/ innocent.json',
    'rm -r ~/.config/agent-tools',
    'rm -rf ~/.config',
    'mv ~/.config ~/x',
    'tool --config=.agent-tools.json',
    'dd of=.agent-tools.json',
    "bash -c 'echo x > .agent-tools.json'",
    'sudo tee .agent-tools.json',
    'ls | xargs cat ~/.local/state/agent-tools/x',
    'agent-tools approvals resolve',
    'timeout 5 agent-tools config trust',
    '"$(which agent-tools)"; agent-tools x',
    'eval "$X"; cat innocent.json',
    'cd ~/.config/agent-tools && echo x > config.json',
  ];

  it.each(everywhere)('%s is refused in every mode', async (command) => {
    bench.stub('agent-tools', 'tool');
    const rules = [{ allow: command.split(' ')[0] === 'cat' ? 'cat *' : '*' }];
    for (const guard of [true, false]) {
      for (const security of ['allowlist', 'full'] as const) {
        const settings = { guard, approval: { security, ask: 'on-miss' as const } };
        const { decision } = await bench.judge(command, { settings, rules });
        expect(`${security} ${guard}: ${decision}`).toBe(`${security} ${guard}: deny`);
      }
    }
  });

  it.each(['rm -f a.txt; ls ~', 'ls ~ && rm a.txt'])('lets %s run under full', async (command) => {
    const settings = { guard: false, approval: { security: 'full' as const, ask: 'off' as const } };
    expect(await bench.decide(command, { settings })).toBe('allow');
  });

  it('does not close what only mentions them', async () => {
    expect(await bench.decide('echo .agent-tools.json')).toBe('allow');
    expect(await bench.decide("grep -r '.agent-tools.json' src")).toBe('allow');
    expect(await bench.decide('ls ~/.config')).toBe('allow');
  });
});

describe('an .npmrc', () => {
  it.each([
    ['registry=https://r.example/\nfund=false\n', 'allow'],
    ['//r.example/:_authToken=npm_x\n', 'ask'],
    ['_auth = eDp5\n', 'ask'],
    ['//r.example/:_password=eDp5\n', 'ask'],
    ['registry=https://me:word@r.example/\n', 'ask'],
    [`fund=false\n${'#'.repeat(70_000)}`, 'ask'],
  ])('is a secret by its content: %.40j', async (content, decision) => {
    bench.file('.npmrc', content);
    for (const judged of [
      await bench.judgeAll([effect('read', '.npmrc')]),
      await bench.judge('cat .npmrc'),
      await bench.judge('cat ./.npmrc | head -3'),
    ])
      expect(judged.decision).toBe(decision);
    const named = { settings: { workspace: { sensitive: ['.npmrc'] } } };
    expect(await bench.decide('cat .npmrc', named)).toBe('ask');
  });
});
