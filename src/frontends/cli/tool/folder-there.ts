import type { Settings } from '../../../config/schema.ts';
import type { Outcome } from '../../../core/outcome.ts';
import type { Tool } from '../../../core/tool.ts';
import type { ToolContext } from '../../../tools/tool-context.ts';
import { fieldsOf } from '../../describe/fields.ts';

/** Whether calls run on a node by default. */
export function isOnNode({ host, hosts }: Settings): boolean {
  return Object.hasOwn(hosts, host);
}

/** Whether a call of the tool can name its working folder. */
export function takesFolder({ input }: Tool<ToolContext>): boolean {
  return fieldsOf(input).some(({ name }) => name === 'cwd');
}

/** The input with `--cwd` as typed if the call runs on a node, which has folders of its own. */
export function withFolderThere(
  input: Readonly<Record<string, unknown>>,
  {
    tool,
    cwd,
    settings,
  }: { readonly tool: Tool<ToolContext>; readonly cwd: string | undefined; readonly settings: Settings },
): Readonly<Record<string, unknown>> {
  if (cwd === undefined || !takesFolder(tool)) return input;
  const { host, node }: { readonly host?: unknown; readonly node?: unknown } = input;
  const named = [node, host, settings.host].find((name) => typeof name === 'string' && name !== 'node');
  return isOnNode({ ...settings, host: String(named) }) ? { cwd, ...input } : input;
}

/** The node that answered a call, itself or for a host behind it; null if the call was answered here. */
export function nodeOf({ details }: Outcome, { hosts }: Settings): string | null {
  const { host } = details;
  if (typeof host !== 'string') return null;
  return Object.keys(hosts).find((node) => `${host}/`.startsWith(`${node}/`)) ?? null;
}
