import type { ListedTool } from './listing.ts';

/** The formats of tool schemas. */
export const schemaFormats = ['mcp', 'openai', 'anthropic', 'json-schema'] as const;
export type SchemaFormat = (typeof schemaFormats)[number];

/** Tools in the format of a model's API; `mcp` is the result of `tools/list`. */
export function exportTools(tools: readonly ListedTool[], format: SchemaFormat): unknown {
  switch (format) {
    case 'mcp':
      return { tools };
    case 'openai':
      return tools.map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name, description, parameters: inputSchema },
      }));
    case 'anthropic':
      return tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        input_schema: inputSchema,
      }));
    case 'json-schema':
      return Object.fromEntries(
        tools.map(({ name, description, inputSchema }) => [
          name,
          { title: name, description, ...inputSchema },
        ]),
      );
  }
}
