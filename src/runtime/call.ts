import { lazy } from '../core/async/lazy.ts';
import type { Effect } from '../core/effect.ts';
import { ChangedFailure, ToolFailure, wrongField } from '../core/failure.ts';
import { isBuiltInHost } from '../core/host.ts';
import type { Outcome, Presented } from '../core/outcome.ts';
import type { Plan, Tool } from '../core/tool.ts';
import type { NodePool } from '../hosts/node/node-pool.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { Approvals } from './approvals/approvals.ts';
import type { Audit } from './audit/audit.ts';
import { settingsForCall, withCapNotice } from './call-settings.ts';
import { type AskedAbout, type Decision, decide } from './decide.ts';
import { commandCancelled, endedBy } from './ended-by.ts';
import { inTurn, steppingOut } from './in-turn.ts';
import type { Place } from './limits.ts';
import type { NodeParts, Planned } from './nodes/plan-on-node.ts';
import { type Target, targetOf } from './nodes/target.ts';
import { withinMemory } from './out-of-memory.ts';
import type { OutsideParts } from './outside.ts';
import { type Overtaken, untilUpToDate } from './overtaken.ts';
import type { Policy } from './policy.ts';
import type { ServiceCall } from './service.ts';
import type { SummaryRequest } from './summarize/summarize.ts';
import { withoutUnreadable } from './without-unreadable.ts';

/** Kinds of calls with separate places: commands, calls that wait for a session, and others. */
export type PlaceKind = 'command' | 'wait' | 'other';

/** Waits for one of the places for running calls. */
export type TakePlace = (signal: AbortSignal, kind: PlaceKind) => Promise<Place>;

/** Everything that a call needs besides itself. */
export interface CallEnvironment {
  readonly context: ToolContext;
  readonly policy: Policy;
  readonly audit: Audit;
  approvals(): Promise<Approvals>;
  nodes(): Promise<NodePool>;
  loadTool(name: string): ReturnType<typeof import('../tools/registry.ts')['loadTool']>;
  readonly takePlace: TakePlace;
  /** Called before the call does anything, with its effects and its node, if any. */
  planned(effects: readonly Effect[], node?: string | null): void;
  /** Called with the decision. */
  decided(decision: Decision): void;
  /** Called when a person is asked, and again with the answer. */
  asked(about: AskedAbout): void;
}

/** Runs a call from start to end. Throws ToolFailure only for invalid input, cancellation and overload. */
export async function runCall(call: ServiceCall, environment: CallEnvironment): Promise<Outcome> {
  const tool = await environment.loadTool(call.tool);
  if (tool === null) throw wrongField('name', 'is not a tool', call.tool);
  try {
    return await inItsPlace(call, tool, environment);
  } catch (error) {
    throw tool.runsCommand ? commandCancelled(error) : error;
  }
}

/** Runs a call once it has a place. Throws as `runCall` does. */
async function inItsPlace(
  call: ServiceCall,
  tool: Tool<ToolContext>,
  environment: CallEnvironment,
): Promise<Outcome> {
  const context: ToolContext = {
    ...environment.context,
    settings: settingsForCall(environment.context.settings, call.input),
    caller: call.caller,
    signal: call.signal,
    callId: crypto.randomUUID(),
    withheldBelow: (root, access) => environment.policy.withheldBelow(root, access, context),
    ...(call.surface === undefined ? {} : { surface: call.surface }),
  };
  const place = await environment.takePlace(call.signal, placeKindOf(tool, call.input));
  let said: readonly string[] = [];
  const decided = (decision: Decision): void => {
    said = decision.notices;
    environment.decided(decision);
  };
  try {
    const { settings } = context;
    const target = targetOf(call.input, tool, { settings, isForwarded: call.isForwarded === true });
    const parts = { ...environment, decided, call, tool, context, aside: place.aside };
    const { signal } = call;
    const ordered = tool.orderedBy?.(target.input, context.workspace.cwd) ?? null;
    const name = ordered === null ? null : `${target.node ?? ''}\0${ordered}`;
    const line = { name, stateFolder: context.folders.state, signal };
    const run = (aside: Place['aside']) =>
      untilUpToDate((stepOut) => runOnce(target, { ...parts, aside: steppingOut(aside, stepOut) }), line);
    const aside = place.aside;
    const outcome = name === null ? await run(aside) : await inTurn(name, { signal, aside }, run);
    return withCapNotice(outcome, environment.context.settings, call.input);
  } catch (error) {
    return endedBy(error, said);
  } finally {
    place.leave();
  }
}

function placeKindOf(tool: Tool<ToolContext>, input: unknown): PlaceKind {
  if (tool.runsCommand) return 'command';
  return tool.waits?.(input) === true ? 'wait' : 'other';
}

