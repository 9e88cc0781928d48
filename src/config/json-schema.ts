import { ruleActions, settingsSchema } from './schema.ts';

/** The JSON Schema (draft 2020-12) of a config file, for editors; it does not cover comments and trailing commas. */
export async function describeConfigFile(): Promise<Readonly<Record<string, unknown>>> {
  const { toJsonSchema } = await import('@valibot/to-json-schema');
  const schema = toJsonSchema(settingsSchema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (valibotAction.type === 'check') {
        // Further conditions on a string cannot be expressed as a pattern.
        if (jsonSchema.type !== 'object') return jsonSchema;
        return { ...jsonSchema, oneOf: ruleActions.map((name) => ({ required: [name] })) };
      }
      if (valibotAction.type !== 'metadata') return null;
      // The direction of strictness only matters to layers.
      const { tighten: _tighten, ...shared } = { tighten: null, ...jsonSchema };
      return shared;
    },
  });
  return { ...schema, title: 'Configuration of agent-tools' };
}
