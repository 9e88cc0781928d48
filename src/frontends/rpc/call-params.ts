import * as v from 'valibot';
import { wrongField } from '../../core/failure.ts';
import { parseInput } from '../../core/schema/validate.ts';
import type { Tool } from '../../core/tool.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import type { Params } from '../../wire/message.ts';
import { positionalFields } from '../describe/positional-fields.ts';

/** Milliseconds between output frames by default. */
const defaultIntervalMs = 100;

const callMetaSchema = v.object({
  stream: v.optional(v.pipe(v.boolean(), v.description('Tell its output while it runs')), false),
  /** Output is shown as it arrives, stdout and stderr separately, with notices of what is left out. */
  live: v.optional(v.boolean(), false),
  /** The payload is written unchanged and in full. */
  text: v.optional(v.boolean(), false),
  /** Most bytes of the line on which the answer is passed on. */
  lineBytes: v.exactOptional(
    v.pipe(v.number(), v.safeInteger('must be a whole number'), v.minValue(1, 'must be at least 1')),
  ),
  stdin: v.optional(v.pipe(v.boolean(), v.description('Its standard input comes by tool/input')), false),
  /** The revision of a session's input for which the client has judged what the call types; null for none. */
  typedAt: v.exactOptional(v.nullable(v.number())),
  /** Whether the client answers questions about this call, if it answers any. */
  approvals: v.optional(v.pipe(v.boolean(), v.description('Whether anybody is asked about it')), true),
  streamIntervalMs: v.optional(
    v.pipe(
      v.number(),
      v.minValue(10, 'must be at least 10'),
      v.maxValue(60_000, 'must be at most 60000'),
      v.description('Milliseconds between notifications of output'),
    ),
    defaultIntervalMs,
  ),
});

const metaSchema = v.object({ _meta: v.optional(callMetaSchema, {}) });

/** The part of `_meta` for clients; the rest is what one agent-tools says to another. */
export const clientMetaSchema = v.pick(callMetaSchema, ['stream', 'streamIntervalMs', 'stdin', 'approvals']);

/** The `_meta` of a call. */
export type CallMeta = Readonly<v.InferOutput<typeof metaSchema>['_meta']>;

export interface CallParams extends CallMeta {
  readonly input: Readonly<Record<string, unknown>>;
}

type Target = Pick<Tool<ToolContext>, 'name' | 'positionals' | 'input'>;

/** The input and the `_meta` of a call by the tool's name. Throws `invalid_input`. */
export function readCallParams(params: Params, tool: Target): CallParams {
  const { _meta: meta, ...input } = isList(params) ? byPosition(params, tool) : { ...params };
  return { input, ...readMeta(meta) };
}

let unsaid: CallMeta | null = null;

/** Reads `_meta`. Throws `invalid_input`. */
export function readMeta(meta: unknown): CallMeta {
  if (meta !== undefined) return parseMeta(meta);
  unsaid ??= parseMeta(undefined);
  return unsaid;
}

function parseMeta(meta: unknown): CallMeta {
  return parseInput(metaSchema, { _meta: meta })._meta;
}

function isList(params: Params): params is readonly unknown[] {
  return Array.isArray(params);
}

/** Assigns values to the positional fields in order; a list in the last place takes the rest. */
function byPosition(params: readonly unknown[], tool: Target): Readonly<Record<string, unknown>> {
  const fields = positionalFields(params[0], tool, tool.input);
  const names = fields.map((field) => field.name);
  const most = names.length;
  const takesRest = fields.at(-1)?.kind === 'list';
  const rest = params.slice(most - 1);
  const isGathered = takesRest && rest.length > 0 && !Array.isArray(rest[0]);
  const values = isGathered ? [...params.slice(0, most - 1), rest] : params;
  if (values.length > most) {
    const problem =
      most === 0 ? 'takes its parameters by name' : `takes at most ${most} by position (${names.join(', ')})`;
    throw wrongField('params', problem, tool.name);
  }
  return Object.fromEntries(values.map((value, index) => [names[index] ?? '', value]));
}