type CallParts = CallEnvironment & OutsideParts & NodeParts;

/** Plans, decides and runs a call once. */
async function runOnce(target: Target, parts: CallParts): Promise<Outcome | Overtaken> {
  const { call, tool, approvals, aside, asked } = parts;
  const planned = await withinMemory(tool.name, () => planAt(target, parts));
  const { plan, context, policy } = planned;
  parts.planned(plan.effects, target.node);
  const { input, approver, signal } = call;
  const asking = { approvals, approver, signal, aside, asked };
  const decision = await decide({ ...planned, tool: tool.name, input, ...asking });
  parts.decided(decision);
  const { refusal, notices } = decision;
  const ended = refusal ?? (await ran(plan, { target, decision }, parts));
  if ('overtaken' in ended) return ended;
  const outcome = await withoutUnreadable(ended, { effects: plan.effects, context, policy });
  const isInside = refusal === null && target.node === null && 'sandbox' in outcome.details;
  const last = await toldPlace(isInside ? await orOutside(outcome, parts) : outcome, target, tool);
  return notices.length === 0 ? last : { ...last, notices: [...notices, ...last.notices] };
}

/** The Outcome of an allowed plan, or that another call came first. Throws `cancelled` with the partial outcome. */
async function ran(
  plan: Plan,
  { target, decision }: { readonly target: Target; readonly decision: Decision },
  parts: CallParts,
): Promise<Outcome | Overtaken> {
  const presented = await withinMemory(parts.tool.name, () => executed(plan, decision, parts));
  if ('overtaken' in presented) return presented;
  const { signal } = parts.call;
  return cancelledAsFailure(
    await finished(presented, target, { ...parts, tool: parts.tool.name, signal }),
    signal,
  );
}

/** The result of a plan, or that another call came first, unless a person allowed it: a yes is for that one change. */
async function executed(
  plan: Plan,
  { judgement, approvalId }: Decision,
  { call, tool }: CallParts,
): Promise<Presented | Overtaken> {
  try {
    return await plan.execute(call.signal, call.sink, judgement.environment, judgement.paths);
  } catch (error) {
    if (tool.plansAnew !== true || approvalId !== null || !(error instanceof ChangedFailure)) throw error;
    return { overtaken: error };
  }
}

/** The Outcome with what must be said of where it is, if calls run on a node unless they say otherwise and this one did. */
async function toldPlace(outcome: Outcome, { node, move }: Target, { name }: Tool<ToolContext>) {
  if (node !== null || move === null || isBuiltInHost(move.from)) return outcome;
  const { toldHere } = await import('../hosts/node/session-place.ts');
  return toldHere(outcome, name);
}

/** The outcome of a command in the sandbox, or of its run outside if that was offered and allowed. */
async function orOutside(outcome: Outcome, parts: OutsideParts): Promise<Outcome> {
  const { offerOutside, refusedBySandbox } = await import('./outside.ts');
  const refused = refusedBySandbox(outcome);
  return refused === null ? outcome : offerOutside(outcome, refused, parts);
}

/**
 * The Outcome of a tool's answer, summarized if configured and nobody reads the raw bytes. A node has already done so by its own
 * configuration, and keeps the full text where the call can read it.
 */
async function finished(
  presented: Presented,
  { node }: Target,
  call: Omit<SummaryRequest, 'presented'>,
): Promise<Outcome> {
  const { settings, surface } = call.context;
  if (node === null && settings.summarize.command !== null && !surface.isText) {
    const { summarizeOutcome } = await import('./summarize/summarize.ts');
    return summarizeOutcome({ ...call, presented });
  }
  const { collected: _, ...outcome } = presented;
  return outcome;
}

/** Cached, because importing a loaded module again costs more than the rest of the call. */
const loadPlanner = lazy(() => import('./nodes/plan-on-node.ts'));

/** The plan of a call, and the context and policy to judge it with. */
async function planAt(target: Target, parts: NodeParts): Promise<Planned> {
  const { tool, context, policy } = parts;
  if (target.node !== null) {
    const { planOnNode } = await loadPlanner();
    return planOnNode(target.node, target, parts);
  }
  const plan = await tool.prepare(target.input, context);
  const effects = target.move === null ? plan.effects : [...plan.effects, target.move];
  return { plan: { ...plan, effects }, context, policy };
}

/** Throws `cancelled` with the partial outcome if the caller cancelled the call. */
function cancelledAsFailure(outcome: Outcome, signal: AbortSignal): Outcome {
  if (!signal.aborted || outcome.status !== 'cancelled') return outcome;
  throw new ToolFailure('cancelled', outcome.message, { outcome });
}
