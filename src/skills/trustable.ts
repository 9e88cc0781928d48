import { basename, join } from 'node:path';
import { boundedText, readBoundedText } from '../platform/skills/skill-files.ts';
import { type Snapshot, takeSnapshot } from '../platform/skills/skill-snapshot.ts';
import { surveySkill } from '../platform/skills/skill-walk.ts';
import { parseSkill } from './parse.ts';
import { mostSkillBytes, type SkillText, skillFileName } from './skill.ts';

/** A folder that can be trusted by its present content; or why not, which may quote it, and what could be trusted. */
export type Trustable =
  | { readonly snapshot: Snapshot; readonly skill: SkillText; readonly problem: null }
  | { readonly snapshot: null; readonly problem: string; readonly wanted: string };

const plainFolder = 'a folder of a few plain files';

/** What can be trusted, for messages. */
export const plainSkill = `${plainFolder} with a valid ${skillFileName}`;

/** Reads what a person would trust in a folder; `folder` is real except for its last name. Never throws. */
export async function readTrustable(folder: string): Promise<Trustable> {
  const { snapshot, problem } = takeSnapshot(folder, [skillFileName]);
  if (snapshot === null) return { snapshot, problem, wanted: plainFolder };
  const unusable = (why: string): Trustable => {
    return { snapshot: null, problem: `its ${skillFileName} ${why}`, wanted: 'a skill that can be used' };
  };
  const instructions = snapshot.kept.get(skillFileName);
  if (instructions === undefined) return unusable('is missing');
  const { text, problem: unreadable } = boundedText(instructions, mostSkillBytes);
  if (text === null) return unusable(`cannot be read: ${unreadable}`);
  const { skill, reason } = await parseSkill(text, basename(folder));
  return skill === null ? unusable(reason?.problem ?? 'is no skill') : { snapshot, skill, problem: null };
}

/**
 * Why a folder cannot be trusted, without quoting it, for callers that must not see its content; a cheap check. Null if it can be
 * trusted. Never throws.
 */
export async function trustProblem(folder: string): Promise<string | null> {
  const odd = surveySkill(folder);
  if (odd !== null) return odd;
  const { text, problem } = readBoundedText(join(folder, skillFileName), mostSkillBytes) ?? {
    text: null,
    problem: 'it is not there',
  };
  if (text === null) return `its ${skillFileName} cannot be read: ${problem}`;
  const { skill } = await parseSkill(text, basename(folder));
  return skill === null ? `its ${skillFileName} is no skill that can be used; validate shows why` : null;
}
