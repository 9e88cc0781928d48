import { join } from 'node:path';
import { oneLinePath } from '../core/text/one-line.ts';
import { linkOrNull } from '../platform/files/stats.ts';
import { pathExists } from '../platform/files/text-file.ts';
import {
  type BoundedText,
  boundedText,
  listSubfolders,
  readBoundedText,
  realFolderIfAny,
} from '../platform/skills/skill-files.ts';
import { takeSnapshot } from '../platform/skills/skill-snapshot.ts';
import { parseSkill } from './parse.ts';
import { type CommandView, missingRequirement } from './requirements.ts';
import type { FoundRoots, SkillRoot } from './roots.ts';
import { shippedSkills } from './shipped.ts';
import {
  type Catalogue,
  mostSkillBytes,
  type Skill,
  skillFileName,
  type UntrustedSkill,
  type UnusableSkill,
} from './skill.ts';

/** Most folders read in one root, untrusted skills listed, and notices. */
export const mostFolders = 500;
const mostUntrusted = 100;
const mostNotices = 100;

export interface LoadRequest {
  readonly found: FoundRoots;
  /** The setting `skills.disabled`. */
  readonly disabled: readonly string[];
  readonly view: CommandView;
  /** Content that a person trusts: the hash of a whole folder by its real path. */
  readonly trusted: ReadonlyMap<string, string>;
}

/**
 * All skills of the roots and the shipped ones; the first of a name wins, later ones become notices. In an untrusted root, folders with
 * trusted content are loaded and others only listed by name. Runs nothing and never throws for a folder's content.
 */
export async function loadCatalogue(request: LoadRequest): Promise<Catalogue> {
  const { disabled, view } = request;
  const { roots, notices: unreached } = request.found;
  const found = [
    ...(await Promise.all(roots.map((root) => loadRoot(root, request)))),
    await loadShipped(view),
  ];
  const skills = new Map<string, Skill>();
  const notices = [...unreached, ...found.flatMap((one) => one.notices)];
  const seen = new Set<string>();
  for (const skill of found.flatMap((one) => one.skills)) {
    const first = skills.get(skill.name);
    if (disabled.includes(skill.name) || seen.has(skill.location)) continue;
    seen.add(skill.location);
    if (first === undefined) skills.set(skill.name, skill);
    else
      notices.push(
        `skill "${skill.name}" of ${oneLinePath(skill.location)} is shadowed by ${oneLinePath(first.location)}`,
      );
  }
  const isEnabled = ({ name }: { readonly name: string }): boolean => !disabled.includes(name);
  const untrusted = found.flatMap((one) => one.untrusted).filter(isEnabled);
  return {
    skills: [...skills.values()],
    untrusted: untrusted.slice(0, mostUntrusted),
    unusable: found.flatMap((one) => one.unusable).filter(isEnabled),
    unlisted: [...unreached, ...found.flatMap((one) => one.unlisted)],
    notices: bounded(notices),
  };
}

function bounded(notices: readonly string[]): readonly string[] {
  if (notices.length <= mostNotices) return notices;
  const left = notices.length - mostNotices;
  return [...notices.slice(0, mostNotices), `${left} more problems with skills; validate shows those of one`];
}

async function loadRoot(
  { path, source, trusted: isTrusted }: SkillRoot,
  request: LoadRequest,
): Promise<Catalogue> {
  const { names, problem } = listSubfolders(path);
  const unlisted = problem === null ? [] : [`cannot list the skills of ${oneLinePath(path)}: ${problem}`];
  const notices = [...unlisted];
  if (names.length > mostFolders) {
    notices.push(
      `${oneLinePath(path)} has ${names.length} folders, only the first ${mostFolders} are looked at`,
    );
  }
  if (source === 'root' && pathExists(join(path, skillFileName)))
    notices.push(`${oneLinePath(path)} is a skill itself; skills.roots names the folder above it`);
  const { view, trusted } = request;
  const isRoot = (folder: string): boolean => request.found.roots.some((root) => root.path === folder);
  const all = await Promise.all(
    names.slice(0, mostFolders).map(async (name): Promise<Entry> => {
      const folder = join(path, name);
      const loaded = isTrusted
        ? await loadFolder(folder, name, { view, isRoot })
        : await loadPinned(folder, name, { view, trusted });
      return { path: folder, loaded };
    }),
  );
  const loaded = eachOnce(all);
  return {
    skills: loaded.flatMap(({ skill }) => (skill === null ? [] : [{ ...skill, source }])),
    untrusted: loaded.flatMap(({ untrusted }) => (untrusted === undefined ? [] : [untrusted])),
    unusable: loaded.flatMap(({ unusable }) => (unusable === undefined ? [] : [unusable])),
    unlisted,
    notices: [...notices, ...loaded.flatMap((one) => one.notices)],
  };
}

interface LoadedFolder {
  readonly skill: Omit<Skill, 'source'> | null;
  readonly untrusted?: UntrustedSkill;
  readonly unusable?: UnusableSkill;
  readonly notices: readonly string[];
}

/** An entry of a root, and what was loaded from it. */
interface Entry {
  readonly path: string;
  readonly loaded: LoadedFolder;
}

