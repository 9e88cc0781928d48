import { ruleActions, settingsSchema } from './schema.ts';

/** The JSON Schema (draft 2020-12) of a config file, for editors; comments and trailing commas are beyond it. */
export async function describeConfigFile(): Promise<Readonly<Record<string, unknown>>> {
  const { toJsonSchema } = await import('@valibot/to-json-schema');
  const schema = toJsonSchema(settingsSchema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (valibotAction.type === 'check') {
        // Of a text, what else it must be cannot be told as a pattern.
        if (jsonSchema.type !== 'object') return jsonSchema;
        return { ...jsonSchema, oneOf: ruleActions.map((name) => ({ required: [name] })) };
      }
      if (valibotAction.type !== 'metadata') return null;
      // The direction of strictness is for the layers alone.
      const { tighten: _tighten, ...shared } = { tighten: null, ...jsonSchema };
      return shared;
    },
  });
  return { ...schema, title: 'Configuration of agent-tools' };
}
