import { basename, join } from 'node:path';
import { readBoundedText, realFolderIfAny } from '../platform/skills/skill-files.ts';
import { validateText } from './parse.ts';
import { type Diagnostic, mostSkillBytes, skillFileName } from './skill.ts';

/** A SKILL.md and all that breaks the specification in it. */
export interface Validation {
  /** Absolute path. */
  readonly file: string;
  readonly violations: readonly Diagnostic[];
}

/** Strictly checks a skill's folder or SKILL.md; `path` is real. An unreadable file is a violation too. */
export async function validateSkill(path: string): Promise<Validation> {
  const folder = basename(path) === skillFileName ? join(path, '..') : path;
  const file = join(folder, skillFileName);
  const text = readBoundedText(file, mostSkillBytes);
  if (text?.text == null) {
    return { file, violations: [{ line: 1, problem: `cannot be read: ${text?.problem ?? 'no such file'}` }] };
  }
  return { file, violations: await validateText(text.text, basename(realFolderIfAny(folder) ?? folder)) };
}
