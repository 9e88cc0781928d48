import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { defaultSettings, type Settings } from '../../src/config/schema.ts';
import type { Workspace } from '../../src/core/context.ts';
import type { Effect, ExecEffect } from '../../src/core/effect.ts';
import type { Facts } from '../../src/core/ports.ts';
import type { Decision } from '../../src/core/verdict.ts';
import { systemFacts } from '../../src/platform/facts/facts.ts';
import { type Judgement, judgeEffects } from '../../src/policy/judge.ts';
import type { SourcedRule } from '../../src/policy/rules/rule.ts';

type RuleText = {
  readonly tool?: string | string[];
  readonly allow?: string;
  readonly ask?: string;
  readonly deny?: string;
};

/** A partial settings tree: `approval`, `workspace` and the like are merged one level deep. */
export interface BenchOptions {
  readonly settings?: {
    readonly [Key in keyof Settings]?: Settings[Key] extends object ? Partial<Settings[Key]> : Settings[Key];
  };
  readonly rules?: readonly RuleText[];
  readonly exec?: Partial<ExecEffect>;
  readonly isSandboxed?: boolean;
  readonly isShown?: boolean;
  readonly allowedInput?: ReadonlySet<string>;
  /** Instead of the bench's own. */
  readonly protectedPaths?: readonly string[];
}

/** The settings that `--yolo` makes: all runs unasked but what the guard and rules refuse. */
export const yolo = { approval: { security: 'full', ask: 'off' } } as const;

/** A workspace, a home and a trusted folder of stub programs in a temporary folder, judged with the real facts. */
export interface PolicyBench {
  readonly folder: string;
  readonly workspace: Workspace;
  readonly protectedPaths: readonly string[];
  readonly searchPath: string;
  readonly facts: Facts;
  file(path: string, content?: string): string;
  /** A script of the workspace that may be run. */
  script(path: string): void;
  /** Programs in the trusted folder. */
  stub(...names: readonly string[]): void;
  exec(script: string, parts?: Partial<ExecEffect>): ExecEffect;
  judge(script: string, options?: BenchOptions): Promise<Judgement>;
  decide(script: string, options?: BenchOptions): Promise<Decision>;
  judgeAll(effects: readonly Effect[], options?: BenchOptions): Promise<Judgement>;
  remove(): void;
}

/** Default settings with parts replaced, one level deep. */
export function settingsWith(parts: BenchOptions['settings'] = {}): Settings {
  const settings = defaultSettings();
  const merged: Record<string, unknown> = { ...settings };
  for (const [key, value] of Object.entries(parts)) {
    const known = merged[key];
    const isTree = typeof value === 'object' && !Array.isArray(value) && typeof known === 'object';
    merged[key] = isTree ? { ...known, ...value } : value;
  }
  return merged as Settings;
}

/** Rules as the launch flags would give them. */
export function sourced(rules: readonly RuleText[] = []): readonly SourcedRule[] {
  return rules.map((rule, index) => ({ tool: 'shell', ...rule, source: 'test', line: index + 1 }));
}

/** A script that bash runs here, with nothing beside it. */
export function execOf(script: string, place: Pick<ExecEffect, 'cwd' | 'searchPath'>): ExecEffect {
  return {
    kind: 'exec',
    script,
    argv: null,
    shell: 'bash',
    env: {},
    host: 'local',
    pty: false,
    elevated: false,
    fed: null,
    ...place,
  };
}

/** Makes the folders; call `remove` afterwards. */
export function policyBench(known: Pick<Workspace, 'inherited'> = {}): PolicyBench {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'policy-')));
  const [cwd, home, bin] = ['work', 'home', 'bin'].map((name) => join(folder, name));
  if (cwd === undefined || home === undefined || bin === undefined) throw new Error('unreachable');
  for (const path of [
    cwd,
    home,
    bin,
    join(home, '.config/agent-tools'),
    join(home, '.local/state/agent-tools'),
  ]) {
    mkdirSync(path, { recursive: true });
  }
  const workspace: Workspace = { cwd, roots: [cwd], home, realHome: home, ...known };
  const protectedPaths = [
    join(home, '.config/agent-tools'),
    join(home, '.local/state/agent-tools'),
    join(bin, 'agent-tools'),
    join(cwd, '.agent-tools.json'),
  ];
  const facts = systemFacts({ home, roots: workspace.roots, trustedDirs: [bin] });
  const searchPath = `${bin}:/usr/bin:/bin`;
  const bench: PolicyBench = {
    folder,
    workspace,
    protectedPaths,
    searchPath,
    facts,
    file(path, content = '') {
      const full = path.startsWith('/') ? path : join(cwd, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
      return full;
    },
    script(path) {
      chmodSync(bench.file(path, '#!/bin/sh\n'), 0o755);
    },
    stub(...names) {
      for (const name of names) {
        writeFileSync(join(bin, name), '#!/bin/sh\n');
        chmodSync(join(bin, name), 0o755);
      }
    },
    exec: (script, parts = {}) => ({ ...execOf(script, { cwd, searchPath }), ...parts }),
    judge: (script, options = {}) => bench.judgeAll([bench.exec(script, options.exec)], options),
    decide: async (script, options) => (await bench.judge(script, options)).decision,
    judgeAll: (effects, options = {}) =>
      judgeEffects({
        effects,
        settings: settingsWith(options.settings),
        rules: sourced(options.rules),
        workspace,
        protectedPaths: options.protectedPaths ?? protectedPaths,
        facts,
        ...(options.isSandboxed === undefined ? {} : { isSandboxed: options.isSandboxed }),
        isShown: options.isShown ?? false,
        ...(options.allowedInput === undefined ? {} : { allowedInput: options.allowedInput }),
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  return bench;
}

/** Every word of some commands that could name a program. */
export function programNames(commands: readonly string[]): readonly string[] {
  const words = commands.flatMap((command) => command.split(/[\s;|&(){}'"`$=<>]+/));
  return [...new Set(words.filter((word) => /^[a-z[][\w.+-]*$/i.test(word) && word.length < 24))];
}

/** A program in a folder that adds a line to `marker` whenever it runs, and hands its input on. */
export function programThatMarks(folder: string): { readonly marker: string; readonly canary: string } {
  const marker = join(folder, 'marker');
  const canary = join(folder, 'canary');
  writeFileSync(canary, `#!/bin/sh\necho ran >> ${marker}\ncat 2>/dev/null\nexit 0\n`);
  chmodSync(canary, 0o755);
  return { marker, canary };
}
