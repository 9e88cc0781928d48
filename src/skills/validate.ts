import { basename, join } from 'node:path';
import { inQuotes } from '../core/text/one-line.ts';
import { statOrNull } from '../platform/files/stats.ts';
import { listSubfolders, readBoundedText, realFolderIfAny } from '../platform/skills/skill-files.ts';
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
    const problem = `cannot be read: ${text?.problem ?? `no such file${wayOut(folder)}`}`;
    return { file, violations: [{ line: 1, problem }] };
  }
  return { file, violations: await validateText(text.text, basename(realFolderIfAny(folder) ?? folder)) };
}

/** Names a skill in a folder of skills, which is easily taken for one; empty if it holds none. */
function wayOut(folder: string): string {
  const holdsSkill = (name: string) => statOrNull(join(folder, name, skillFileName))?.isFile() === true;
  const name = listSubfolders(folder).names.find(holdsSkill);
  return name === undefined ? '' : `; this takes one skill, such as ${inQuotes(join(folder, name))}`;
}
