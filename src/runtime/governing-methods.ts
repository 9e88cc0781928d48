import type { ToolContext } from '../tools/tool-context.ts';
import type { Approvals } from './approvals/approvals.ts';
import type { Policy } from './policy.ts';
import type { ExtraMethod, Service } from './service.ts';

export interface Governing {
  readonly context: ToolContext;
  readonly policy: Policy;
  readonly loadTool: Service['loadTool'];
  approvals(): Promise<Approvals>;
}

/** The server methods for policy and approvals; their modules are loaded when they are called. */
export function governingMethods({
  context,
  policy,
  loadTool,
  approvals,
}: Governing): Readonly<Record<string, ExtraMethod>> {
  const loadMethods = () => import('./approvals/methods.ts');
  return {
    'policy/check': async (params, { approves }) => {
      const { checkPolicy } = await import('./policy-check.ts');
      return checkPolicy(params ?? {}, { context, policy, loadTool, canAsk: approves });
    },
    'approvals/list': async () => (await loadMethods()).listApprovals(await approvals()),
    'approvals/resolve': async (params, caller) =>
      (await loadMethods()).resolveApproval(params, { approvals: await approvals(), context, caller }),
  };
}
