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
  /** The rule to store; a person may edit it. */
  readonly rule?: string;
}

/** The question to a person before a call runs. */
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

/** Can be asked for approval. `request` rejects when the signal is aborted or nobody is left to answer. */
export interface Approver {
  /** A question ends the call, and the answer repeats it: nothing may be asked once something has run. */
  readonly isAskedAnew?: boolean;
  /** Another agent-tools passes the question on, and keeps it while it is open. */
  readonly handsOn?: boolean;
  /** `binding` is a digest of all that the answer is bound to, also what the question does not show, such as a script's content. */
  request(question: ApprovalRequest, signal: AbortSignal, binding: string): Promise<ApprovalAnswer>;
  /** Called when a question is over, with the choice that counts, whoever made it; null for none. */
  settled?(approvalId: string, choice: string | null): void;
  /** Called when a call of its client starts and stops waiting for an answer, whoever is asked. */
  waits?(isWaiting: boolean): void;
}

export interface ServiceCall {
  readonly tool: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly sink: Sink;
  readonly approver: Approver | null;
  readonly caller: Caller;
  /** Resolves once the caller has read enough of earlier answers for the next one; absent, there is always room. */
  readonly room?: () => Promise<void>;
  /** Replaces the service's own. */
  readonly surface?: Surface;
  /** Whether another agent-tools sent it, so that it is not forwarded to a node. */
  readonly isForwarded?: boolean;
}

/** The client of an extra method. */
export interface MethodCaller {
  readonly caller: Caller;
  /** Whether the client declared that it answers approvals. */
  readonly approves: boolean;
}

/** A method that is not a tool, such as `env/probe`. Throws ToolFailure. */
export type ExtraMethod = (params: unknown, caller: MethodCaller) => Promise<unknown>;

/** The tools with one configuration; every frontend makes its calls through this only. */
export interface Service {
  readonly context: ToolContext;
  readonly toolNames: readonly string[];
  readonly extraMethods: Readonly<Record<string, ExtraMethod>>;
  loadTool(name: string): Promise<Tool<ToolContext> | null>;
  /**
   * Runs a call: validate, plan, judge, approve, run, audit. Throws ToolFailure only for `invalid_input`, `cancelled` (with the partial
   * `outcome` in its data) and `overloaded`.
   */
  call(request: ServiceCall): Promise<Outcome>;
  readonly nodes: Pick<Nodes, 'all' | 'pool' | 'onSessionExit' | 'close'>;
  /** Ends everything that runs, with `why` as a notice in cancelled calls; resolves once it is gone. */
  shutdown(why?: string): Promise<void>;
}
