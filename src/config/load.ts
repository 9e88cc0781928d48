import { cannot, errnoOf, messageOf, ToolFailure } from '../core/failure.ts';
import type { Reader } from '../core/ports.ts';
import { escapeUnseen } from '../core/text/unseen.ts';
import { refuseContradictions, settleContradictions } from './contradictions.ts';
import { readEnvironmentLayer } from './environment.ts';
import { type ConfigFlags, readFlagsLayer } from './flags.ts';
import { type Layer, type LayerName, readFileLayer } from './layer.ts';
import { covers, Layering } from './layering.ts';
import type { LoadedConfig } from './loaded.ts';
import { asList } from './values.ts';
import { type Environment, isInsideRun } from './variables.ts';

/** Paths of the layers' files. */
export interface ConfigPaths {
  readonly system: string;
  readonly user: string;
  /** The file from `--config` or the variable, used instead of the user file; it must exist. */
  readonly explicit: { readonly path: string; readonly source: '--config' | 'AGENT_TOOLS_CONFIG' } | null;
  /** The project file that was found. */
  readonly project: string | null;
}

export interface LoadRequest {
  readonly reader: Reader;
  readonly env: Environment;
  readonly flags: ConfigFlags;
  readonly paths: ConfigPaths;
  /** Whether the user trusts a project file with exactly this content. */
  readonly trusted: (path: string, text: string) => boolean | Promise<boolean>;
}

/**
 * The configuration in force. Throws `invalid_config` for any unreadable or invalid layer, and `denied` for a flag that loosens
 * anything inside a command of ours.
 */
export async function loadConfig(request: LoadRequest): Promise<LoadedConfig> {
  const texts = await readTexts(request);
  const environment = await readEnvironmentLayer(request.env);
  const flags = readFlagsLayer(request.flags);
  const { paths } = request;
  const layering = new Layering();
  const add = (layer: Layer | null) => layer !== null && layering.add(layer, 'free');
  add(await readLayer('system', paths.system, texts.system));
  for (const layer of await readUserLayers(paths, texts)) add(layer);
  const project = await readLayer('project', paths.project ?? '', texts.project);
  const isTrusted = project !== null && (await request.trusted(paths.project ?? '', texts.project ?? ''));
  if (isTrusted) add(project);
  add(environment);
  if (flags !== null) layering.add(flags, isInsideRun(request.env) ? 'tighten-or-refuse' : 'free');
  if (!layering.isEmpty) refuseContradictions(layering);
  if (project !== null && !isTrusted) {
    layering.add(project, 'tighten');
    settleContradictions(layering);
  }
  return layering.loaded();
}

interface Texts {
  readonly system: string | null;
  readonly user: string | null;
  readonly explicit: string | null;
  readonly project: string | null;
}

async function readTexts({ reader, env, paths }: LoadRequest): Promise<Texts> {
  const { explicit, project } = paths;
  const [systemText, userText, explicitText, projectText] = await Promise.all([
    readConfigFile(reader, paths.system),
    readConfigFile(reader, paths.user),
    explicit === null ? null : readExplicit(reader, explicit, env),
    project === null ? null : readConfigFile(reader, project),
  ]);
  return { system: systemText, user: userText, explicit: explicitText, project: projectText };
}

async function readLayer(name: LayerName, path: string, text: string | null): Promise<Layer | null> {
  return text === null ? null : readFileLayer(name, path, text);
}

/** The user's layers. A file used instead of the user file does not lift its locks. */
async function readUserLayers(
  { user, explicit }: ConfigPaths,
  texts: Texts,
): Promise<readonly (Layer | null)[]> {
  const own = await readLayer('user', user, texts.user);
  if (explicit === null || explicit.path === user) return [own];
  return [own === null ? null : lockedPart(own), await readLayer('user', explicit.path, texts.explicit)];
}

/** What remains of a user file when another is used instead: its locks, and the values they lock. */
function lockedPart(user: Layer): Layer {
  const locks = user.settings.flatMap(({ option, value }) =>
    option.key === 'locked' ? asList(value).map(String) : [],
  );
  const isKept = (key: string) => key === 'locked' || locks.some((name) => covers(name, key));
  return { name: user.name, settings: user.settings.filter(({ option }) => isKept(option.key)) };
}

async function readExplicit(
  reader: Reader,
  { path, source }: NonNullable<ConfigPaths['explicit']>,
  env: Environment,
): Promise<string> {
  if (source === '--config' && isInsideRun(env)) {
    throw cannot(
      'use',
      '--config',
      'this runs inside a command that agent-tools started',
      'no other file there',
      'denied',
    );
  }
  const text = await readConfigFile(reader, path);
  if (text === null) {
    const named = `it does not exist but "${source}" names it`;
    throw cannot('read configuration', escapeUnseen(path), named, 'an existing file', 'invalid_config');
  }
  return text;
}

/** The text of a config file; null if it does not exist. Throws `invalid_config` if it cannot be read. */
export async function readConfigFile(reader: Reader, path: string): Promise<string | null> {
  try {
    return await reader(path);
  } catch (error) {
    if (error instanceof ToolFailure) throw new ToolFailure('invalid_config', error.message, error.data);
    const errno = errnoOf(error);
    const state =
      errno === 'EISDIR'
        ? 'it is a folder'
        : errno === 'EACCES' || errno === 'EPERM'
          ? 'permission is denied'
          : messageOf(error);
    throw cannot('read configuration', escapeUnseen(path), state, 'a readable file', 'invalid_config');
  }
}
