import { tightenSettings } from '../config/tighten.ts';
import type { Effect } from '../core/effect.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { Policy } from './policy.ts';

/** Whether a call that nobody can be asked about may run: with `fallback: allowlist`, if rules and profiles allow it. */
export async function isSatisfiedUnasked(
  effects: readonly Effect[],
  context: ToolContext,
  policy: Policy,
): Promise<boolean> {
  const { fallback, ask } = context.settings.approval;
  // In other modes, only what the allowlist does not satisfy is asked about anyway.
  if (fallback !== 'allowlist' || ask !== 'always') return false;
  const strict = tightenSettings(context.settings, { security: 'allowlist' });
  const settings = { ...strict, approval: { ...strict.approval, ask: 'on-miss' as const } };
  return (await policy.judge(effects, context, { settings })).decision === 'allow';
}
