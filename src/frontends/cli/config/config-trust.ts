import { basename, dirname, join, resolve } from 'node:path';
import { type Layer, readFileLayer } from '../../../config/layer.ts';
import { type ConfigPaths, readConfigFile } from '../../../config/load.ts';
import { projectFileName } from '../../../config/project.ts';
import { cannot } from '../../../core/failure.ts';
import { alignColumns } from '../../../core/text/align-columns.ts';
import { escapeUnseen } from '../../../core/text/unseen.ts';
import { sha256 } from '../../../platform/files/sha256.ts';
import { realPathIfAny } from '../../../platform/files/stats.ts';
import { readTextFileIfAny } from '../../../platform/files/text-file.ts';
import type { Folders } from '../../../platform/machine/folders.ts';
import { readTrusted, setTrusted, type TrustedFile } from '../../../platform/store/trust-store.ts';
import { personOnly } from '../person-only.ts';
import { attemptWrite } from './config-write.ts';
import { revokeSkills, skillState, skillTarget, trustSkills } from './skill-trust.ts';

/** Where configuration and trust are stored, and who asks. */
export interface TrustEnvironment {
  readonly paths: ConfigPaths;
  /** Absolute path. */
  readonly cwd: string;
  readonly folders: Folders;
  /** Whether a command of ours started this process: it must not change trust or configuration. */
  readonly isInsideRun: boolean;
}

interface TrustRequest {
  /** At most one, a project file or skills; if empty, the project file that was found. */
  readonly files: readonly string[];
  readonly isList: boolean;
  readonly isRevoke: boolean;
}

/** The result of `config trust`: `value` for `--json`, `text` for a person. */
export interface TrustAnswer {
  readonly value: unknown;
  readonly text: string;
  /** What failed, one sentence each. */
  readonly problems?: readonly string[];
}

/** Trusts the present content of a project file or skills, revokes trust, or lists what is trusted. Throws ToolFailure. */
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
  if (isList) return showTrusted(environment);
  const skills = files[0] === undefined ? null : skillTarget(resolve(environment.cwd, files[0]));
  const path = skills === null ? targetOf(files[0], environment) : skills.path;
  if (environment.isInsideRun) throw personOnly('trust', path);
  if (skills !== null) {
    return isRevoke ? revokeSkills(skills, environment.folders) : trustSkills(skills, environment.folders);
  }
  return isRevoke ? revoke(path, environment) : trustFile(path, environment);
}

async function showTrusted({ folders }: TrustEnvironment): Promise<TrustAnswer> {
  const entries = await readTrusted(folders);
  const rows = await Promise.all(entries.map(async (entry) => ({ ...entry, state: await stateOf(entry) })));
  return { value: rows, text: alignColumns(rows.map(({ path, state }) => [state, escapeUnseen(path)])) };
}

async function stateOf({ path, sha256: trusted }: TrustedFile): Promise<string> {
  if (basename(path) !== projectFileName) return skillState(path, trusted);
  try {
    const text = await readTextFileIfAny(path);
    return text === null ? 'missing' : sha256(text) === trusted ? 'trusted' : 'changed';
  } catch {
    return 'unreadable';
  }
}

/** The path of the file as the search for project files gives it: with a real folder, but its own name. */
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

async function revoke(path: string, { folders }: TrustEnvironment): Promise<TrustAnswer> {
  if (!(await readTrusted(folders)).some((entry) => entry.path === path)) {
    throw cannot('revoke trust in', path, 'it is not trusted', 'a file of "config trust --list"');
  }
  await attemptWrite('revoke trust in', path, () => setTrusted(folders, path, null));
  return { value: { path, sha256: null }, text: `No longer trusted: ${escapeUnseen(path)}\n` };
}

async function trustFile(path: string, { folders }: TrustEnvironment): Promise<TrustAnswer> {
  const text = await readConfigFile(readTextFileIfAny, path);
  if (text === null) throw cannot('trust', path, 'no such file', 'an existing file');
  const sets = listContent(await readFileLayer('project', path, text));
  const hash = sha256(text);
  await attemptWrite('trust', path, () => setTrusted(folders, path, hash));
  const lines = sets.map(({ key, value }) => `  ${key} = ${escapeUnseen(JSON.stringify(value))}\n`);
  return {
    value: { path, sha256: hash, sets },
    text: `Trusted until it changes: ${escapeUnseen(path)}\n${lines.join('')}`,
  };
}

/** Everything that a file sets, so that a person sees what was trusted. */
function listContent({ settings }: Layer): readonly { readonly key: string; readonly value: unknown }[] {
  return settings.flatMap(({ option, value }) =>
    option.key === 'rules' && Array.isArray(value)
      ? value.map((rule, index) => ({ key: `rules[${index}]`, value: rule }))
      : [{ key: option.key, value }],
  );
}
