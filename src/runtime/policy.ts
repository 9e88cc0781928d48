import type { LoadedRule } from '../config/loaded.ts';
import type { Effect } from '../core/effect.ts';
import type { Verdict } from '../core/verdict.ts';
import type { ToolContext } from '../tools/tool-context.ts';

/** What judges the effects of calls under one configuration. */
export interface Policy {
  judge(effects: readonly Effect[], context: ToolContext): Promise<Verdict>;
}

export interface PolicySources {
  readonly rules: readonly LoadedRule[];
  /** Paths no tool may write: configuration, approvals, audit trail, state, our own binary. */
  readonly protectedPaths: readonly string[];
}

/** The policy over the configured rules; the engine is loaded with the first call. */
export function openPolicy(_: PolicySources): Policy {
  return {
    async judge(_effects, { settings }) {
      const { security, ask } = settings.approval;
      const decision =
        security === 'deny'
          ? 'deny'
          : ask === 'always'
            ? 'ask'
            : security === 'full'
              ? 'allow'
              : ask === 'off'
                ? 'deny'
                : 'ask';
      return { decision, reason: 'security is ' + security, rule: null, commands: [], suggest: [] };
    },
  };
}
