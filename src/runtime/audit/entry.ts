import type { Caller } from '../../core/context.ts';
import type { FailureCode } from '../../core/failure.ts';
import type { Status } from '../../core/outcome.ts';
import type { Decision, RuleRef } from '../../core/verdict.ts';

/** One call as the trail keeps it. */
export interface AuditEntry {
  /** ISO 8601, when the call came in. */
  readonly time: string;
  readonly frontend: Caller['frontend'];
  /** The client's name, or the user's for the command line. */
  readonly client: string;
  readonly tool: string;
  /** As it came; secrets are masked when it is written. */
  readonly input: unknown;
  readonly cwd: string;
  /** The node it went to, or null for this machine. */
  readonly node: string | null;
  /** Null when the call ended before it was judged. */
  readonly decision: Decision | null;
  readonly reason: string | null;
  readonly rule: RuleRef | null;
  /** Who said yes or no to what policy asks, or null when nobody was asked. */
  readonly approver: string | null;
  readonly approvalId: string | null;
  /** The Outcome's status, or the code of the error that was the answer; `lost` when its server was killed before there was one. */
  readonly status: Status | FailureCode | 'lost';
  readonly exitCode: number | null;
  /** Bytes of output or payload. */
  readonly bytes: number;
  /** Null for a call that was lost. */
  readonly durationMs: number | null;
}
