import { basename, dirname, join } from 'node:path';
import { cannot, type ToolFailure } from '../../../core/failure.ts';
import { escapeUnseen } from '../../../core/text/unseen.ts';
import { pathExists } from '../../../platform/files/text-file.ts';
import type { Folders } from '../../../platform/machine/folders.ts';
import { listSubfolders, realFolderIfAny } from '../../../platform/skills/skill-files.ts';
import { type Snapshot, takeSnapshot } from '../../../platform/skills/skill-snapshot.ts';
import { readTrusted, setTrusted } from '../../../platform/store/trust-store.ts';
import { mostFolders } from '../../../skills/load.ts';
import { type SkillText, skillFileName } from '../../../skills/skill.ts';
import { readTrustable } from '../../../skills/trustable.ts';
import type { TrustAnswer } from './config-trust.ts';
import { attemptWrite } from './config-write.ts';

/** The skills that a path names. */
export interface SkillTarget {
  /** Absolute path as given. */
  readonly path: string;
  /** Real paths. */
  readonly folders: readonly string[];
  /** Real path of the folder of skills if all in it are meant; null for one skill. */
  readonly root: string | null;
}

interface ReadSkill {
  readonly folder: string;
  readonly snapshot: Snapshot;
  readonly skill: SkillText;
}

/** A skill that cannot be trusted. */
interface Refused {
  readonly folder: string;
  readonly failure: ToolFailure;
}

function isRoot(path: string): boolean {
  return basename(path) === 'skills' && basename(dirname(path)) === '.agents';
}

/** The skills meant by `….agents/skills`, a folder in it, or that folder's SKILL.md; null for any other path. */
export function skillTarget(path: string): SkillTarget | null {
  if (isRoot(path)) {
    const root = realFolderIfAny(path) ?? path;
    const folders = listSubfolders(root).names.map((name) => join(root, name));
    return { path, root, folders: folders.filter((folder) => pathExists(join(folder, skillFileName))) };
  }
  const folder = basename(path) === skillFileName ? dirname(path) : path;
  if (!isRoot(dirname(folder))) return null;
  const root = realFolderIfAny(dirname(folder)) ?? dirname(folder);
  return { path: folder, root: null, folders: [join(root, basename(folder))] };
}

/**
 * Trusts the present content of skills. If a folder of skills is given, those that cannot be trusted are reported with the reason; a
 * single one throws ToolFailure.
 */
export async function trustSkills({ path, root, folders }: SkillTarget, own: Folders): Promise<TrustAnswer> {
  if (folders.length === 0)
    throw cannot('trust', path, 'it holds no skill', `a folder with a ${skillFileName}`);
  if (folders.length > mostFolders) {
    throw cannot(
      'trust',
      path,
      `it holds ${folders.length} skills`,
      `at most ${mostFolders}, or one by its folder`,
    );
  }
  const read: ReadSkill[] = [];
  const refused: Refused[] = [];
  for (const folder of folders) {
    const found = await readTrustable(folder);
    if (found.problem === null) read.push({ folder, ...found });
    else refused.push({ folder, failure: cannot('trust', folder, found.problem, found.wanted) });
  }
  const [first] = refused;
  if (root === null && first !== undefined) throw first.failure;
  for (const { folder, snapshot } of read) {
    await attemptWrite('trust', folder, () => setTrusted(own, folder, snapshot.sha256));
  }
  const skills = read.map(({ folder, snapshot: { sha256, files } }) => ({
    path: folder,
    sha256,
    files: [...files.keys()].sort(),
  }));
  const others = refused.map(({ folder, failure: { message } }) => ({ path: folder, message }));
  return {
    value: { skills, ...(others.length === 0 ? {} : { refused: others }) },
    text: read.map(render).join(''),
    problems: others.map(({ message }) => message),
  };
}

/** Revokes trust in skills, also in deleted ones. Throws ToolFailure if none was trusted. */
export async function revokeSkills({ path, root, folders }: SkillTarget, own: Folders): Promise<TrustAnswer> {
  const isMeant = (entry: string): boolean => folders.includes(entry) || dirname(entry) === root;
  const paths = (await readTrusted(own)).map((entry) => entry.path).filter(isMeant);
  if (paths.length === 0) {
    throw cannot('revoke trust in', path, 'it is not trusted', 'a folder of "config trust --list"');
  }
  for (const one of paths) await attemptWrite('revoke trust in', one, () => setTrusted(own, one, null));
  return {
    value: { skills: paths.map((one) => ({ path: one, sha256: null })) },
    text: paths.map((one) => `No longer trusted: ${escapeUnseen(one)}\n`).join(''),
  };
}

/** The present state of a trusted skill. */
export function skillState(folder: string, sha256: string): string {
  if (!pathExists(folder)) return 'missing';
  return takeSnapshot(folder, [skillFileName]).snapshot?.sha256 === sha256 ? 'trusted' : 'changed';
}

/** What a person trusts with it: what models are told about it, and all its files. */
function render({ folder, snapshot, skill }: ReadSkill): string {
  const lines = [
    `description = ${JSON.stringify(skill.description)}`,
    ...(skill.always ? ['always = true'] : []),
    ...[...snapshot.files.keys()].sort(),
  ];
  return `Trusted until it changes: ${escapeUnseen(folder)}\n${lines.map((line) => `  ${escapeUnseen(line)}\n`).join('')}`;
}
