import type { FailureCode } from '../core/failure.ts';
import { isObject, isRecord } from '../core/record.ts';
import { jsonLine } from '../core/text/json-line.ts';
import type { Dialect } from './dialect.ts';
import type { ErrorObject } from './errors.ts';
import type { Line } from './framing.ts';
import { isDeeperThan } from './json.ts';
import { elementSources, sourceAt } from './source.ts';

/** An id as its JSON text: `"1"` and `1` differ, and numbers beyond 53 bits are kept digit for digit. */
export type IdText = string;

export const nullId: IdText = 'null';

export type Params = Readonly<Record<string, unknown>> | readonly unknown[] | undefined;

/** The peer's answer to a request of ours. */
export type Answer = { readonly result: unknown } | { readonly error: ErrorObject };

/** A called method, and the id at the dialect's `namedId` in its params; null for none. */
export interface Call {
  readonly method: string;
  readonly params: Params;
  readonly named: IdText | null;
}

export type Message =
  | (Call & { readonly kind: 'request'; readonly id: IdText })
  | (Call & { readonly kind: 'notification' })
  | { readonly kind: 'cancel'; readonly id: IdText | null; readonly target: IdText | null }
  /** A request to cancel whose `field` names no request. */
  | { readonly kind: 'aimless'; readonly id: IdText; readonly field: string }
  | { readonly kind: 'response'; readonly id: IdText; readonly answer: Answer }
  /** Only an id: a request without its method, or an answer whose undefined result was omitted. */
  | { readonly kind: 'bare'; readonly id: IdText; readonly problem: string }
  | {
      readonly kind: 'invalid';
      readonly id: IdText;
      readonly code: Extract<FailureCode, 'parse_error' | 'invalid_request'>;
      readonly problem: string;
    };

/** Most nesting levels of a message: far more than any input needs, far fewer than overflow a stack. */
const mostDepth = 512;
/** Most messages of a batch: each gets an answer, which may be a hundred times as long. */
const mostMessages = 10_000;

/** One line: a message, or a batch of them. */
export type Parsed =
  | { readonly kind: 'single'; readonly message: Message }
  | { readonly kind: 'batch'; readonly messages: readonly Message[] };

/** Reads a line as JSON-RPC 2.0; never throws, an invalid one becomes an `invalid` message. */
export function parseLine(line: Line, dialect: Dialect): Parsed {
  if (line.kind === 'bad') return single({ ...line, kind: 'invalid' });
  const { text } = line;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return single({ kind: 'invalid', id: nullId, code: 'parse_error', problem: 'the line is not JSON' });
  }
  if (!Array.isArray(value)) return single(readMessage(value, () => text, dialect));
  if (!dialect.batches) return single(invalid(nullId, 'batches are not part of this protocol'));
  if (value.length === 0) return single(invalid(nullId, 'the batch is empty'));
  if (value.length > mostMessages)
    return single(invalid(nullId, `the batch has more than ${mostMessages} messages`));
  let sources: readonly string[] | undefined;
  const messages = value.map((item: unknown, index) => {
    const source = (): string => {
      sources ??= elementSources(text);
      return sources[index] ?? 'null';
    };
    return readMessage(item, source, dialect);
  });
  return { kind: 'batch', messages };
}

/** What a message with a null id says of a lost one, to follow "it …": it or one of ours could not be read. Null for other messages. */
export function lossOf(message: Message): string | null {
  if (!('id' in message) || message.id !== nullId) return null;
  if (message.kind === 'invalid') return `sent a message that cannot be read (${message.problem})`;
  if (message.kind !== 'response' || !('error' in message.answer)) return null;
  return `could not read a message (${message.answer.error.message})`;
}

function single(message: Message): Parsed {
  return { kind: 'single', message };
}

function invalid(id: IdText, problem: string): Message {
  return { kind: 'invalid', id, code: 'invalid_request', problem };
}

/** The JSON text of an id; null if the value is not one. `path` leads to it in the source. */
function idText(value: unknown, source: () => string, path: readonly string[]): IdText | null {
  if (value === null || typeof value === 'string') return jsonLine(value);
  if (typeof value !== 'number') return null;
  return Number.isSafeInteger(value) ? JSON.stringify(value) : sourceAt(source(), path);
}

function readMessage(value: unknown, source: () => string, dialect: Dialect): Message {
  if (!isRecord(value)) return invalid(nullId, 'a message must be an object');
  const id = 'id' in value ? idText(value.id, source, ['id']) : undefined;
  if (!('method' in value) && ('result' in value || 'error' in value))
    return readResponse(value, id ?? nullId);
  if (id === null || (id === nullId && !dialect.nullIds))
    return invalid(nullId, `"id" must be a string${dialect.nullIds ? ', a number or null' : ' or a number'}`);
  const problem = problemOf(value);
  if (problem !== null && id !== undefined && !('method' in value)) return { kind: 'bare', id, problem };
  if (problem !== null) return invalid(id ?? nullId, problem);
  return readCall({ value, id, source, dialect });
}

function problemOf(value: Readonly<Record<string, unknown>>): string | null {
  if (value.jsonrpc !== '2.0') return '"jsonrpc" must be "2.0"';
  if (typeof value.method !== 'string') return '"method" must be a string';
  if ('params' in value && !isObject(value.params)) return '"params" must be an object or an array';
  if (isDeeperThan(value, mostDepth)) return `the message nests deeper than ${mostDepth} levels`;
  return null;
}

/** Reads a request or notification whose members are checked. */
function readCall(call: {
  readonly value: Readonly<Record<string, unknown>>;
  readonly id: IdText | undefined;
  readonly source: () => string;
  readonly dialect: Dialect;
}): Message {
  const { value, id } = call;
  const method = String(value.method);
  const params: Params = isRecord(value.params)
    ? value.params
    : Array.isArray(value.params)
      ? value.params
      : undefined;
  const member = call.dialect.cancelMethods.get(method);
  if (member !== undefined) {
    const target = isRecord(params) ? idText(params[member], call.source, ['params', member]) : null;
    if (id === undefined || target !== null) return { kind: 'cancel', id: id ?? null, target };
    return { kind: 'aimless', id, field: member };
  }
  const named = namedId(params, call.source, call.dialect);
  if (id === undefined) return { kind: 'notification', method, params, named };
  return { kind: 'request', id, method, params, named };
}

function namedId(params: Params, source: () => string, dialect: Dialect): IdText | null {
  let value: unknown = params;
  for (const member of dialect.namedId) value = isRecord(value) ? value[member] : undefined;
  return idText(value, source, ['params', ...dialect.namedId]);
}

function readResponse(value: Readonly<Record<string, unknown>>, id: IdText): Message {
  const { result, error } = value;
  if (error === undefined || error === null)
    return { kind: 'response', id, answer: { result: result ?? null } };
  const { code, message, data } = isRecord(error) ? error : { message: error };
  return {
    kind: 'response',
    id,
    answer: {
      error: {
        code: typeof code === 'number' ? code : 0,
        message: typeof message === 'string' ? message : '',
        ...(data === undefined ? {} : { data }),
      },
    },
  };
}
