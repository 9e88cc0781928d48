import { join, resolve } from 'node:path';
import type { ConfigFlags } from '../config/flags.ts';
import type { ConfigPaths } from '../config/load.ts';
import type { LoadedConfig } from '../config/loaded.ts';
import { findProjectFile } from '../config/project.ts';
import { quickSettings } from '../config/quick.ts';
import type { Settings } from '../config/schema.ts';
import { configVariable } from '../config/variables.ts';
import { cannot } from '../core/failure.ts';
import { nearest } from '../core/names/nearest.ts';
import { expandHome } from '../core/paths/containment.ts';
import type { Reader } from '../core/ports.ts';
import { sourcePlace } from '../core/source-place.ts';
import { escapeUnseen } from '../core/text/unseen.ts';
import { foreignWriterOf, ownFile } from '../platform/files/foreign-writer.ts';
import { isTaken, readTextFileIfAny } from '../platform/files/text-file.ts';
import { realFolderFromOwn } from '../platform/files/working-folder.ts';
import type { Folders } from '../platform/machine/folders.ts';
import { isTrusted } from '../platform/store/trust-store.ts';
import { registry } from '../tools/registry.ts';

/** The configuration file for all users of the machine, where only its administrators may write: on Windows anybody may make `C:\etc`. */
export const systemConfigPath =
  process.platform === 'win32'
    ? 'C:\\Program Files\\agent-tools\\config.json'
    : '/etc/agent-tools/config.json';

export interface ConfigRequest {
  readonly env: Readonly<Record<string, string>>;
  readonly folders: Folders;
  /** Where the search for a project file starts. */
  readonly cwd: string;
  /** The file of `--config`, or null. */
  readonly file: string | null;
  readonly flags: ConfigFlags;
}

/** Path of the file in `--config` or AGENT_TOOLS_CONFIG. */
export function namedConfigPath(given: string, { home }: Pick<Folders, 'home'>): string {
  return resolve(expandHome(given, home));
}

/** Finds the files of a configuration, without reading them. */
export async function findConfigPaths({ env, folders, cwd, file }: ConfigRequest): Promise<ConfigPaths> {
  const named = env[configVariable] ?? '';
  const explicit: ConfigPaths['explicit'] =
    file !== null
      ? { path: namedConfigPath(file, folders), source: '--config' }
      : named !== ''
        ? { path: namedConfigPath(named, folders), source: configVariable }
        : null;
  return {
    system: systemConfigPath,
    user: join(folders.config, 'config.json'),
    explicit,
    project: await findProjectFile(realFolderFromOwn(cwd, folders.home), isTaken),
  };
}

async function load(
  { env, flags, folders }: ConfigRequest,
  paths: ConfigPaths,
  reader: Reader,
): Promise<LoadedConfig> {
  const { loadConfig } = await import('../config/load.ts');
  return loadConfig({ reader, env, flags, paths, trusted: (path, text) => isTrusted(folders, path, text) });
}

/**
 * Reads the configuration files. Those used because of their place must not be writable by others, who could decide what runs. A file
 * named by option was chosen; a project's is trusted by its content.
 */
function readerOf({ system, user }: ConfigPaths): Reader {
  return (path) => {
    const problem = path === system || path === user ? foreignWriterOf(path, { isGroupTrusted: true }) : null;
    if (problem !== null)
      throw cannot('trust configuration', escapeUnseen(path), problem, ownFile, 'invalid_config');
    return readTextFileIfAny(path);
  };
}

/** The configuration in force. Throws ToolFailure `invalid_config` for any invalid layer, including invalid rules. */
export async function openConfig(request: ConfigRequest): Promise<LoadedConfig> {
  const paths = await findConfigPaths(request);
  const config = await load(request, paths, readerOf(paths));
  requireBudgetsOfTools(config);
  // The engine caches by this array. Rules that do not apply must be valid too.
  for (const rules of [config.rules, config.leftOut]) {
    if (rules.length > 0) (await import('../policy/rules/compile.ts')).compileRules(rules);
  }
  return config;
}

/** Throws `invalid_config` for a token budget of an unknown tool. */
function requireBudgetsOfTools({ settings, origins }: LoadedConfig): void {
  const known = Object.keys(registry);
  const wrong = Object.keys(settings.summarize.tools).find((name) => !known.includes(name));
  if (wrong === undefined) return;
  const place = escapeUnseen(sourcePlace(origins['summarize.tools'] ?? { source: wrong, line: null }));
  const state = `"summarize.tools.${escapeUnseen(wrong)}" is not a tool`;
  const meant = nearest(wrong, known);
  const wanted = meant === null ? `one of ${known.join(', ')}` : `"${meant}"`;
  throw cannot('use configuration', place, state, wanted, 'invalid_config');
}

/** The configuration that calls need. */
export interface CallConfig extends Pick<LoadedConfig, 'settings' | 'origins' | 'rules' | 'notices'> {
  /** The whole configuration, with the origin of each value. */
  inFull(): Promise<LoadedConfig>;
}

const noFile: Reader = () => Promise.resolve(null);

/** The configuration that calls need; without files and variables the schema is not even built. Throws as `openConfig` does. */
export async function openCallConfig(request: ConfigRequest): Promise<CallConfig> {
  const paths = await findConfigPaths(request);
  const { system, user, explicit, project } = paths;
  if (explicit === null && project === null && !isTaken(system) && !isTaken(user)) {
    const settings: Settings | null = quickSettings(request.env, request.flags);
    // Files written later are not in force.
    if (settings !== null)
      return { settings, origins: {}, rules: [], notices: [], inFull: () => load(request, paths, noFile) };
  }
  const config = await openConfig(request);
  const { settings, origins, rules, notices } = config;
  return { settings, origins, rules, notices, inFull: () => Promise.resolve(config) };
}
