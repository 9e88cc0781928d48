import type { JsonSchema } from '@valibot/to-json-schema';
import type { Tool } from '../../core/tool.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import { toJsonSchema } from './json-schema.ts';

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

/** The field by which any call goes elsewhere, where there is anything else; tools have it besides their own fields. */
function withHost(schema: JsonSchema, tool: Tool<ToolContext>, { settings }: ToolContext): JsonSchema {
  const nodes = Object.keys(settings.hosts);
  if (nodes.length === 0 || tool.outline === null) return schema;
  const others = schema.properties?.host === undefined ? 'local' : 'local, sandbox';
  const host: JsonSchema = {
    type: 'string',
    description: `Where it runs: ${others} or a node (${nodes.join(', ')}); default ${settings.host}`,
  };
  return { ...schema, properties: { ...schema.properties, host } };
}

/** Fields that are taken but not told: no model has a reason to harden the policy against itself. */
const untold: ReadonlySet<string> = new Set(['security', 'ask']);

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
    inputSchema: withHost(
      withoutFields(await toJsonSchema(tool.input), uselessFields(context)),
      tool,
      context,
    ),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
  };
}
