import * as v from 'valibot';
import { actionField, pathField } from '../../core/schema/fields.ts';

/** The fields of `skill`, distinguished by `action`. */
export const skillInput = v.variant('action', [
  v.strictObject({ action: actionField('list', 'List the skills') }),
  v.strictObject({
    action: actionField('show', 'Print a skill, or a file of its folder'),
    name: v.pipe(v.string(), v.nonEmpty('must not be empty'), v.description('Skill')),
    file: v.optional(pathField('File of it')),
  }),
  v.strictObject({ action: actionField('prompt', 'Print what a system prompt says of the skills') }),
  v.strictObject({
    action: actionField('validate', 'Check a SKILL.md against the specification'),
    path: pathField('Its folder'),
  }),
]);

export type SkillInput = v.InferOutput<typeof skillInput>;
