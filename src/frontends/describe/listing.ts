import type { JsonSchema } from '@valibot/to-json-schema';
import type { ToolContext } from '../../tools/tool-context.ts';
import type { Told } from './told.ts';

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

/** Tools whose calls models have no reason to send elsewhere. */
const homely: ReadonlySet<string> = new Set(['skill']);

/** The field by which a call goes elsewhere, where there is anything else; `shell` says what it means. */
function withHost(schema: JsonSchema, { name, goesElsewhere }: Told, { settings }: ToolContext): JsonSchema {
  const isTaken = schema.properties?.host !== undefined;
  if (isTaken || !goesElsewhere || homely.has(name) || Object.keys(settings.hosts).length === 0)
    return schema;
  return { ...schema, properties: { ...schema.properties, host: { type: 'string' } } };
}

/** Fields that are taken but not told: no model has a reason to harden the policy against itself, and `host` names nodes too. */
const untold: ReadonlySet<string> = new Set(['security', 'ask', 'node']);

/** Whether the configuration in force leaves a tool nothing to do. */
function isUseless({ name }: Told, { settings }: ToolContext): boolean {
  return name === 'read_media' && settings.media.capabilities.length === 0;
}

/** Tools as models are told of them. */
export function listForModels(tools: readonly Told[], context: ToolContext): readonly ListedTool[] {
  const useful = tools.filter((tool) => !isUseless(tool, context));
  return useful.map((tool) => {
    const listed = listTool(tool, context);
    return { ...listed, inputSchema: withoutFields(listed.inputSchema, untold) };
  });
}

/** One tool as MCP lists it, with every field and the description for this machine. */
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
