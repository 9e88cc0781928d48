import type { Caller } from '../../core/context.ts';
import type { FailureCode } from '../../core/failure.ts';
import type { Status } from '../../core/outcome.ts';
import type { Decision, RuleRef } from '../../core/verdict.ts';

/** One call in the trail. */
export interface AuditEntry {
  /** When the call came in, in ISO 8601. */
  readonly time: string;
  readonly frontend: Caller['frontend'];
  /** The client's name; on the command line, the user's. */
  readonly client: string;
  readonly tool: string;
  /** The input as given; secrets are masked when it is written. */
  readonly input: unknown;
  readonly cwd: string;
  /** The node that it ran on; null for this machine. */
  readonly node: string | null;
  /** Null if the call ended before it was judged. */
  readonly decision: Decision | null;
  readonly reason: string | null;
  readonly rule: RuleRef | null;
  /** Who allowed or rejected it; null if nobody was asked. */
  readonly approver: string | null;
  readonly approvalId: string | null;
  /** The Outcome's status or the error code of the answer; `lost` if the server was killed before. */
  readonly status: Status | FailureCode | 'lost';
  readonly exitCode: number | null;
  /** Bytes of output or payload. */
  readonly bytes: number;
  /** Null for a lost call. */
  readonly durationMs: number | null;
}
