import * as v from 'valibot';
import { choiceKinds } from '../../core/choice-kinds.ts';
import { isRunning } from '../../platform/process/proc.ts';
import { answerFields } from './answer.ts';
import { idStart } from './approval-id.ts';

const display = v.variant('type', [
  v.strictObject({ type: v.literal('command'), command: v.string(), cwd: v.string(), host: v.string() }),
  v.strictObject({ type: v.literal('diff'), path: v.string(), text: v.string() }),
  v.strictObject({ type: v.literal('brief'), text: v.string() }),
]);

const choice = v.strictObject({
  id: v.string(),
  kind: v.picklist(choiceKinds),
  label: v.string(),
  rule: v.exactOptional(v.string()),
});

const answer = v.strictObject({
  ...answerFields,
  /** Who answered, and when (ISO 8601). */
  by: v.string(),
  at: v.pipe(v.string(), v.isoTimestamp()),
});

/** A call that waits for a yes or a no, or its answer that waits for the call to be made again: one file. */
const recordSchema = v.strictObject({
  version: v.literal(1),
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{12}-[0-9a-f]{6}$/)),
  /** What the answer is bound to. */
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  state: v.picklist(['waiting', 'allowed', 'rejected']),
  tool: v.string(),
  title: v.string(),
  reason: v.string(),
  cwd: v.string(),
  host: v.string(),
  display: v.array(display),
  choices: v.array(choice),
  /** The tool that the choices' rules are for. */
  ruleTool: v.string(),
  /** The background session whose whole input may be allowed. */
  inputSession: v.exactOptional(v.nullable(v.string())),
  client: v.string(),
  /** The node whose question it is: it keeps the rules of the answer, which nobody fetches once its call is gone. */
  node: v.exactOptional(v.string()),
  /** The process in which somebody is asked right now; it takes the answer, and carries it out. */
  asker: v.exactOptional(v.strictObject({ pid: v.number(), startTicks: v.number() })),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Seconds that a question waits for its answer, and an answer for its call. */
  seconds: v.pipe(v.number(), v.minValue(1)),
  answer: v.nullable(answer),
});

export type PendingRecord = v.InferOutput<typeof recordSchema>;

/** Whether the process that asks still runs; once it does not, the record waits for the call to be made again. */
export function isAskedNow({ asker }: PendingRecord): boolean {
  return asker !== undefined && isRunning(asker);
}

/** Milliseconds a clock may be corrected by without more ado. */
const clockCorrectionMs = 60_000;

/**
 * Whether a record counts no more at `now` (milliseconds since 1970). With more time left than it was given, it is from before the
 * clock was set back; what is asked now ends with its asker.
 */
export function isOver(record: PendingRecord, now: number): boolean {
  const isAsked = isAskedNow(record);
  if (record.node !== undefined) return !isAsked;
  if (record.state === 'waiting' && isAsked) return false;
  const leftMs = Date.parse(record.expiresAt) - now;
  return leftMs <= 0 || leftMs > record.seconds * 1000 + clockCorrectionMs;
}

/** The record of a text, null for anything that is none. */
export function parseRecord(text: string): PendingRecord | null {
  try {
    const result = v.safeParse(recordSchema, JSON.parse(text));
    return result.success && result.output.id.startsWith(idStart(result.output.digest))
      ? result.output
      : null;
  } catch {
    return null;
  }
}
