import { isObject } from './record.ts';
import { inQuotes, onOneLine } from './text/one-line.ts';

/** Every way in which a call can fail, with its exit status on the command line and its JSON-RPC code (null: answered as an Outcome). */
export const failureTable = {
  tool_failed: { exitStatus: 1, rpcCode: null },
  invalid_input: { exitStatus: 2, rpcCode: -32602 },
  invalid_config: { exitStatus: 2, rpcCode: -32603 },
  timed_out: { exitStatus: 124, rpcCode: null },
  internal: { exitStatus: 125, rpcCode: -32603 },
  denied: { exitStatus: 126, rpcCode: null },
  approval_required: { exitStatus: 126, rpcCode: null },
  program_missing: { exitStatus: 127, rpcCode: null },
  cancelled: { exitStatus: 130, rpcCode: -32800 },
  parse_error: { exitStatus: 2, rpcCode: -32700 },
  invalid_request: { exitStatus: 2, rpcCode: -32600 },
  unknown_method: { exitStatus: 2, rpcCode: -32601 },
  overloaded: { exitStatus: 1, rpcCode: 1001 },
  missing_capability: { exitStatus: 2, rpcCode: -32021 },
  unknown_resource: { exitStatus: 2, rpcCode: -32002 },
  unsupported_version: { exitStatus: 2, rpcCode: -32022 },
} as const;

export type FailureCode = keyof typeof failureTable;

/** Whether a value is a failure code. */
export function isFailureCode(value: unknown): value is FailureCode {
  return typeof value === 'string' && Object.hasOwn(failureTable, value);
}

/** The only error thrown on purpose, with a message of one line; anything else that is thrown is a bug (exit status 125). */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  readonly code: FailureCode;
  /** Small facts for the caller, for example `{ field, problem }`; JSON values only. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(code: FailureCode, message: string, data: Readonly<Record<string, unknown>> = {}) {
    super(onOneLine(message));
    this.code = code;
    this.data = data;
  }
}

/** A file, or the input line of a session, has changed since the call was planned (`tool_failed`). */
export class ChangedFailure extends ToolFailure {}

/** A failure of a tool on a value, in the common message format: `Cannot <action> "<value>": <state>, expected <wanted>`. */
export function cannot(
  action: string,
  value: string,
  state: string,
  wanted: string,
  code: FailureCode = 'tool_failed',
): ToolFailure {
  return new ToolFailure(code, `Cannot ${action} ${inQuotes(value)}: ${state}, expected ${wanted}`);
}

/** The `invalid_input` failure of an input field or a command-line argument; `subject` is named in the message instead of `field`. */
export function wrongField(field: string, problem: string, subject = field): ToolFailure {
  return new ToolFailure('invalid_input', `"${subject}" ${problem}`, { field, problem });
}

/** Throws `invalid_input` for a field. */
export function refuseField(field: string, problem: string): never {
  throw wrongField(field, problem);
}

/** Whether a thrown value is a ToolFailure with this code. */
export function isFailure(error: unknown, code: FailureCode): error is ToolFailure {
  return error instanceof ToolFailure && error.code === code;
}

/** The message of any thrown value, without a stack. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The system's error code (`ENOENT`, `EACCES` …) of any thrown value, or null; a ToolFailure has none. */
export function errnoOf(error: unknown): string | null {
  if (error instanceof ToolFailure) return null;
  return isObject(error) && typeof error.code === 'string' ? error.code : null;
}

/** Whether an error says that nothing exists at a path; after any other error, something may. */
export function isMissing(error: unknown): boolean {
  const code = errnoOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
