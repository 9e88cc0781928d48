import { ownValue } from '../core/record.ts';
import type { Tool } from '../core/tool.ts';
import type { ToolContext } from './tool-context.ts';

type Loader = () => Promise<Tool<ToolContext>>;

/** All tools in the order of lists; each is loaded on first use. */
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

const loading = new Map<string, ReturnType<Loader>>();

/**
 * The tool of this name, or null. Calls that request one while it loads get it in the order of their requests and before later ones:
 * separate imports would settle in any order.
 */
export function loadTool(name: string): Promise<Tool<ToolContext> | null> {
  const begun = loading.get(name);
  if (begun !== undefined) return begun;
  const loader = ownValue(registry, name);
  if (loader === undefined) return Promise.resolve(null);
  const tool = loader();
  loading.set(name, tool);
  // A failed load, for example without free file descriptors, is retried.
  tool.catch(() => loading.delete(name));
  return tool;
}

/** Loads all tools, in the order of the registry. */
export function loadTools(): Promise<readonly Tool<ToolContext>[]> {
  return Promise.all(Object.values(registry).map((load) => load()));
}
