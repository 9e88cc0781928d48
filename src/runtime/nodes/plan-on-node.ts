import { ToolFailure } from '../../core/failure.ts';
import type { Plan, Tool } from '../../core/tool.ts';
import type { NodePool } from '../../hosts/node-pool.ts';
import { readStandardInput } from '../../platform/stdio.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { Policy } from '../policy.ts';
import type { ServiceCall } from '../service.ts';
import { askForNode } from './ask-for-node.ts';
import { placeOfNode, policyAt, workspaceAt } from './elsewhere.ts';
import type { Target } from './target.ts';

export interface NodeParts {
  readonly call: ServiceCall;
  readonly tool: Tool<ToolContext>;
  readonly context: ToolContext;
  readonly policy: Policy;
  approvals(): Promise<Approvals>;
  nodes(): Promise<NodePool>;
}

/** A call that runs on a node, with what it is judged by here before it goes there. */
export interface Planned {
  readonly plan: Plan;
  readonly context: ToolContext;
  readonly policy: Policy;
}

/**
 * Plans a call on a node: its words are judged here, the node judges what they are there, and the stricter counts. Throws
 * ToolFailure for input that is not valid and for a tool that does not go elsewhere.
 */
export function planOnNode(
  node: string,
  { input, move }: Target,
  { call, tool, context, policy, approvals, nodes }: NodeParts,
): Planned {
  if (tool.outline === null)
    throw new ToolFailure('invalid_input', `"host" is "${node}", but "${tool.name}" runs on no node`, {
      field: 'host',
    });
  const place = placeOfNode(node);
  const { title, effects, display, input: sent } = tool.outline(input, place, context);
  const { approver } = call;
  const isCommand = effects.some(({ kind }) => kind === 'exec');
  const plan: Plan = {
    title,
    effects: move === null ? effects : [...effects, move],
    display,
    host: node,
    // What the node must set so that a command is harmless there, it finds out by its own judgement.
    execute: async (signal, sink) =>
      (await nodes()).call(node, {
        tool: tool.name,
        input: sent,
        signal,
        sink,
        isLive: context.surface.live,
        stdin: isCommand && context.surface.stdin !== null ? readStandardInput() : null,
        ask:
          approver === null
            ? null
            : async (question, taken) =>
                askForNode(
                  question,
                  { node, tool: tool.name, approver, context, signal: taken },
                  await approvals(),
                ),
      }),
  };
  return { plan, context: { ...context, workspace: workspaceAt(place) }, policy: policyAt(policy, place) };
}
