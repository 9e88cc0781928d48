import * as v from 'valibot';
import { readFileLayer } from '../../config/layer.ts';
import { covers } from '../../config/layering.ts';
import { readConfigFile } from '../../config/load.ts';
import { ruleSchema } from '../../config/schema.ts';
import { isStrictRule } from '../../config/tighten.ts';
import { cannot } from '../../core/failure.ts';
import { foreignWriterOf, ownFile } from '../../platform/files/foreign-writer.ts';
import { readTextFileIfAny } from '../../platform/files/text-file.ts';
import type { SourcedRule } from '../../policy/rules/rule.ts';

/**
 * Whether learned rules may allow anything. Locks bind all later layers, and so learned rules: if `rules`, or the mode they loosen, is
 * locked, only rules that ask or deny apply.
 */
export function mayLearn(locked: readonly string[]): boolean {
  return !locked.some((name) =>
    ['rules', 'approval.security', 'approval.ask'].some((key) => covers(name, key)),
  );
}

/** The rules in the text of an approvals file, with their lines. Throws `invalid_config` for anything else in it. */
export async function parseLearned(path: string, text: string): Promise<readonly SourcedRule[]> {
  const { settings } = await readFileLayer('user', path, text);
  return settings.flatMap(({ option, value, elementLines }) => {
    if (option.key !== 'rules' || !Array.isArray(value))
      throw cannot(
        'read approvals',
        path,
        `it sets "${option.key}"`,
        'nothing but "rules"',
        'invalid_config',
      );
    return value.map((element, index) => ({
      ...v.parse(ruleSchema, element),
      source: path,
      line: elementLines[index] ?? null,
    }));
  });
}

/** Throws `invalid_config` if others than the user can write the approvals file, since its rules are the user's answers. */
export function requireOwn(path: string): void {
  const problem = foreignWriterOf(path);
  if (problem === null) return;
  throw cannot('trust approvals', path, problem, ownFile, 'invalid_config');
}

/** The rules in force from the approvals file. Throws `invalid_config` if it is not trusted, unreadable or invalid. */
export async function readLearned(path: string, locked: readonly string[]): Promise<readonly SourcedRule[]> {
  requireOwn(path);
  const text = await readConfigFile(readTextFileIfAny, path);
  const rules = text === null || text.trim() === '' ? [] : await parseLearned(path, text);
  return mayLearn(locked) ? rules : rules.filter(isStrictRule);
}
