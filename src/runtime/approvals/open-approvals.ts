import { lazy } from '../../core/async/lazy.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import type { Policy } from '../policy.ts';
import type { Approvals } from './approvals.ts';

/** The approvals of a process, loaded when the first question comes up and the same from then on. */
export function openApprovals(context: ToolContext, policy: Policy): () => Promise<Approvals> {
  return lazy(() => import('./approvals.ts').then((module) => new module.Approvals(context, policy)));
}
