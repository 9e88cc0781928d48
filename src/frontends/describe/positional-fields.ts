import type { InputSchema, Tool } from '../../core/tool.ts';
import { actionsOf, type Field, fieldsOf } from './fields.ts';

/** The fields for positional words or params, in order; for a tool with actions, those of the action named first. */
export function positionalFields(
  first: unknown,
  { positionals }: Pick<Tool<never>, 'positionals'>,
  schema: InputSchema,
): readonly Field[] {
  const fields = fieldsOf(schema);
  const action = actionsOf(schema).find(({ name }) => name === first);
  const known = (name: string): Field | undefined =>
    name === positionals[0] || action === undefined
      ? fields.find((field) => field.name === name)
      : action.fields.find((field) => field.name === name);
  return positionals.map(known).filter((field) => field !== undefined);
}
