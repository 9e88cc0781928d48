import type { LoadedRule } from '../config/loaded.ts';
import type { Effect } from '../core/effect.ts';
import type { Facts } from '../core/ports.ts';
import type { Judgement } from '../policy/judge.ts';
import type { ToolContext } from '../tools/tool-context.ts';

/** What judges the effects of calls under one configuration. */
export interface Policy {
  /** Throws ToolFailure `invalid_config` for rules that cannot be used. */
  judge(effects: readonly Effect[], context: ToolContext): Promise<Judgement>;
}

export interface PolicySources {
  readonly rules: readonly LoadedRule[];
  /** Paths no tool may write: configuration, approvals, audit trail, state, our own binary. */
  readonly protectedPaths: readonly string[];
}

/** The policy over the configured rules; the engine is loaded with the first call. */
export function openPolicy({ rules, protectedPaths }: PolicySources): Policy {
  let facts: Facts | null = null;
  return {
    judge: async (effects, { settings, workspace }) => {
      const [{ judgeEffects }, { systemFacts }] = await Promise.all([
        import('../policy/judge.ts'),
        import('../platform/facts.ts'),
      ]);
      facts ??= systemFacts({
        home: workspace.home,
        trustedDirs: settings.policy.trustedDirs,
        roots: workspace.roots,
      });
      return judgeEffects({ effects, settings, rules, workspace, protectedPaths, facts });
    },
  };
}
