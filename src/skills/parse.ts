import { escapeUnseen } from '../core/text/unseen.ts';
import {
  checkFields,
  isAlways,
  isUsableName,
  mostDescriptionChars,
  nameProblem,
  requirementsOf,
  textOf,
  toolsOf,
} from './fields.ts';
import { readFrontmatter } from './frontmatter.ts';
import type { Diagnostic, SkillText } from './skill.ts';

/** A usable SKILL.md; if it is not usable, null and the decisive diagnostic as `reason`. */
export interface Parsed {
  readonly skill: SkillText | null;
  readonly reason: Diagnostic | null;
  readonly diagnostics: readonly Diagnostic[];
}

function unusable(diagnostics: readonly Diagnostic[], field = ''): Parsed {
  const reason = diagnostics.find(({ problem }) => problem.startsWith(field)) ?? null;
  return { skill: null, reason, diagnostics };
}

/**
 * Reads a SKILL.md leniently: it is unusable only if the frontmatter is no YAML, the description is missing or no name can be typed. A
 * missing or odd name is replaced by the folder's if that is better; a long description is cut. Never throws, runs nothing.
 */
export async function parseSkill(text: string, folder: string): Promise<Parsed> {
  const { fields, body, problem, repaired } = await readFrontmatter(text);
  if (problem !== null) return unusable(showable([problem]));
  const diagnostics = showable([...repaired, ...checkFields(fields, folder)]);
  const description = textOf(fields, 'description');
  if (description === null) return unusable(diagnostics, '"description"');
  const names = [textOf(fields, 'name') ?? '', folder];
  const name = names.find((one) => nameProblem(one) === null) ?? names.find(isUsableName);
  if (name === undefined) return unusable(diagnostics, '"name"');
  const skill: SkillText = {
    name,
    description: [...description].slice(0, mostDescriptionChars).join(''),
    always: isAlways(fields),
    requires: requirementsOf(fields),
    allowedTools: toolsOf(fields),
    body: body.trimEnd(),
  };
  return { skill, reason: null, diagnostics };
}

/** All violations of the specification in a SKILL.md. */
export async function validateText(text: string, folder: string): Promise<readonly Diagnostic[]> {
  const { fields, body, problem, repaired } = await readFrontmatter(text);
  if (problem !== null) return showable([problem]);
  const empty = body.trim() === '' ? [{ line: 1, problem: 'has no instructions below the frontmatter' }] : [];
  return showable([...repaired, ...checkFields(fields, folder), ...empty]).sort((a, b) => a.line - b.line);
}

/** Escapes what could deceive a terminal or add a line, since problems quote the file. */
function showable(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map(({ line, problem }) => ({ line, problem: escapeUnseen(problem) }));
}
