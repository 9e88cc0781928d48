import { wrongField } from '../../core/failure.ts';
import { addNotices, type Outcome } from '../../core/outcome.ts';
import type { TypedBefore } from '../../core/place.ts';
import type { Plan, Tool } from '../../core/tool.ts';
import { boundFailure, boundOutcome, mostCharacters } from '../../hosts/node/node-bounds.ts';
import type { NodePool } from '../../hosts/node/node-pool.ts';
import { readTyped } from '../../hosts/node/node-typed.ts';
import { raiseLine } from '../../output/notices.ts';
import { partsOfPipe } from '../../platform/process/pipe-reader.ts';
import { readStandardInput } from '../../platform/system/stdio.ts';
import { payloadCharacters, type ToolContext } from '../../tools/tool-context.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { AskedAbout } from '../decide.ts';
import type { Policy } from '../policy.ts';
import type { ServiceCall } from '../service.ts';
import { askForNode } from './ask-for-node.ts';
import { placeOfNode, policyAt, workspaceAt } from './elsewhere.ts';
import { judgementOn } from './shown.ts';
import type { Target } from './target.ts';

/** The standard input of a command on a node: this program's own, or a pipe that the client feeds. */
function inputOf(descriptor: number | null): AsyncIterable<Uint8Array> | null {
  if (descriptor === null) return null;
  return descriptor === 0 ? readStandardInput() : partsOfPipe(descriptor);
}

export interface NodeParts {
  readonly call: ServiceCall;
  readonly tool: Tool<ToolContext>;
  readonly context: ToolContext;
  readonly policy: Policy;
  approvals(): Promise<Approvals>;
  nodes(): Promise<NodePool>;
  asked(about: AskedAbout): void;
}

/** A planned call, and the context and policy that judge it here. */
export interface Planned {
  readonly plan: Plan;
  readonly context: ToolContext;
  readonly policy: Policy;
}

interface OutlineParts extends Pick<NodeParts, 'tool' | 'context' | 'policy'> {
  /** What was typed before into the session that the call types into, if it is known. */
  readonly typed?: TypedBefore;
}

/**
 * What a call would do on a node, judged here by its text. Throws ToolFailure for invalid input and for a tool that cannot run on a
 * node.
 */
export function outlineOnNode(
  node: string,
  { input, move }: Target,
  { tool, context, policy, typed }: OutlineParts,
) {
  if (tool.outline === null) {
    const problem = `is "${node}", but "${tool.name}" runs on no node`;
    throw wrongField('host', problem);
  }
  const place = placeOfNode(node);
  const outline = tool.outline(input, typed === undefined ? place : { ...place, typed }, context);
  return {
    outline,
    effects: move === null ? outline.effects : [...outline.effects, move],
    context: { ...context, workspace: workspaceAt(place) },
    policy: shownPolicy(node, policyAt(policy, place)),
  };
}

/** The same policy with judgements worded for people. */
function shownPolicy(node: string, policy: Policy): Policy {
  return { ...policy, judge: async (...call) => judgementOn(node, await policy.judge(...call)) };
}

/**
 * What a call would do on a node. What it types there is judged together with the unfinished line before it, which the node tells; where
 * nothing may be typed at all, the node is not asked. Throws as `outlineOnNode` does, and what `NodePool.ask` throws.
 */
async function lineOnNode(node: string, target: Target, parts: NodeParts) {
  const first = outlineOnNode(node, target, parts);
  const typing = first.effects.find((effect) => effect.kind === 'input');
  if (typing === undefined) return { ...first, typedAt: undefined };
  if (parts.context.settings.approval.security === 'deny') return { ...first, typedAt: null };
  const pool = await parts.nodes();
  const answer = await pool.ask(node, 'session/typed', parts.call.signal, { sessionId: typing.session });
  const typed = readTyped(answer);
  if (typed === null) return { ...first, typedAt: null };
  return { ...outlineOnNode(node, target, { ...parts, typed }), typedAt: typed.revision };
}

/**
 * Plans a call on a node: its text is judged here, the node judges what it means there, and the stricter decision counts. Throws as
 * `outlineOnNode` does, and where the node does not tell what a call types into.
 */
export async function planOnNode(node: string, target: Target, parts: NodeParts): Promise<Planned> {
  const { call, tool, context, approvals, nodes, asked } = parts;
  const { outline, effects, typedAt, ...judged } = await lineOnNode(node, target, parts);
  const { title, display, input } = outline;
  const { approver } = call;
  const isCommand = effects.some(({ kind }) => kind === 'exec');
  const plan: Plan = {
    title,
    effects,
    display,
    host: node,
    // The node's own judgement finds the variables that make a command harmless there.
    execute: async (signal, sink) => {
      const { isText, lineBytes } = context.surface;
      const caps = { ...context.settings.caps, outputChars: payloadCharacters(context) };
      const connections = await nodes();
      const answer = connections.call(node, {
        tool: tool.name,
        input,
        ...(typedAt === undefined ? {} : { typedAt }),
        seconds: outline.seconds ?? null,
        signal,
        sink,
        isLive: context.surface.live,
        isText,
        // Output beyond the caps would be cut on arrival anywhere; the node ends its pages before that.
        lineBytes: Math.min(lineBytes, mostCharacters(caps)),
        stdin: isCommand ? inputOf(context.surface.stdin) : null,
        ask:
          approver === null
            ? null
            : async (question, taken) =>
                askForNode(
                  question,
                  { node, tool: tool.name, approver, context, signal: taken, asked },
                  await approvals(),
                ),
      });
      return answer.then(
        (outcome) => withOwnLimit(withWaitingPlace(boundOutcome(outcome, caps), node), caps.rpcInputBytes),
        (error: unknown) => {
          throw boundFailure(error, caps);
        },
      );
    },
  };
  return { plan, ...judged };
}

/** Adds a notice that the approval is pending on the node and not here. */
function withWaitingPlace(result: Outcome, node: string): Outcome {
  if (result.status !== 'approval_required') return result;
  return addNotices(result, [`The approval waits on the node "${node}": it is answered on that machine.`]);
}

/** A node names the limit on the lines of its clients; here that is a cap of this machine. */
function withOwnLimit(result: Outcome, lineBytes: number): Outcome {
  if (result.details.maxLineBytes !== lineBytes) return result;
  return { ...result, message: result.message.replace(raiseLine, 'raise caps.rpcInputBytes here') };
}
