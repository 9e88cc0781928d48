import { isInRepositoryFolder } from '../core/names/repository-folders.ts';
import { decodeText, encodeText } from '../core/text/utf8.ts';
import { sha256 } from '../platform/files/sha256.ts';
import { readServable } from '../platform/skills/servable-files.ts';
import { type Snapshot, takeSnapshot } from '../platform/skills/skill-snapshot.ts';
import { readFrontmatter } from './frontmatter.ts';
import { shippedSkills } from './shipped.ts';
import { type Skill, skillFileName } from './skill.ts';

/** A hashed file of a skill. */
export interface PublishedFile {
  /** Relative to the skill's folder. */
  readonly path: string;
  /** In hex. */
  readonly sha256: string;
  readonly size: number;
}

/** A skill with all files that may be served, and its frontmatter as written. */
export interface PublishedSkill {
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly files: readonly PublishedFile[];
  /** The bytes of the requested file; null if the skill has none of that name. */
  readonly wanted: Uint8Array | null;
}

/**
 * A skill in a form that clients can verify, with the bytes of one of its files. Null if its frontmatter does not have its name or a
 * description, and if it has changed since it was trusted.
 */
export async function publishSkill(skill: Skill, wanted: string): Promise<PublishedSkill | null> {
  const read =
    skill.folder === null ? readShipped(skill.name, wanted) : readFolder(skill, skill.folder, wanted);
  if (read === null) return null;
  const { fields, problem } = await readFrontmatter(decodeText(read.instructions));
  const frontmatter = Object.fromEntries([...fields].map(([name, { value }]) => [name, value]));
  const isValid =
    problem === null && frontmatter.name === skill.name && typeof frontmatter.description === 'string';
  return isValid ? { frontmatter, files: read.files, wanted: read.wanted } : null;
}

interface ReadSkill extends Omit<PublishedSkill, 'frontmatter'> {
  readonly instructions: Uint8Array;
}

function readShipped(name: string, wanted: string): ReadSkill | null {
  const shipped = shippedSkills.find((one) => one.name === name);
  if (shipped === undefined) return null;
  const instructions = encodeText(shipped.text);
  return {
    instructions,
    files: [{ path: skillFileName, sha256: sha256(instructions), size: instructions.length }],
    wanted: wanted === skillFileName ? instructions : null,
  };
}

function readFolder({ pins }: Skill, folder: string, wanted: string): ReadSkill | null {
  const read =
    pins === null
      ? readServable(folder, { first: skillFileName, wanted })
      : readPinned(folder, { pins, wanted });
  const instructions = read?.kept.get(skillFileName);
  if (read === null || instructions === undefined) return null;
  const files = [...read.files]
    .filter(([path]) => !isInRepositoryFolder(path))
    .map(([path, file]) => ({ path, ...file }));
  const isListed = files.some(({ path }) => path === wanted);
  return { instructions, files, wanted: (isListed ? read.kept.get(wanted) : undefined) ?? null };
}

/** A folder with the trusted content; null if it has changed. */
function readPinned(
  folder: string,
  { pins, wanted }: { readonly pins: ReadonlyMap<string, string>; readonly wanted: string },
): Snapshot | null {
  const { snapshot } = takeSnapshot(folder, [skillFileName, wanted]);
  const isSame =
    snapshot !== null &&
    pins.size === snapshot.files.size &&
    [...snapshot.files].every(([path, file]) => pins.get(path) === file.sha256);
  return isSame ? snapshot : null;
}