/** The entries of a root without duplicates of a folder: a real name is preferred to a link, and a name that fits the skill. */
function eachOnce(entries: readonly Entry[]): readonly LoadedFolder[] {
  const strangeness = ({ path, loaded: { skill } }: Entry): number =>
    path === skill?.folder ? -1 : (skill?.diagnostics.length ?? 0);
  const best = new Map<string, Entry>();
  for (const entry of entries) {
    const { location } = entry.loaded.skill ?? {};
    const known = location === undefined ? undefined : best.get(location);
    if (location !== undefined && (known === undefined || strangeness(entry) < strangeness(known)))
      best.set(location, entry);
  }
  return entries
    .filter((entry) => entry.loaded.skill === null || best.get(entry.loaded.skill.location) === entry)
    .map(({ loaded }) => loaded);
}

const nothing: LoadedFolder = { skill: null, notices: [] };

function leaveOut(unusable: UnusableSkill): LoadedFolder {
  const { location, problem } = unusable;
  return { skill: null, unusable, notices: [`skill ${oneLinePath(location)} is left out: ${problem}`] };
}

/** Loads a folder whose content must be trusted: what is used is exactly what was hashed. */
async function loadPinned(
  folder: string,
  name: string,
  { view, trusted }: Pick<LoadRequest, 'view' | 'trusted'>,
): Promise<LoadedFolder> {
  const location = join(folder, skillFileName);
  if (!pathExists(location)) return nothing;
  const wanted = trusted.get(folder);
  const { snapshot } = wanted === undefined ? { snapshot: null } : takeSnapshot(folder, [skillFileName]);
  const instructions = snapshot?.kept.get(skillFileName);
  if (snapshot === null || snapshot.sha256 !== wanted || instructions === undefined) {
    return { skill: null, untrusted: { name, location, isChanged: wanted !== undefined }, notices: [] };
  }
  const file = boundedText(instructions, mostSkillBytes);
  const pins = new Map([...snapshot.files].map(([path, { sha256 }]) => [path, sha256]));
  return parseFolder(file, { folder, location, name, pins, view });
}

/** Loads a folder; without a SKILL.md it is no skill and no problem. */
async function loadFolder(
  path: string,
  name: string,
  { view, isRoot }: { readonly view: CommandView; isRoot(folder: string): boolean },
): Promise<LoadedFolder> {
  const folder = realFolderIfAny(path);
  if (folder === null) return leaveOut({ name, location: path, problem: 'its folder cannot be reached' });
  const location = join(folder, skillFileName);
  const file = readBoundedText(location, mostSkillBytes);
  if (file === null)
    return withoutFile(folder, name) ?? (isRoot(folder) ? null : holdingSkills(folder)) ?? nothing;
  return parseFolder(file, { folder, location, name, pins: null, view });
}

/** A folder whose SKILL.md is a dangling link, or has a name in lower case, which other programs accept; otherwise null. */
function withoutFile(folder: string, name: string): LoadedFolder | null {
  const location = join(folder, skillFileName);
  const target = linkOrNull(location);
  if (target !== null)
    return leaveOut({
      name,
      location,
      problem: `it is a link to ${oneLinePath(target)}, which is not there`,
    });
  const misspelt = join(folder, skillFileName.toLowerCase());
  return pathExists(misspelt)
    ? leaveOut({ name, location: misspelt, problem: `its name must be ${skillFileName}` })
    : null;
}

/** A folder that contains folders of skills, which are a level too deep; otherwise null. */
function holdingSkills(folder: string): LoadedFolder | null {
  const names = listSubfolders(folder).names.slice(0, mostFolders);
  const name = names.find((one) => pathExists(join(folder, one, skillFileName)));
  if (name === undefined) return null;
  const problem = `it lies a folder too deep; skills.roots takes ${oneLinePath(folder)}`;
  return leaveOut({ name, location: join(folder, name, skillFileName), problem });
}

interface Place extends Pick<Skill, 'location' | 'pins' | 'name'> {
  readonly folder: string;
  readonly view: CommandView;
}

async function parseFolder(
  file: BoundedText,
  { folder, location, name, pins, view }: Place,
): Promise<LoadedFolder> {
  if (file.text === null) return leaveOut({ name, location, problem: file.problem });
  const { skill, reason, diagnostics } = await parseSkill(file.text, name);
  const notices = diagnostics.map(({ line, problem: one }) => `${oneLinePath(location)}:${line}: ${one}`);
  if (skill === null) {
    const problem = reason === null ? 'it cannot be read' : `line ${reason.line}: ${reason.problem}`;
    return {
      skill,
      unusable: { name, location, problem },
      notices: [...notices, `skill ${oneLinePath(location)} is left out`],
    };
  }
  const unavailable = missingRequirement(skill.requires, view);
  return { skill: { ...skill, folder, location, diagnostics, pins, unavailable }, notices };
}

async function loadShipped(view: CommandView): Promise<Catalogue> {
  const loaded = await Promise.all(
    shippedSkills.map(async ({ name, text }) => {
      const { skill, diagnostics } = await parseSkill(text, name);
      if (skill === null) return [];
      const unavailable = missingRequirement(skill.requires, view);
      const location = `shipped:${name}/${skillFileName}`;
      return [
        {
          ...skill,
          source: 'shipped' as const,
          folder: null,
          location,
          diagnostics,
          pins: null,
          unavailable,
        },
      ];
    }),
  );
  return { skills: loaded.flat(), untrusted: [], unusable: [], unlisted: [], notices: [] };
}
