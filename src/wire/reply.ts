import { ToolFailure } from '../core/failure.ts';
import { isRecord } from '../core/record.ts';
import { cutText } from '../core/text/cut-text.ts';
import { jsonLine } from '../core/text/json-line.ts';
import { encodeText } from '../core/text/utf8.ts';
import { type ErrorObject, errorOf } from './errors.ts';
import { isLongerThan } from './json.ts';
import type { IdText } from './message.ts';

/** The answer to a request of the peer. */
export type Reply = { readonly result: unknown } | { readonly error: ErrorObject };

/** A result, or the data of an error, that can shorten itself if its line would exceed the limit. */
export abstract class Shrinkable {
  /** The value to send. */
  abstract toJSON(): unknown;
  /** A version whose JSON text has at most `maxBytes` bytes, as far as possible; the whole line may have `lineBytes`. */
  abstract shrink(maxBytes: number, lineBytes: number): unknown;
}

/** Most bytes of a line, and the setting that raises it, for messages. */
export interface LineLimit {
  readonly bytes: number;
  readonly raise?: string | undefined;
}

/** The end of `expected at most …` for a line that is too long. */
export function mostOf({ bytes, raise }: LineLimit): string {
  return `at most ${bytes}${raise === undefined ? '' : ` (${raise})`}`;
}

const neverAborted = new AbortController().signal;

/** The response line, without LF. A value that JSON cannot express becomes an internal error. */
export function encodeReply(id: IdText, reply: Reply): string {
  try {
    const [member, value] = 'error' in reply ? ['error', reply.error] : ['result', reply.result];
    return `{"jsonrpc":"2.0","id":${id},"${member}":${jsonLine(value)}}`;
  } catch (error) {
    return encodeReply(id, { error: errorOf(error, neverAborted) });
  }
}

/** The response line within a limit: a Shrinkable is shortened, anything else becomes an error that names the limit. */
export function encodeReplyWithin(id: IdText, reply: Reply, limit: LineLimit): string {
  const maxBytes = limit.bytes;
  const line = encodeReply(id, reply);
  if (!isLongerThan(line, maxBytes)) return line;
  const shorter = encodeReply(id, shrinkReply(reply, envelopeBytes(id, reply), maxBytes));
  if (!isLongerThan(shorter, maxBytes)) return shorter;
  if ('error' in reply) {
    for (const error of [cutError(reply.error), { ...cutError(reply.error), data: undefined }]) {
      const cut = encodeReply(id, { error });
      if (!isLongerThan(cut, maxBytes)) return cut;
    }
  }
  return encodeReply(id, { error: tooLong(encodeText(line).length, limit) });
}

/** Most characters of each text in an error that is too long for its line. */
const mostOfText = 120;

/** An error with its code and the start of each text, so that it still says what is wrong. */
function cutError({ code, message, data }: ErrorObject): ErrorObject {
  const texts = Object.entries(isRecord(data) ? data : {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, cutText(value, mostOfText)]] : [],
  );
  return {
    code,
    message: cutText(message, mostOfText),
    data: texts.length === 0 ? undefined : Object.fromEntries(texts),
  };
}

/** The bytes of the line without the value that can shrink. */
function envelopeBytes(id: IdText, reply: Reply): number {
  const rest = 'error' in reply ? { error: { ...reply.error, data: 0 } } : { result: 0 };
  return encodeText(encodeReply(id, rest)).length;
}

function shrinkReply(reply: Reply, envelope: number, lineBytes: number): Reply {
  const shrink = (value: unknown): unknown =>
    value instanceof Shrinkable ? value.shrink(lineBytes - envelope, lineBytes) : value;
  try {
    if (!('error' in reply)) return { result: shrink(reply.result) };
    return { error: { ...reply.error, data: shrink(reply.error.data) } };
  } catch (error) {
    return { error: errorOf(error, neverAborted) };
  }
}

function tooLong(bytes: number, limit: LineLimit): ErrorObject {
  const message = `Cannot send "the answer": its line has ${bytes} bytes, expected ${mostOf(limit)}`;
  return errorOf(new ToolFailure('internal', message, { bytes, maxLineBytes: limit.bytes }), neverAborted);
}

/** Each response of a batch gets at least this many bytes, even if the array then exceeds the limit. */
const leastEntryBytes = 1024;

/** The line of a batch. Together the responses keep the limit: short ones are unchanged, long ones share the rest. */
export function encodeBatch(
  entries: readonly { readonly id: IdText; readonly reply: Reply }[],
  limit: LineLimit,
): string {
  const maxBytes = limit.bytes;
  const lines = entries.map(({ id, reply }) => encodeReply(id, reply));
  const joined = `[${lines.join(',')}]`;
  if (!isLongerThan(joined, maxBytes)) return joined;
  const sizes = lines.map((line) => encodeText(line).length);
  const share = Math.max(shareOut(sizes, maxBytes - 2 - (lines.length - 1)), leastEntryBytes);
  const fitted = entries.map(({ id, reply }) => encodeReplyWithin(id, reply, { ...limit, bytes: share }));
  return `[${fitted.join(',')}]`;
}

/** The most that each of `sizes` may keep so that all fit into `total`. */
function shareOut(sizes: readonly number[], total: number): number {
  let left = total;
  const sorted = [...sizes].sort((a, b) => a - b);
  for (const [index, size] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (size > share) return share;
    left -= size;
  }
  return total;
}
