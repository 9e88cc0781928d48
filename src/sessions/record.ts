import * as v from 'valibot';
import { type FailureCode, isFailureCode } from '../core/failure.ts';

const mark = v.object({ pid: v.number(), startTicks: v.number() });
const sizeFrom = v.object({ at: v.number(), cols: v.number(), rows: v.number() });
/** The sizes a terminal has had, as far as known; absent from sessions of an earlier version. */
export const sizesSchema = v.optional(v.pipe(v.array(sizeFrom), v.readonly()), []);
/** Where a replay starts that shows its screen; absent from sessions of an earlier version. */
export const screenSchema = v.optional(
  v.nullable(v.object({ from: v.number(), modes: v.string(), isCut: v.boolean() })),
  null,
);
const size = v.nullable(v.object({ cols: v.number(), rows: v.number() }));

/** The record of a session, written by its keeper at the start. */
const recordSchema = v.object({
  id: v.string(),
  /** The real path of the workspace root it belongs to. */
  scope: v.string(),
  /** The command as a person reads it. */
  command: v.string(),
  description: v.nullable(v.string()),
  cwd: v.string(),
  host: v.string(),
  /** ISO 8601. */
  startedAt: v.string(),
  /** The command's process, which leads its session. */
  leader: mark,
  /** Environment marker of all it starts; a UUID, as clean-up would find a shorter text in other processes' environments. */
  runId: v.pipe(v.string(), v.uuid()),
  keeper: mark,
  machine: v.object({ host: v.string(), boot: v.string() }),
  socket: v.string(),
  /** Its terminal's size at the start; null for pipes. */
  size,
  /** Whether it outlives its owner. */
  keep: v.boolean(),
  timeoutMs: v.nullable(v.number()),
  idleTimeoutMs: v.nullable(v.number()),
});

export type SessionRecord = v.InferOutput<typeof recordSchema>;

/** How a session ended, written by its keeper, or by whoever found the keeper dead. */
export const endSchema = v.object({
  status: v.picklist(['completed', 'timed_out', 'killed', 'lost']),
  endedBy: v.picklist(['exit', 'timeout', 'idle', 'kill', 'owner', 'shutdown', 'removed', 'fault', 'lost']),
  exitCode: v.nullable(v.number()),
  signal: v.nullable(v.string()),
  /** ISO 8601. */
  endedAt: v.string(),
  durationMs: v.number(),
  /** Bytes and newlines of output, whether stored or not. */
  bytes: v.number(),
  newlines: v.number(),
  /** Its terminal's size at the end. */
  size,
  sizes: sizesSchema,
  screen: screenSchema,
  /** Why the log lacks some output; null if it does not. */
  logProblem: v.nullable(v.string()),
  backgroundPids: v.array(v.number()),
  /** Whether other processes held its output to the last, so that they print where nobody reads. */
  isHeld: v.optional(v.boolean(), false),
  /** Processes that it left, and that the end of its terminal ended. */
  hungUp: v.optional(v.array(v.object({ pid: v.number(), name: v.string() })), []),
  survivors: v.array(v.object({ pid: v.number(), name: v.string(), reason: v.string() })),
  /** Facts about its sandbox, if it ran in one. */
  sandbox: v.optional(
    v.nullable(
      v.object({
        level: v.picklist(['full', 'partial']),
        isSetUp: v.boolean(),
        unrouted: v.nullable(v.number()),
      }),
    ),
    null,
  ),
  /** The fault in its keeper, if that ended it. */
  fault: v.optional(v.nullable(v.string()), null),
});

export type SessionEnd = v.InferOutput<typeof endSchema>;

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string | null,
): v.InferOutput<Schema> | null {
  if (text === null) return null;
  try {
    const result = v.safeParse(schema, JSON.parse(text));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

/** Parses a record; null if it is invalid. */
export function parseRecord(text: string | null): SessionRecord | null {
  return parse(recordSchema, text);
}

/** Parses a session's end; null if it is invalid. */
export function parseEnd(text: string | null): SessionEnd | null {
  return parse(endSchema, text);
}

const startSchema = v.union([
  v.object({ started: recordSchema }),
  v.object({
    failed: v.object({
      code: v.custom<FailureCode>(isFailureCode),
      message: v.string(),
      data: v.record(v.string(), v.unknown()),
    }),
  }),
]);

/** The first line that a keeper writes: the session, or why there is none. */
export type KeeperStart = v.InferOutput<typeof startSchema>;

/** Parses the first line of a keeper; null for any other. */
export function parseStart(line: string): KeeperStart | null {
  return parse(startSchema, line);
}

/** Parses the last line of a keeper; null for any other. */
export function parseEndLine(line: string): SessionEnd | null {
  return parse(v.object({ ended: endSchema }), line)?.ended ?? null;
}
