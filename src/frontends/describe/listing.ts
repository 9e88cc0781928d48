import type { JsonSchema } from '@valibot/to-json-schema';
import { generated } from '../../core/generated.ts';
import type { Tool } from '../../core/tool.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import schemas from './schemas.generated.json' with { type: 'json' };

/** The input schemas of the tools there are, converted when the program is built: that takes longer than all the rest of a listing. */
const converted = generated<Readonly<Record<string, JsonSchema>>>(schemas);

async function schemaOf({ name, input }: Tool<ToolContext>): Promise<JsonSchema> {
  const known = Object.hasOwn(converted, name) ? converted[name] : undefined;
  if (known !== undefined) return known;
  const { toJsonSchema } = await import('./json-schema.ts');
  return toJsonSchema(input);
}

/** A tool as MCP lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** Fields that the configuration in force makes useless, so that models are not told of them. */
function uselessFields({ settings, machine }: ToolContext): ReadonlySet<string> {
  const { shell, hosts, elevated } = settings;
  return new Set([
    ...(Object.keys(hosts).length > 0 ? [] : settings.host === 'local' ? ['host', 'node'] : ['node']),
    ...(elevated.enabled && elevated.allowed ? [] : ['elevated']),
    ...(shell.allowBackground ? [] : ['background', 'yieldMs', 'keep']),
    ...(machine.pty ? [] : ['pty', 'cols', 'rows']),
  ]);
}

function withoutFields(schema: JsonSchema, useless: ReadonlySet<string>): JsonSchema {
  if (schema.properties === undefined) return schema;
  const properties = Object.fromEntries(
    Object.entries(schema.properties).filter(([name]) => !useless.has(name)),
  );
  return { ...schema, properties };
}

/** Tools whose calls models have no reason to send elsewhere. */
const homely: ReadonlySet<string> = new Set(['skill']);

/** The field by which a call goes elsewhere, where there is anything else; `shell` says what it means. */
function withHost(schema: JsonSchema, tool: Tool<ToolContext>, { settings }: ToolContext): JsonSchema {
  const isTaken = schema.properties?.host !== undefined;
  if (isTaken || tool.outline === null || homely.has(tool.name) || Object.keys(settings.hosts).length === 0)
    return schema;
  return { ...schema, properties: { ...schema.properties, host: { type: 'string' } } };
}

/** Fields that are taken but not told: no model has a reason to harden the policy against itself, and `host` names nodes too. */
const untold: ReadonlySet<string> = new Set(['security', 'ask', 'node']);

/** Tools as models are told of them; names that are no tool's are null and left out. */
export function listForModels(
  tools: readonly (Tool<ToolContext> | null)[],
  context: ToolContext,
): Promise<readonly ListedTool[]> {
  return Promise.all(
    tools
      .filter((tool) => tool !== null)
      .map(async (tool) => {
        const listed = await listTool(tool, context);
        return { ...listed, inputSchema: withoutFields(listed.inputSchema, untold) };
      }),
  );
}

/** One tool as MCP lists it, with every field and the description for this machine. */
export async function listTool(tool: Tool<ToolContext>, context: ToolContext): Promise<ListedTool> {
  const { readOnly, destructive, idempotent, openWorld } = tool.annotations;
  return {
    name: tool.name,
    description: tool.describe(context),
    inputSchema: withHost(withoutFields(await schemaOf(tool), uselessFields(context)), tool, context),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
  };
}
