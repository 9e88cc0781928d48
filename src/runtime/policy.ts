import type { LoadedRule } from '../config/loaded.ts';
import type { Rule, Settings } from '../config/schema.ts';
import type { Effect } from '../core/effect.ts';
import type { Facts } from '../core/ports.ts';
import type { Judgement } from '../policy/judge.ts';
import type { SourcedRule } from '../policy/rules/rule.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { LearnedRules } from './approvals/learned-rules.ts';

/** What a judgement is made under besides the policy's own rules. */
export interface WhatIf {
  /** In place of the call's own. */
  readonly settings?: Settings;
  /** Besides the rules in force. */
  readonly rules?: readonly SourcedRule[];
  /** Whether the answer is shown, and so names each command. */
  readonly isShown?: boolean;
  /** In place of what this system says. */
  readonly facts?: Facts;
}

/** What judges the effects of calls under one configuration. */
export interface Policy {
  /** Throws ToolFailure `invalid_config` for rules that cannot be used. */
  judge(effects: readonly Effect[], context: ToolContext, whatIf?: WhatIf): Promise<Judgement>;
  /** Tells which paths below a folder that a call may read or list are withheld by rules; null when none can be. */
  withheldBelow(
    root: string,
    access: 'read' | 'list',
    context: ToolContext,
  ): Promise<((path: string) => boolean) | null>;
  /** What the system says about programs and paths, asked anew each time. */
  facts(context: ToolContext): Promise<Facts>;
  /** The rules in force: configured, learned, of this session. Throws `invalid_config` when the learned ones are not valid. */
  rules(): Promise<readonly SourcedRule[]>;
  /** Adds rules until this process ends. */
  addForSession(rules: readonly Rule[]): void;
}

export interface PolicySources {
  readonly rules: readonly LoadedRule[];
  readonly learned: LearnedRules;
  /** Paths no tool may write: configuration, approvals, audit trail, state, our own binary. */
  readonly protectedPaths: readonly string[];
}

/** All rules in one array, which stays the same as long as they do, because the engine compiles an array once. */
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

/** The policy over the configured and learned rules; the engine is loaded with the first call. */
export function openPolicy({ rules, learned, protectedPaths }: PolicySources): Policy {
  const book = new RuleBook(rules, learned);
  // What the engine keeps of a list is what one system said of it: another machine's answers go to a list of their own.
  const protectedElsewhere = [...protectedPaths];
  let known: Promise<Facts> | null = null;
  let engine: Promise<typeof import('../policy/judge.ts')> | null = null;
  const facts = ({ settings, workspace }: ToolContext): Promise<Facts> => {
    known ??= openFacts(settings, workspace);
    return known;
  };
  return {
    facts,
    rules: () => book.current(),
    addForSession: (added) => book.addForSession(added),
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
      engine ??= import('../policy/judge.ts');
      const [{ judgeEffects }, inForce, system] = await Promise.all([
        engine,
        book.current(),
        others ?? facts(context),
      ]);
      const { workspace } = context;
      const allowedInput = await inputAllowedIn(effects, context);
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

const none: ReadonlySet<string> = new Set();

/** The sessions typed into whose input a person allowed; a locked policy is not loosened by that. */
async function inputAllowedIn(
  effects: readonly Effect[],
  { folders, settings }: ToolContext,
): Promise<ReadonlySet<string>> {
  const sessions = effects.flatMap((effect) => (effect.kind === 'input' ? [effect.session] : []));
  if (sessions.length === 0) return none;
  const [{ isInputAllowed }, { mayLearn }] = await Promise.all([
    import('../sessions/input/input-grant.ts'),
    import('./approvals/learned-file.ts'),
  ]);
  if (!mayLearn(settings.locked)) return none;
  return new Set(sessions.filter((id) => isInputAllowed(folders.state, id)));
}

/** Whether all that runs, runs in a sandbox that holds what it claims; looked for only where that decides anything. */
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
