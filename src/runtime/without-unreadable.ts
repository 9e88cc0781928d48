import type { Display } from '../core/content.ts';
import type { Effect } from '../core/effect.ts';
import type { Outcome } from '../core/outcome.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { Policy } from './policy.ts';

function hidden(item: Display): Display {
  if (item.type !== 'diff') return item;
  return { type: 'brief', text: `${item.path}: the change is not shown, because the file may not be read` };
}

/** The Outcome without diffs of files that the caller may not read, as a write must not reveal what it replaces. */
export async function withoutUnreadable(
  outcome: Outcome,
  { effects, context, policy }: { effects: readonly Effect[]; context: ToolContext; policy: Policy },
): Promise<Outcome> {
  const isRefused = outcome.status === 'denied' || outcome.status === 'approval_required';
  const shown = effects.flatMap((effect) => {
    const replaces = effect.kind === 'write' && effect.before !== null;
    return replaces || (effect.kind === 'read' && isRefused)
      ? [{ kind: 'read' as const, path: effect.path, given: effect.given }]
      : [];
  });
  if (shown.length === 0 || !outcome.display.some(({ type }) => type === 'diff')) return outcome;
  const { decision } = await policy.judge(shown, context);
  return decision === 'allow' ? outcome : { ...outcome, display: outcome.display.map(hidden) };
}
