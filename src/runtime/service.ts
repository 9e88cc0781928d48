import type { ApprovalAnswer } from '../core/approval-answer.ts';
import type { ChoiceKind } from '../core/choice-kinds.ts';
import type { Display } from '../core/content.ts';
import type { Caller } from '../core/context.ts';
import type { Outcome } from '../core/outcome.ts';
import type { Sink } from '../core/sink.ts';
import type { Tool } from '../core/tool.ts';
import type { Surface, ToolContext } from '../tools/tool-context.ts';
import type { Nodes } from './nodes/nodes.ts';

export interface ApprovalChoice {
  readonly id: string;
  readonly kind: ChoiceKind;
  readonly label: string;
  /** The rule that would be stored; a person may edit it. */
  readonly rule?: string;
}

/** The question put to a person before a call runs. */
export interface ApprovalRequest {
  readonly approvalId: string;
  readonly tool: string;
  readonly title: string;
  readonly reason: string;
  readonly cwd: string;
  readonly host: string;
  readonly display: readonly Display[];
  readonly choices: readonly ApprovalChoice[];
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Somebody who can be asked. Rejects when the signal is aborted or nobody is there any more. */
export interface Approver {
  /** A question ends the call, and its answer begins it anew: nothing may be asked once something has run. */
  readonly isAskedAnew?: boolean;
  /** Another agent-tools asks on, and keeps the question while it is open. */
  readonly handsOn?: boolean;
  /** `binding` is a digest of what an answer is bound to, which is more than the question shows: what a script holds, for one. */
  request(question: ApprovalRequest, signal: AbortSignal, binding: string): Promise<ApprovalAnswer>;
  /** Told once a question that was put to it is over, with the choice that counts, whoever made it; null for none. */
  settled?(approvalId: string, choice: string | null): void;
  /** Told when a call of its client begins to wait for an answer, whoever was asked for it, and when that is over. */
  waits?(isWaiting: boolean): void;
}

export interface ServiceCall {
  readonly tool: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly sink: Sink;
  readonly approver: Approver | null;
  readonly caller: Caller;
  /** Resolves once the caller has taken so much of what it was answered that a call may add to it; always, when absent. */
  readonly room?: () => Promise<void>;
  /** In place of the service's own. */
  readonly surface?: Surface;
  /** Another agent-tools sent it here: it goes on to no other node. */
  readonly isForwarded?: boolean;
}

/** Who a connection's extra methods answer. */
export interface MethodCaller {
  readonly caller: Caller;
  /** Whether the client declared that it answers approvals. */
  readonly approves: boolean;
}

/** A method that is no tool, for example `env/probe`. Throws ToolFailure. */
export type ExtraMethod = (params: unknown, caller: MethodCaller) => Promise<unknown>;

/** The tools behind one configuration; every frontend runs calls through this and nothing else. */
export interface Service {
  readonly context: ToolContext;
  readonly toolNames: readonly string[];
  readonly extraMethods: Readonly<Record<string, ExtraMethod>>;
  loadTool(name: string): Promise<Tool<ToolContext> | null>;
  /**
   * One call through the whole way: validate, plan, judge, approve, run, audit. Throws ToolFailure only for `invalid_input`,
   * `cancelled` (its data holds the partial `outcome`) and `overloaded`.
   */
  call(request: ServiceCall): Promise<Outcome>;
  readonly nodes: Pick<Nodes, 'all' | 'pool' | 'onSessionExit' | 'close'>;
  /** Ends everything that runs, what is cancelled with a notice of `why`; resolves when it is gone. */
  shutdown(why?: string): Promise<void>;
}
