import { type ConfigPaths, type LoadRequest, loadConfig } from '../../src/config/load.ts';
import type { LoadedConfig } from '../../src/config/loaded.ts';

export const systemPath = '/etc/agent-tools/config.json';
export const userPath = '/home/ann/.config/agent-tools/config.json';
export const explicitPath = '/tmp/other.json';
export const projectPath = '/home/ann/app/.agent-tools.json';

/** What the layers of a test say; texts are given as they are, values as JSON. */
export interface Layers {
  readonly system?: unknown;
  readonly user?: unknown;
  readonly explicit?: unknown;
  readonly explicitSource?: '--config' | 'AGENT_TOOLS_CONFIG';
  readonly project?: unknown;
  readonly isTrusted?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: LoadRequest['flags'];
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Loads layers from memory; a project file exists when one is given. */
export function load(layers: Layers): Promise<LoadedConfig> {
  const files = new Map([
    [systemPath, textOf(layers.system)],
    [userPath, textOf(layers.user)],
    [explicitPath, textOf(layers.explicit)],
    [projectPath, textOf(layers.project)],
  ]);
  const paths: ConfigPaths = {
    system: systemPath,
    user: userPath,
    explicit:
      layers.explicit === undefined && layers.explicitSource === undefined
        ? null
        : { path: explicitPath, source: layers.explicitSource ?? '--config' },
    project: layers.project === undefined ? null : projectPath,
  };
  return loadConfig({
    reader: async (path) => files.get(path) ?? null,
    env: layers.env ?? {},
    flags: layers.flags ?? {},
    paths,
    trusted: () => layers.isTrusted === true,
  });
}
