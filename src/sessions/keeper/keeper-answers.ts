import * as v from 'valibot';
import { cannot } from '../../core/failure.ts';
import { otherKeyForms } from '../../core/place.ts';
import { endSchema, screenSchema, sizesSchema } from '../record.ts';

/** The current state of a session. */
export const statusSchema = v.object({
  bytes: v.number(),
  newlines: v.number(),
  logProblem: v.nullable(v.string()),
  /** Milliseconds since the last output, or since the start. */
  idleMs: v.number(),
  waitingForInput: v.boolean(),
  /** Whether it seems to have asked, beyond being silent. */
  asking: v.optional(v.boolean(), false),
  /** A program in its terminal that is stopped, so that nothing reads its input. */
  stopped: v.optional(
    v.nullable(v.object({ pid: v.number(), name: v.string(), inFront: v.boolean() })),
    null,
  ),
  inputOpen: v.boolean(),
  /** Bytes of input that the program has not read yet. */
  inputQueued: v.number(),
  /** Bytes of output there were when something was last typed; null for never. */
  typedAt: v.optional(v.nullable(v.number()), null),
  size: v.nullable(v.object({ cols: v.number(), rows: v.number() })),
  sizes: sizesSchema,
  screen: screenSchema,
  end: v.nullable(endSchema),
});

export type KeeperStatus = v.InferOutput<typeof statusSchema>;

const reader = v.object({
  name: v.string(),
  program: v.string(),
  argv: v.nullable(v.pipe(v.array(v.string()), v.readonly())),
  inFront: v.boolean(),
});

/** The state on which typing into a session depends. */
export const inputStateSchema = v.object({
  terminal: v.nullable(
    v.object({
      applicationCursor: v.boolean(),
      bracketedPaste: v.boolean(),
      /** The form of keys without a code; absent from sessions of an earlier version. */
      otherKeys: v.optional(v.nullable(v.picklist(otherKeyForms)), null),
      signals: v.boolean(),
      /** The sequences that set the program's modes in another terminal; absent from sessions of an earlier version. */
      modes: v.optional(v.string(), ''),
      alternate: v.optional(v.boolean(), false),
    }),
  ),
  /** The processes that may read the input, and whether it goes to them now; null if the system does not tell. */
  readers: v.nullable(v.pipe(v.array(reader), v.readonly())),
  /** The text typed since the last finished line. */
  pending: v.string(),
  /** Bytes of output so far; absent from sessions of an earlier version. */
  printed: v.optional(v.nullable(v.number()), null),
  /** Grows with each input; input names the revision it was made for. */
  revision: v.number(),
});

export type KeeperInputState = v.InferOutput<typeof inputStateSchema>;

/** Parses a keeper's answer. Throws `tool_failed` if it has another form, which a keeper of this version does not send. */
export function readAnswer<Schema extends v.GenericSchema>(
  schema: Schema,
  answer: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, answer);
  if (result.success) return result.output;
  throw cannot('read', 'the answer of a session', 'it has another form', 'a keeper of this version');
}
