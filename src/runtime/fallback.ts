import { tightenSettings } from '../config/tighten.ts';
import type { Effect } from '../core/effect.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { Policy } from './policy.ts';

/** Whether nobody has to be asked after all when nobody can be: `fallback: allowlist` runs what rules and profiles allow. */
export async function isSatisfiedUnasked(
  effects: readonly Effect[],
  context: ToolContext,
  policy: Policy,
): Promise<boolean> {
  const { fallback, ask } = context.settings.approval;
  // Under any other mode what is asked is what the allowlist does not satisfy.
  if (fallback !== 'allowlist' || ask !== 'always') return false;
  const strict = tightenSettings(context.settings, { security: 'allowlist' });
  const settings = { ...strict, approval: { ...strict.approval, ask: 'on-miss' as const } };
  return (await policy.judge(effects, context, { settings })).decision === 'allow';
}
