import { type FailureCode, failureTable, messageOf, ToolFailure, wrongField } from '../core/failure.ts';

/** The error member of a JSON-RPC response. */
export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The messages of the specification (section 5.1); the exact problem is in `data.problem`. */
const specified = {
  parse_error: 'Parse error',
  invalid_request: 'Invalid Request',
} as const;

/** The error for a line or message that is not a valid request. */
export function protocolError(code: keyof typeof specified, problem: string): ErrorObject {
  return { code: rpcCode(code), message: specified[code], data: { problem } };
}

/** The error for a request to cancel whose `field` names no request. */
export function aimlessCancel(field: string): ErrorObject {
  const { code, message, data } = wrongField(field, 'must be the id of a request');
  return { code: rpcCode(code), message, data };
}

/** The error for a method that does not exist. */
export function unknownMethod(method: string, hint: string | null): ToolFailure {
  return new ToolFailure('unknown_method', 'Method not found', {
    method,
    ...(hint === null ? {} : { hint }),
  });
}

/** The abort reason of a handler's signal, which the handler may throw. */
export function requestCancelled(): ToolFailure {
  return new ToolFailure('cancelled', 'Request cancelled');
}

/** The error object for anything that a handler threw; `signal` is the handler's. */
export function errorOf(thrown: unknown, signal: AbortSignal): ErrorObject {
  if (!(thrown instanceof ToolFailure)) {
    const isAbort = signal.aborted && thrown instanceof Error && thrown.name === 'AbortError';
    if (isAbort) return errorOf(requestCancelled(), signal);
    return { code: rpcCode('internal'), message: `Internal error: ${messageOf(thrown)}` };
  }
  const { code, message, data } = thrown;
  if (code === 'cancelled') return withData(rpcCode(code), message, data.outcome);
  const facts = failureTable[code].rpcCode === null ? { failure: code, ...data } : data;
  return withData(rpcCode(code), message, Object.keys(facts).length === 0 ? undefined : facts);
}

/** The JSON-RPC code; failures that are answered as an Outcome have none and are internal errors here. */
function rpcCode(code: FailureCode): number {
  return failureTable[code].rpcCode ?? failureTable.internal.rpcCode;
}

function withData(code: number, message: string, data: unknown): ErrorObject {
  return data === undefined ? { code, message } : { code, message, data };
}
