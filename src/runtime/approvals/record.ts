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
  /** Who answered; `at` says when (ISO 8601). */
  by: v.string(),
  at: v.pipe(v.string(), v.isoTimestamp()),
});

/** A call that waits for an answer, or an answer that waits for the call to be repeated: one file. */
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
  /** The tool for which the choices' rules are. */
  ruleTool: v.string(),
  /** The background session whose whole input may be allowed. */
  inputSession: v.exactOptional(v.nullable(v.string())),
  client: v.string(),
  /** The node that asks: it stores the answer's rules itself, and nobody fetches the answer once its call is gone. */
  node: v.exactOptional(v.string()),
  /** The process that is asking somebody right now; it takes the answer and carries it out. */
  asker: v.exactOptional(v.strictObject({ pid: v.number(), startTicks: v.number() })),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Seconds that a question waits for its answer, and an answer for its call. */
  seconds: v.pipe(v.number(), v.minValue(1)),
  answer: v.nullable(answer),
});

export type PendingRecord = v.InferOutput<typeof recordSchema>;

/** Whether the asking process still runs; if not, the record waits for the call to be repeated. */
export function isAskedNow({ asker }: PendingRecord): boolean {
  return asker !== undefined && isRunning(asker);
}

/** Most milliseconds by which a clock correction is tolerated. */
const clockCorrectionMs = 60_000;

/**
 * Whether a record is over at `now` (milliseconds since 1970). With more time left than it was given, it is from before the clock was
 * set back; a record that is being asked now ends with its asker.
 */
export function isOver(record: PendingRecord, now: number): boolean {
  const isAsked = isAskedNow(record);
  if (record.node !== undefined) return !isAsked;
  if (record.state === 'waiting' && isAsked) return false;
  const leftMs = Date.parse(record.expiresAt) - now;
  return leftMs <= 0 || leftMs > record.seconds * 1000 + clockCorrectionMs;
}

/** The record in a text; null if it is not valid. */
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
