import type { Tool } from '../core/tool.ts';
import type { ToolContext } from './tool-context.ts';

type Loader = () => Promise<Tool<ToolContext>>;

/** Every tool, in the order in which they are listed; each is loaded when it is first needed. */
export const registry: Readonly<Record<string, Loader>> = {
  shell: async () => (await import('./shell/tool.ts')).shell,
  process: async () => (await import('./process/tool.ts')).processTool,
  read: async () => (await import('./read/tool.ts')).read,
  read_media: async () => (await import('./read-media/tool.ts')).readMedia,
  write: async () => (await import('./write/tool.ts')).write,
  edit: async () => (await import('./edit/tool.ts')).edit,
  glob: async () => (await import('./glob/tool.ts')).glob,
  grep: async () => (await import('./grep/tool.ts')).grep,
  skill: async () => (await import('./skill/tool.ts')).skill,
};

const loaded = new Map<string, Tool<ToolContext>>();

/** The tool of this name, or null. */
export async function loadTool(name: string): Promise<Tool<ToolContext> | null> {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const tool = Object.hasOwn(registry, name) ? await registry[name]?.() : undefined;
  if (tool !== undefined) loaded.set(name, tool);
  return tool ?? null;
}

/** Every tool. */
export function loadTools(): Promise<readonly Tool<ToolContext>[]> {
  return Promise.all(Object.values(registry).map((load) => load()));
}
