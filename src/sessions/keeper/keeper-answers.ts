import * as v from 'valibot';
import { cannot } from '../../core/failure.ts';
import { endSchema, sizesSchema } from '../record.ts';

/** What a session does now. */
export const statusSchema = v.object({
  bytes: v.number(),
  newlines: v.number(),
  logProblem: v.nullable(v.string()),
  /** Milliseconds since the last output, or since the start. */
  idleMs: v.number(),
  waitingForInput: v.boolean(),
  /** Whether there is more to that than silence. */
  asking: v.optional(v.boolean(), false),
  inputOpen: v.boolean(),
  /** Bytes of input that the program has not taken yet. */
  inputQueued: v.number(),
  size: v.nullable(v.object({ cols: v.number(), rows: v.number() })),
  sizes: sizesSchema,
  end: v.nullable(endSchema),
});

export type KeeperStatus = v.InferOutput<typeof statusSchema>;

const reader = v.object({
  name: v.string(),
  program: v.string(),
  argv: v.nullable(v.pipe(v.array(v.string()), v.readonly())),
  inFront: v.boolean(),
});

/** What typing into a session depends on. */
export const inputStateSchema = v.object({
  terminal: v.nullable(
    v.object({
      applicationCursor: v.boolean(),
      bracketedPaste: v.boolean(),
      signals: v.boolean(),
      /** What sets the modes of the program in another terminal; a session of an earlier version does not tell. */
      modes: v.optional(v.string(), ''),
      alternate: v.optional(v.boolean(), false),
    }),
  ),
  /** Who may come to read what is typed, and whether it goes to them now; null where the system does not tell. */
  readers: v.nullable(v.pipe(v.array(reader), v.readonly())),
  /** What was typed since the last finished line. */
  pending: v.string(),
  /** Bytes of output so far; a session of an earlier version does not tell. */
  printed: v.optional(v.nullable(v.number()), null),
  /** Grows with everything that is typed; input says which it was made for. */
  revision: v.number(),
});

export type KeeperInputState = v.InferOutput<typeof inputStateSchema>;

/** A keeper's answer in the form it must have. Throws `tool_failed` for another, which a keeper of this version does not send. */
export function readAnswer<Schema extends v.GenericSchema>(
  schema: Schema,
  answer: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, answer);
  if (result.success) return result.output;
  throw cannot('read', 'the answer of a session', 'it has another form', 'a keeper of this version');
}
