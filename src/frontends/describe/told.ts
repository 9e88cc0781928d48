import type { JsonSchema } from '@valibot/to-json-schema';
import { generated } from '../../core/generated.ts';
import { ownValue } from '../../core/record.ts';
import type { Annotations, Tool } from '../../core/tool.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import written from './tools.generated.json' with { type: 'json' };

/** What is told of a tool, apart from what it can do. */
export interface Told {
  readonly name: string;
  readonly annotations: Annotations;
  readonly inputSchema: JsonSchema;
  /** Whether it has a meaning on another machine. */
  readonly goesElsewhere: boolean;
  describe(context: ToolContext): string;
}

/** What is written down of a tool when the program is built; the description only where it is the same on every machine. */
export interface WrittenTool extends Pick<Told, 'annotations' | 'inputSchema' | 'goesElsewhere'> {
  readonly description: string | null;
}

const tools = generated<Readonly<Record<string, WrittenTool>>>(written);

/** The descriptions that depend on the machine, each without the tool itself. */
const describers: Readonly<Record<string, () => Promise<Told['describe']>>> = {
  shell: async () => (await import('../../tools/shell/describe.ts')).describeShell,
};

/** What is told of a tool that is at hand. */
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

/** What is told of tools, each of which is loaded only when nothing is written down of it; names of none are left out. */
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
