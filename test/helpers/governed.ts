import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import type { Rule, Settings } from '../../src/config/schema.ts';
import type { ApprovalAnswer } from '../../src/core/approval-answer.ts';
import type { ExecEffect } from '../../src/core/effect.ts';
import type { Plan } from '../../src/core/tool.ts';
import { Approvals } from '../../src/runtime/approvals/approvals.ts';
import { LearnedRules, learnedPath } from '../../src/runtime/approvals/learned-rules.ts';
import { type Decision, decide } from '../../src/runtime/decide.ts';
import { openPolicy, type Policy } from '../../src/runtime/policy.ts';
import type { ApprovalRequest, Approver } from '../../src/runtime/service.ts';
import type { ToolContext } from '../../src/tools/tool-context.ts';
import { contextFor } from './file-context.ts';
import { type BenchOptions, settingsWith } from './policy-bench.ts';

export interface GovernedOptions {
  readonly settings?: BenchOptions['settings'];
  readonly rules?: readonly Rule[];
  readonly frontend?: 'cli' | 'rpc' | 'mcp';
}

export interface CallOptions {
  readonly approver?: Approver | null;
  readonly signal?: AbortSignal;
  readonly exec?: Partial<ExecEffect>;
  readonly input?: object;
  /** The caller's pipe, which the command gets. */
  readonly stdin?: number;
}

/** A workspace whose calls are decided as in the real program, with the real policy, store and files. */
export interface Governed {
  readonly root: string;
  readonly context: ToolContext;
  readonly settings: Settings;
  readonly policy: Policy;
  readonly approvals: Approvals;
  file(name: string, text: string, mode?: number): string;
  plan(script: string, exec?: Partial<ExecEffect>): Plan;
  /** Decides a shell call; nothing runs. */
  call(script: string, options?: CallOptions): Promise<Decision>;
  /** Another process of ours over the same folders. */
  another(options?: GovernedOptions): Governed;
  remove(): void;
}

/** Opens what the tests of a file judge by; each is removed after its test. */
export function governedOpener(): typeof governed {
  const opened: Governed[] = [];
  afterEach(() => {
    for (const one of opened.splice(0)) one.remove();
  });
  return (options) => {
    const one = governed(options);
    opened.push(one);
    return one;
  };
}

/** Makes the folders; call `remove` afterwards. */
export function governed(options: GovernedOptions = {}): Governed {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'governed-')));
  for (const name of ['ws', 'home']) mkdirSync(join(base, name));
  return open(base, options);
}

function open(
  base: string,
  { settings: parts = {}, rules = [], frontend = 'cli' }: GovernedOptions,
): Governed {
  const settings = settingsWith(parts);
  const context = { ...contextFor(base, settings), caller: { frontend, client: 'tester' } };
  const root = context.workspace.cwd;
  const loaded = rules.map((rule, index) => ({
    ...rule,
    layer: 'user' as const,
    source: 'config',
    line: index + 1,
  }));
  const learned = new LearnedRules(learnedPath(context.folders), settings.locked);
  const policy = openPolicy({ rules: loaded, learned, protectedPaths: [] });
  const approvals = new Approvals(context, policy);
  const plan = (script: string, exec: Partial<ExecEffect> = {}): Plan => ({
    title: script,
    effects: [
      {
        kind: 'exec',
        script,
        argv: null,
        shell: 'bash',
        cwd: root,
        env: {},
        searchPath: '/usr/bin:/bin',
        host: 'local',
        pty: false,
        elevated: false,
        fed: null,
        ...exec,
      },
    ],
    display: [{ type: 'command', command: script, cwd: exec.cwd ?? root, host: 'local' }],
    execute: () => Promise.reject(new Error('nothing runs here')),
  });
  return {
    root,
    context,
    settings,
    policy,
    approvals,
    plan,
    file(name, text, mode = 0o644) {
      const path = join(root, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      chmodSync(path, mode);
      return path;
    },
    call: (
      script,
      { approver = null, signal = new AbortController().signal, exec = {}, input = {}, stdin } = {},
    ) =>
      decide({
        tool: 'shell',
        input: { command: script, ...input },
        plan: plan(script, exec),
        context: { ...context, surface: { ...context.surface, stdin: stdin ?? null } },
        policy,
        approvals: () => Promise.resolve(approvals),
        approver,
        signal,
        aside: (work) => work(),
        asked: () => {},
      }),
    another: (other = {}) => open(base, other),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** A person who gives the same answer to everything, and what that person was asked. */
export function person(
  answer:
    | ApprovalAnswer
    | ((question: ApprovalRequest, signal: AbortSignal) => ApprovalAnswer | Promise<ApprovalAnswer>),
): Approver & { readonly asked: ApprovalRequest[] } {
  const asked: ApprovalRequest[] = [];
  return {
    asked,
    request: async (question, signal) => {
      asked.push(question);
      return typeof answer === 'function' ? answer(question, signal) : answer;
    },
  };
}

/** A person who does not answer until told to, or until the question is taken back. */
export function thinker() {
  let answer: (given: ApprovalAnswer) => void = () => {};
  let begun: () => void = () => {};
  const isAsked = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const approver = person(
    (_, signal) =>
      new Promise((resolve, reject) => {
        answer = resolve;
        signal.addEventListener('abort', () => reject(new Error('taken back')));
        begun();
      }),
  );
  return { approver, isAsked, answer: (given: ApprovalAnswer) => answer(given) };
}

/** What became of a call, in one text. */
export const said = ({ refusal }: Decision): string =>
  refusal === null ? 'runs' : `${refusal.status}: ${refusal.message}`;
