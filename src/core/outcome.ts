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

/** How a call ended, or that it still runs. */
export type Status = (typeof statuses)[number];

/** The only result object of a call; every frontend renders this and nothing else. */
export interface Outcome {
  readonly status: Status;
  readonly isError: boolean;
  /** One sentence for the model. */
  readonly message: string;
  /** The payload, which is nowhere else. */
  readonly content: readonly Content[];
  /** Small facts, never the payload. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly display: readonly Display[];
  readonly notices: readonly string[];
}

/** One text that a tool collected. */
export interface OutputPart {
  readonly text: string;
  /** Notices on what is left out of the text, and where to find it. */
  readonly notices: readonly string[];
  readonly facts: {
    /** Size of the whole output. */
    readonly bytes: number;
    readonly truncated: boolean;
    readonly binary: boolean;
    /** The file with the whole output, or null. */
    readonly spillPath: string | null;
  };
}

/** A tool's answer inside the runtime: the Outcome and, if its content is built from collected texts, those texts. */
export interface Presented extends Outcome {
  readonly collected?: {
    readonly parts: readonly OutputPart[];
    /** The same answer with other texts. */
    replace(parts: readonly OutputPart[]): Outcome;
  };
}

/** Statuses that are errors unless the tool says otherwise. */
const errorStatuses: ReadonlySet<Status> = new Set([
  'failed',
  'timed_out',
  'cancelled',
  'denied',
  'approval_required',
]);

/** An Outcome from its parts; `isError` follows from the status unless given (a non-zero exit is completed, but an error). */
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

/** The same, with more notices after its own. */
export function addNotices<Result extends Pick<Outcome, 'notices'>>(
  result: Result,
  more: readonly string[],
): Result {
  return more.length === 0 ? result : { ...result, notices: [...result.notices, ...more] };
}

/** The Outcome of a failed tool; `details.failure` is the failure code, and a denial has its reason. */
export function failureOutcome({ code, message, data }: ToolFailure): Outcome {
  const status = code === 'denied' || code === 'approval_required' ? code : 'failed';
  const why = code === 'denied' ? { reason: message, rule: null } : {};
  return outcome({ status, message, details: { failure: code, ...why, ...data } });
}

/** The message for a command that was cancelled, whether or not it had started. */
export const cancelledMessage = 'Command cancelled.';

/** The partial Outcome in the data of a cancellation; an empty cancelled one if nothing had started. */
export function cancelledOutcome(failure: ToolFailure): Outcome {
  const { outcome: partial } = failure.data;
  return isOutcome(partial) ? partial : outcome({ status: 'cancelled', message: failure.message });
}

function isOutcome(value: unknown): value is Outcome {
  return isRecord(value) && 'status' in value && 'content' in value;
}
