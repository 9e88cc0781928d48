import * as v from 'valibot';
import { pathField } from '../../core/fields.ts';

function action<const Name extends string>(name: Name, sentence: string) {
  return v.pipe(v.literal(name), v.description(sentence));
}

/** The fields of `skill`, told apart by `action`. */
export const skillInput = v.variant('action', [
  v.strictObject({ action: action('list', 'List the skills') }),
  v.strictObject({
    action: action('show', 'Print a skill, or a file of its folder'),
    name: v.pipe(v.string(), v.nonEmpty('must not be empty'), v.description('Skill')),
    file: v.optional(pathField('File of it')),
  }),
  v.strictObject({ action: action('prompt', 'Print what a system prompt says of the skills') }),
  v.strictObject({
    action: action('validate', 'Check a SKILL.md against the specification'),
    path: pathField('Its folder'),
  }),
]);

export type SkillInput = v.InferOutput<typeof skillInput>;
