import type { Content, Display } from './content.ts';
import type { ToolFailure } from './failure.ts';
import { isRecord } from './record.ts';

export const statuses = [
  'completed',
  'failed',
  'timed_out',
  'cancelled',
  'running',
  'denied',
  'approval_required',
] as const;

/** How a call ended, or that it goes on. */
export type Status = (typeof statuses)[number];

/** The one result object of a call; every frontend renders this and nothing else. */
export interface Outcome {
  readonly status: Status;
  readonly isError: boolean;
  /** One sentence for the model. */
  readonly message: string;
  /** The payload, once. */
  readonly content: readonly Content[];
  /** Small facts, never the payload. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly display: readonly Display[];
  readonly notices: readonly string[];
}

/** One text that a tool collected, before anything was said of it. */
export interface OutputPart {
  readonly text: string;
  /** What is not shown of it, and where that is. */
  readonly notices: readonly string[];
  readonly facts: {
    /** Of all of it. */
    readonly bytes: number;
    readonly truncated: boolean;
    readonly binary: boolean;
    /** The file with all of it, or null. */
    readonly spillPath: string | null;
  };
}

/** A tool's answer as the runtime has it: the Outcome and, where its texts are more than its content, what they are made of. */
export interface Presented extends Outcome {
  readonly collected?: {
    readonly parts: readonly OutputPart[];
    /** The same answer with other parts in their places. */
    replace(parts: readonly OutputPart[]): Outcome;
  };
}

/** The statuses that are errors whatever the tool says. */
const errorStatuses: ReadonlySet<Status> = new Set([
  'failed',
  'timed_out',
  'cancelled',
  'denied',
  'approval_required',
]);

/** An Outcome from its parts; `isError` follows from the status unless given (a non-zero exit is completed and an error). */
export function outcome(parts: Partial<Outcome> & Pick<Outcome, 'status' | 'message'>): Outcome {
  return {
    status: parts.status,
    isError: parts.isError ?? errorStatuses.has(parts.status),
    message: parts.message,
    content: parts.content ?? [],
    details: parts.details ?? {},
    display: parts.display ?? [],
    notices: parts.notices ?? [],
  };
}

/** The Outcome of a failed tool; `details.failure` names the row of the failure table, and what is denied says why. */
export function failureOutcome({ code, message, data }: ToolFailure): Outcome {
  const status = code === 'denied' || code === 'approval_required' ? code : 'failed';
  const why = code === 'denied' ? { reason: message, rule: null } : {};
  return outcome({ status, message, details: { failure: code, ...why, ...data } });
}

/** What is said of a command that was cancelled, whether it had begun or not. */
export const cancelledMessage = 'Command cancelled.';

/** The partial Outcome that a cancellation carries in its data; one without any when nothing had begun. */
export function cancelledOutcome(failure: ToolFailure): Outcome {
  const { outcome: partial } = failure.data;
  return isOutcome(partial) ? partial : outcome({ status: 'cancelled', message: failure.message });
}

function isOutcome(value: unknown): value is Outcome {
  return isRecord(value) && 'status' in value && 'content' in value;
}
