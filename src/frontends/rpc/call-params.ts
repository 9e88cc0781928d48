import * as v from 'valibot';
import { ToolFailure } from '../../core/failure.ts';
import type { Tool } from '../../core/tool.ts';
import { parseInput } from '../../core/validate.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import type { Params } from '../../wire/message.ts';

const metaSchema = v.looseObject({
  stream: v.optional(v.boolean()),
  streamIntervalMs: v.optional(
    v.pipe(v.number(), v.minValue(10, 'must be at least 10'), v.maxValue(60_000, 'must be at most 60000')),
  ),
});

export interface CallParams {
  readonly input: Readonly<Record<string, unknown>>;
  readonly stream: boolean;
  readonly streamIntervalMs: number;
}

/** Milliseconds between two output frames unless the call says otherwise. */
const defaultIntervalMs = 100;

/** The input and the `_meta` of a call. Throws `invalid_input`. */
export function readCallParams(
  params: Params,
  tool: Pick<Tool<ToolContext>, 'name' | 'positionals'>,
): CallParams {
  const { _meta: meta = {}, ...input } = Array.isArray(params) ? byPosition(params, tool) : asObject(params);
  const { stream = false, streamIntervalMs = defaultIntervalMs } = parseInput(metaSchema, meta);
  return { input, stream, streamIntervalMs };
}

function asObject(params: Params): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(params ?? {}));
}

function byPosition(
  params: readonly unknown[],
  { name, positionals }: Pick<Tool<ToolContext>, 'name' | 'positionals'>,
): Readonly<Record<string, unknown>> {
  if (params.length > positionals.length) {
    const problem =
      positionals.length === 0
        ? 'takes its parameters by name'
        : `takes at most ${positionals.length} by position (${positionals.join(', ')})`;
    throw new ToolFailure('invalid_input', `"${name}" ${problem}`, { field: 'params', problem });
  }
  return Object.fromEntries(params.map((value, index) => [positionals[index] ?? '', value]));
}
