import type { JsonSchema } from '@valibot/to-json-schema';
import type { ToolContext } from '../../tools/tool-context.ts';
import type { Told } from './told.ts';
import { isUseful } from './useful.ts';

/** A tool in MCP's `tools/list`. */
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

/** Fields of no use under this configuration, so models are not told about them. */
function uselessFields({ settings, machine }: ToolContext): ReadonlySet<string> {
  const { shell, hosts, elevated, caps } = settings;
  return new Set([
    ...(Object.keys(hosts).length > 0 ? [] : settings.host === 'local' ? ['host', 'node'] : ['node']),
    ...(elevated.enabled && elevated.allowed ? [] : ['elevated']),
    ...(shell.allowBackground && caps.sessions > 0 ? [] : ['background', 'yieldMs', 'keep']),
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

/** Tools that models have no reason to run on another host. */
const homely: ReadonlySet<string> = new Set(['skill']);

/** The schema with a `host` field if there are nodes; `shell` describes it. */
function withHost(schema: JsonSchema, { name, goesElsewhere }: Told, { settings }: ToolContext): JsonSchema {
  const isTaken = schema.properties?.host !== undefined;
  if (isTaken || !goesElsewhere || homely.has(name) || Object.keys(settings.hosts).length === 0)
    return schema;
  return { ...schema, properties: { ...schema.properties, host: { type: 'string' } } };
}

/** Fields that are accepted but not shown: no model has a reason to tighten its own policy, and `host` also names nodes. */
const untold: ReadonlySet<string> = new Set(['security', 'ask', 'node']);

/** Tools as described to models. */
export function listForModels(tools: readonly Told[], context: ToolContext): readonly ListedTool[] {
  const useful = tools.filter(({ name }) => isUseful(name, context.settings));
  return useful.map((tool) => {
    const listed = listTool(tool, context);
    return { ...listed, inputSchema: withoutFields(listed.inputSchema, untold) };
  });
}

/** A tool in MCP's `tools/list`, with all fields and the description for this machine. */
export function listTool(tool: Told, context: ToolContext): ListedTool {
  const { readOnly, destructive, idempotent, openWorld } = tool.annotations;
  return {
    name: tool.name,
    description: tool.describe(context),
    inputSchema: withHost(withoutFields(tool.inputSchema, uselessFields(context)), tool, context),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
  };
}
