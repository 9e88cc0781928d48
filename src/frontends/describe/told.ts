import type { JsonSchema } from '@valibot/to-json-schema';
import { generated } from '../../core/generated.ts';
import { ownValue } from '../../core/record.ts';
import type { Annotations, Tool } from '../../core/tool.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import written from './tools.generated.json' with { type: 'json' };

/** The description of a tool, without its code. */
export interface Told {
  readonly name: string;
  readonly annotations: Annotations;
  readonly inputSchema: JsonSchema;
  /** Whether it can run on another machine. */
  readonly goesElsewhere: boolean;
  describe(context: ToolContext): string;
}

/** A tool's description generated at build time; `description` is null if it depends on the machine. */
export interface WrittenTool extends Pick<Told, 'annotations' | 'inputSchema' | 'goesElsewhere'> {
  readonly description: string | null;
}

const tools = generated<Readonly<Record<string, WrittenTool>>>(written);

/** The machine-dependent descriptions, loaded without the tool itself. */
const describers: Readonly<Record<string, () => Promise<Told['describe']>>> = {
  shell: async () => (await import('../../tools/shell/describe.ts')).describeShell,
};

/** The description of a loaded tool. */
export async function toldOf({
  name,
  annotations,
  input,
  outline,
  describe,
}: Tool<ToolContext>): Promise<Told> {
  const known = ownValue(tools, name);
  const inputSchema = known?.inputSchema ?? (await (await import('./json-schema.ts')).toJsonSchema(input));
  return { name, annotations, inputSchema, goesElsewhere: outline !== null, describe };
}

type LoadTool = (name: string) => Promise<Tool<ToolContext> | null>;

/** The descriptions of tools; a tool is loaded only if it has no generated one. Unknown names are skipped. */
export async function tell(names: readonly string[], loadTool: LoadTool): Promise<readonly Told[]> {
  const tools = await Promise.all(names.map((name) => tellOne(name, loadTool)));
  return tools.filter((tool) => tool !== null);
}

async function tellOne(name: string, loadTool: LoadTool): Promise<Told | null> {
  const known = ownValue(tools, name);
  const { description } = known ?? { description: null };
  const describe = description === null ? await ownValue(describers, name)?.() : () => description;
  if (known !== undefined && describe !== undefined) return { ...known, name, describe };
  const tool = await loadTool(name);
  return tool === null ? null : toldOf(tool);
}
