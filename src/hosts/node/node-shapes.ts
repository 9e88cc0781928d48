import * as v from 'valibot';
import { choiceKinds } from '../../core/choice-kinds.ts';
import { type Outcome, statuses } from '../../core/outcome.ts';
import { isRecord } from '../../core/record.ts';
import { base64Field } from '../../core/schema/fields.ts';
import type { OutputChunk } from '../../core/sink.ts';
import { isDeeperThan } from '../../wire/json.ts';

/** Data from a node is accepted only in these shapes and within these bounds. */
const mostItems = 1000;
const mostDepth = 64;
const mostChoices = 16;
const longestLine = 10_000;
const longestText = 1_048_576;

/** The value parsed by the schema; null if it does not match. */
export function shaped<const S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> | null {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : null;
}

const line = v.pipe(v.string(), v.maxLength(longestLine));
export const text = v.pipe(v.string(), v.maxLength(longestText));

const content = v.variant('type', [
  v.object({ type: v.literal('text'), text: v.string() }),
  v.object({ type: v.literal('image'), data: v.string(), mimeType: line }),
  v.object({
    type: v.literal('resource'),
    resource: v.object({ uri: line, mimeType: line, blob: v.string() }),
  }),
]);

const display = v.variant('type', [
  v.object({ type: v.literal('command'), command: v.string(), cwd: line, host: line }),
  v.object({ type: v.literal('diff'), path: line, text: v.string() }),
  v.object({ type: v.literal('brief'), text: v.string() }),
]);

const displays = v.pipe(v.array(display), v.maxLength(mostItems));

const outcomeSchema = v.object({
  status: v.picklist(statuses),
  isError: v.boolean(),
  message: text,
  content: v.pipe(v.array(content), v.maxLength(mostItems)),
  details: v.record(v.string(), v.unknown()),
  display: displays,
  notices: v.pipe(v.array(text), v.maxLength(mostItems)),
});

/** Parses the Outcome of a node's answer; null for anything else. */
export function readOutcome(value: unknown): Outcome | null {
  const outcome = shaped(outcomeSchema, value);
  return outcome === null || isDeeperThan(outcome.details, mostDepth) ? null : outcome;
}

const questionSchema = v.object({
  /** The id of our request that it is about. */
  id: v.number(),
  approvalId: line,
  title: text,
  reason: text,
  cwd: line,
  host: line,
  display: displays,
  choices: v.pipe(
    v.array(
      v.object({
        id: line,
        kind: v.picklist(choiceKinds),
        label: text,
        rule: v.exactOptional(text),
      }),
    ),
    v.minLength(1),
    v.maxLength(mostChoices),
  ),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Empty for a node whose version does not send it. */
  binding: v.optional(line, ''),
});

/** A question that a node asks before it runs a call. */
export type NodeQuestion = v.InferOutput<typeof questionSchema>;

/** Parses the params of an `approval/request`; null for anything else. */
export function readQuestion(value: unknown): NodeQuestion | null {
  return shaped(questionSchema, value);
}

const outputSchema = v.object({
  id: v.number(),
  /** Number of such messages of the call before this one. */
  seq: v.number(),
  stream: v.picklist(['stdout', 'stderr']),
  text: v.optional(v.string()),
  base64: v.optional(base64Field()),
});

/** The bytes of a `tool/output`, and the request they belong to. */
export interface NodeOutput extends OutputChunk {
  readonly id: number;
  readonly seq: number;
}

/** Parses the params of a `tool/output`; null for anything else. */
export function readOutput(value: unknown): NodeOutput | null {
  const output = shaped(outputSchema, value);
  if (output === null) return null;
  const { id, seq, stream, text: shown = '', base64 } = output;
  const bytes = base64 === undefined ? Buffer.from(shown) : Buffer.from(base64, 'base64');
  return { id, seq, stream, bytes: new Uint8Array(bytes) };
}

/** The id of the request that a message is about which cannot be read otherwise; NaN for none. */
export function readCallId(params: unknown): number {
  return isRecord(params) && typeof params.id === 'number' ? params.id : Number.NaN;
}

const count = v.pipe(v.number(), v.minValue(0));
const progressSchema = v.object({ id: v.number(), bytes: count, lines: count, binary: v.boolean() });

/** Parses the totals of a `tool/progress`; null for anything else. */
export function readProgress(value: unknown): v.InferOutput<typeof progressSchema> | null {
  return shaped(progressSchema, value);
}

const day = 86_400;
const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(day));
/** Limits assumed for a node that does not state them. */
export const usualLimits = { concurrentCalls: 64, commandSeconds: 300, graceSeconds: 1 };

const limitsSchema = v.object({
  /** Calls that the node runs at once. */
  concurrentCalls: v.fallback(v.pipe(v.number(), v.minValue(1)), usualLimits.concurrentCalls),
  /** Seconds for a command that states no time, and the extra seconds that a call may take. */
  commandSeconds: v.fallback(seconds, usualLimits.commandSeconds),
  graceSeconds: v.fallback(seconds, usualLimits.graceSeconds),
});

/** The limits of a node, for callers that wait for it. */
export type NodeLimits = v.InferOutput<typeof limitsSchema>;

const greetingSchema = v.object({
  protocolVersion: v.number(),
  serverInfo: v.object({ name: v.literal('agent-tools'), version: line }),
  tools: v.pipe(v.array(line), v.maxLength(mostItems)),
  shell: v.nullable(v.object({ flavour: line, path: line, version: v.nullish(line, null) })),
  cwd: line,
  limits: v.fallback(limitsSchema, usualLimits),
});

/** What a node says about itself. */
export type Greeting = v.InferOutput<typeof greetingSchema>;

/** Parses the answer to `initialize`; null if it is not from `agent-tools rpc`. */
export function readGreeting(value: unknown): Greeting | null {
  return shaped(greetingSchema, value);
}

const sessionExitSchema = v.object({
  sessionId: line,
  status: line,
  exitCode: v.nullable(v.number()),
  signal: v.nullable(line),
  durationMs: v.number(),
  bytes: v.number(),
  logProblem: v.optional(line),
  tail: text,
});

/** The end of a session on a node. */
export type NodeSessionExit = v.InferOutput<typeof sessionExitSchema>;

/** Parses the params of `session/exited`; null for anything else. */
export function readSessionExit(value: unknown): NodeSessionExit | null {
  return shaped(sessionExitSchema, value);
}
