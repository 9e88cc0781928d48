import { basename, dirname, join, resolve } from 'node:path';
import { type Layer, readFileLayer } from '../../../config/layer.ts';
import { type ConfigPaths, readConfigFile } from '../../../config/load.ts';
import { projectFileName } from '../../../config/project.ts';
import { cannot } from '../../../core/failure.ts';
import type { Reader } from '../../../core/ports.ts';
import { alignColumns } from '../../../core/text/align-columns.ts';
import { escapeUnseen } from '../../../core/text/unseen.ts';
import { realPathIfAny } from '../../../platform/files/stats.ts';
import { revokeSkills, skillState, skillTarget, trustSkills } from '../tool/skill-trust.ts';
import { attemptWrite } from './config-write.ts';

/** A project file, or the folder of a project's skill, that the user trusts as it was then. */
export interface TrustEntry {
  readonly path: string;
  /** Hex. */
  readonly sha256: string;
}

/** Keeps what the user trusts, at most one entry a path. */
export interface TrustStore {
  list(): Promise<readonly TrustEntry[]>;
  /** Replaces what was trusted under this path; null forgets it. */
  set(path: string, sha256: string | null): Promise<void>;
  /** SHA-256 of a text in hex. */
  hash(text: string): string;
}

/** Whether exactly this content is trusted at exactly this path. */
export async function isTrustedText(trust: TrustStore, path: string, text: string): Promise<boolean> {
  const sha256 = trust.hash(text);
  return (await trust.list()).some((entry) => entry.path === path && entry.sha256 === sha256);
}

interface TrustEnvironment {
  readonly paths: ConfigPaths;
  readonly reader: Reader;
  readonly cwd: string;
  readonly trust: TrustStore;
  readonly isInsideRun: boolean;
}

interface TrustRequest {
  /** At most one, a project file or skills; without it the project file that was found. */
  readonly files: readonly string[];
  readonly isList: boolean;
  readonly isRevoke: boolean;
}

/** What `config trust` answers: `value` for `--json`, `text` for a person. */
export interface TrustAnswer {
  readonly value: unknown;
  readonly text: string;
}

/** Trusts the present content of a project file or of skills, forgets it or lists what is trusted. Throws ToolFailure. */
export async function runTrust(request: TrustRequest, environment: TrustEnvironment): Promise<TrustAnswer> {
  const { files, isList, isRevoke } = request;
  const surplus = isList ? (isRevoke ? '--revoke' : files[0]) : files[1];
  if (surplus !== undefined) {
    throw cannot(
      'run',
      'config trust',
      `"${surplus}" is surplus`,
      'one file, --revoke and one file, or --list',
      'invalid_input',
    );
  }
  if (isList) return listTrusted(environment);
  const skills = files[0] === undefined ? null : skillTarget(resolve(environment.cwd, files[0]));
  const path = skills === null ? targetOf(files[0], environment) : skills.path;
  if (environment.isInsideRun) {
    throw cannot(
      'trust',
      path,
      'this runs inside a command of agent-tools',
      'a person at a terminal',
      'denied',
    );
  }
  if (skills !== null) {
    return isRevoke ? revokeSkills(skills, environment.trust) : trustSkills(skills, environment.trust);
  }
  return isRevoke ? revoke(path, environment) : trustFile(path, environment);
}

async function listTrusted({ trust, reader }: TrustEnvironment): Promise<TrustAnswer> {
  const rows = await Promise.all(
    (await trust.list()).map(async (entry) => ({ ...entry, state: await stateOf(entry, trust, reader) })),
  );
  return { value: rows, text: alignColumns(rows.map(({ path, state }) => [state, escapeUnseen(path)])) };
}

async function stateOf({ path, sha256 }: TrustEntry, trust: TrustStore, reader: Reader): Promise<string> {
  if (basename(path) !== projectFileName) return skillState(path, sha256);
  try {
    const text = await reader(path);
    return text === null ? 'missing' : trust.hash(text) === sha256 ? 'trusted' : 'changed';
  } catch {
    return 'unreadable';
  }
}

/** The file as the search for project files would name it: its folder real, its own name as it is. */
function targetOf(file: string | undefined, { paths, cwd }: TrustEnvironment): string {
  const given = file === undefined ? paths.project : resolve(cwd, file);
  if (given === null) {
    throw cannot(
      'trust',
      projectFileName,
      'there is none from the working folder up to the git root',
      'the path of one',
    );
  }
  if (basename(given) !== projectFileName) {
    throw cannot(
      'trust',
      given,
      'it is no project file',
      `a file named ${projectFileName}, .agents/skills or a folder in it`,
      'invalid_input',
    );
  }
  return join(realPathIfAny(dirname(given)) ?? dirname(given), projectFileName);
}

async function revoke(path: string, { trust }: TrustEnvironment): Promise<TrustAnswer> {
  if (!(await trust.list()).some((entry) => entry.path === path)) {
    throw cannot('revoke trust in', path, 'it is not trusted', 'a file of "config trust --list"');
  }
  await attemptWrite('revoke trust in', path, () => trust.set(path, null));
  return { value: { path, sha256: null }, text: `No longer trusted: ${escapeUnseen(path)}\n` };
}

async function trustFile(path: string, { trust, reader }: TrustEnvironment): Promise<TrustAnswer> {
  const text = await readConfigFile(reader, path);
  if (text === null) throw cannot('trust', path, 'no such file', 'an existing file');
  const sets = listContent(await readFileLayer('project', path, text));
  const sha256 = trust.hash(text);
  await attemptWrite('trust', path, () => trust.set(path, sha256));
  const lines = sets.map(({ key, value }) => `  ${key} = ${escapeUnseen(JSON.stringify(value))}\n`);
  return {
    value: { path, sha256, sets },
    text: `Trusted until it changes: ${escapeUnseen(path)}\n${lines.join('')}`,
  };
}

/** What a file sets, whole, so that a person sees what was trusted. */
function listContent({ settings }: Layer): readonly { readonly key: string; readonly value: unknown }[] {
  return settings.flatMap(({ option, value }) =>
    option.key === 'rules' && Array.isArray(value)
      ? value.map((rule, index) => ({ key: `rules[${index}]`, value: rule }))
      : [{ key: option.key, value }],
  );
}
