import * as v from 'valibot';
import { wrongField } from '../../core/failure.ts';
import { didYouMean } from '../../core/names/meant-name.ts';
import { isRecord } from '../../core/record.ts';
import { readDoubled } from '../../core/schema/doubled-json.ts';
import { parseInput } from '../../core/schema/validate.ts';

/** The params of `tools/call` that do not depend on the tool. */
export const namedCallSchema = v.looseObject({
  name: v.string(),
  // The tool validates the object: a record schema would silently drop "constructor".
  arguments: v.optional(v.unknown()),
});

export interface NamedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The tool and its input from the params of `tools/call`. Throws `invalid_input` for a tool not in `names`. */
export function readNamedCall(params: unknown, names: readonly string[]): NamedCall {
  const { name, arguments: given } = parseInput(namedCallSchema, params);
  const input = (typeof given === 'string' ? readDoubled(given, 'object') : undefined) ?? given ?? {};
  if (!isRecord(input)) throw wrongField('arguments', 'must be an object');
  if (names.includes(name)) return { name, input };
  throw wrongField('name', `is not a tool${didYouMean(name, names)}`, name);
}
