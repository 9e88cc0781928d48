import type { LoadedRule } from '../config/loaded.ts';
import type { Rule, Settings } from '../config/schema.ts';
import { lazy } from '../core/async/lazy.ts';
import type { Effect } from '../core/effect.ts';
import type { Facts } from '../core/ports.ts';
import type { Judgement } from '../policy/judge.ts';
import type { SourcedRule } from '../policy/rules/rule.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import { AllowedInput } from './allowed-input.ts';
import type { LearnedRules } from './approvals/learned-rules.ts';

/** Conditions of a judgement besides the policy's own rules. */
export interface WhatIf {
  /** Replace the call's settings. */
  readonly settings?: Settings;
  /** Added to the rules in force. */
  readonly rules?: readonly SourcedRule[];
  /** Whether the answer is displayed and so must list each command. */
  readonly isShown?: boolean;
  /** Replace this system's facts. */
  readonly facts?: Facts;
}

/** Judges the effects of calls under one configuration. */
export interface Policy {
  /** Throws ToolFailure `invalid_config` for invalid rules. */
  judge(effects: readonly Effect[], context: ToolContext, whatIf?: WhatIf): Promise<Judgement>;
  /** A test of which paths below a folder rules withhold from a call that reads or lists it; null if none can be. */
  withheldBelow(
    root: string,
    access: 'read' | 'list',
    context: ToolContext,
  ): Promise<((path: string) => boolean) | null>;
  /** Facts about programs and paths, looked up afresh for each judgement. */
  facts(context: ToolContext): Promise<Facts>;
  /** The rules in force: configured, learned, and of this session. Throws `invalid_config` if the learned ones are invalid. */
  rules(): Promise<readonly SourcedRule[]>;
  /** Adds rules for the life of this process. */
  addForSession(rules: readonly Rule[]): void;
  /** Allows all input of a session on a node for the life of this process: that session keeps no answers of this machine. */
  allowInputOn(node: string, session: string): void;
}

export interface PolicySources {
  readonly rules: readonly LoadedRule[];
  readonly learned: LearnedRules;
  /** Paths that no tool may write: configuration, approvals, audit trail, state, our own binary. */
  readonly protectedPaths: readonly string[];
}

/** All rules in one array, which is the same object until they change, because the engine compiles each array once. */
class RuleBook {
  readonly #configured: readonly SourcedRule[];
  readonly #learnedRules: LearnedRules;
  #learned: readonly SourcedRule[] = [];
  #session: readonly SourcedRule[] = [];
  #all: readonly SourcedRule[];

  constructor(configured: readonly SourcedRule[], learnedRules: LearnedRules) {
    this.#configured = configured;
    this.#learnedRules = learnedRules;
    this.#all = configured;
  }

  async current(): Promise<readonly SourcedRule[]> {
    const learned = await this.#learnedRules.current();
    if (learned !== this.#learned) this.#put(learned, this.#session);
    return this.#all;
  }

  addForSession(rules: readonly Rule[]): void {
    const added = rules.map((rule) => ({ ...rule, source: 'this session', line: null }));
    this.#put(this.#learned, [...this.#session, ...added]);
  }

  #put(learned: readonly SourcedRule[], session: readonly SourcedRule[]): void {
    this.#learned = learned;
    this.#session = session;
    this.#all = [...this.#configured, ...learned, ...session];
  }
}

/** The policy with the configured and learned rules; the engine is loaded with the first call. */
export function openPolicy({ rules, learned, protectedPaths }: PolicySources): Policy {
  const book = new RuleBook(rules, learned);
  // The engine caches by this array what one system answered, so another machine's answers need an array of their own.
  const protectedElsewhere = [...protectedPaths];
  const typing = new AllowedInput();
  let known: Promise<Facts> | null = null;
  const engine = lazy(() => import('../policy/judge.ts'));
  const facts = ({ settings, workspace }: ToolContext): Promise<Facts> => {
    known ??= openFacts(settings, workspace);
    return known;
  };
  return {
    facts,
    rules: () => book.current(),
    addForSession: (added) => book.addForSession(added),
    allowInputOn: (node, session) => typing.allowOn(node, session),
    withheldBelow: async (root, access, { settings, workspace }) => {
      const inForce = await book.current();
      if (inForce.every(({ allow }) => allow !== undefined)) return null;
      const { withheldBelow } = await import('../policy/paths/withheld.ts');
      return withheldBelow(root, access, { rules: inForce, settings, workspace });
    },
    judge: async (
      effects,
      context,
      { settings = context.settings, rules: extra, isShown = false, facts: others } = {},
    ) => {
      const [{ judgeEffects }, inForce, system] = await Promise.all([
        engine(),
        book.current(),
        others ?? facts(context),
      ]);
      const { workspace } = context;
      const allowedInput = await typing.among(effects, context);
      const all = extra === undefined ? inForce : [...inForce, ...extra];
      return judgeEffects({
        effects,
        settings,
        rules: all,
        workspace,
        protectedPaths: others === undefined ? protectedPaths : protectedElsewhere,
        facts: system,
        isShown,
        allowedInput,
        isSandboxed: await isSandboxed(effects, settings, context),
      });
    },
  };
}

/** Whether all commands run in a sandbox of level `full`; looked up only if it matters. */
async function isSandboxed(
  effects: readonly Effect[],
  { sandbox }: Settings,
  { folders }: ToolContext,
): Promise<boolean> {
  if (!sandbox.autoAllow) return false;
  const runs = effects.filter((effect) => effect.kind === 'exec');
  if (runs.length === 0 || runs.some(({ host, elevated }) => host !== 'sandbox' || elevated)) return false;
  const { findSandbox } = await import('../hosts/sandbox/sandbox.ts');
  return (await findSandbox(folders)).level === 'full';
}

async function openFacts(settings: Settings, workspace: ToolContext['workspace']): Promise<Facts> {
  const { systemFacts } = await import('../platform/facts/facts.ts');
  return systemFacts({
    home: workspace.home,
    trustedDirs: settings.policy.trustedDirs,
    roots: workspace.roots,
  });
}
