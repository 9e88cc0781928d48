import * as v from 'valibot';
import { flagField, pathField, wholeField } from '../../core/schema/fields.ts';

const mostContext = 1000;

function contextField(sentence: string) {
  return v.optional(wholeField(0, mostContext, sentence));
}

/** The fields of `grep`. */
export const grepInput = v.strictObject({
  pattern: v.pipe(v.string(), v.nonEmpty('must not be empty'), v.description('Rust regular expression')),
  path: v.optional(pathField('File or folder'), '.'),
  glob: v.optional(
    v.pipe(v.string(), v.nonEmpty('must not be empty'), v.description('As rg --glob: ignored too')),
  ),
  type: v.optional(
    v.pipe(v.string(), v.nonEmpty('must not be empty'), v.description('File type, as rg --type')),
  ),
  outputMode: v.optional(
    v.pipe(
      v.picklist(['content', 'files', 'count']),
      v.description('Lines, paths, or matching lines per file'),
    ),
    'content',
  ),
  before: contextField('Lines before'),
  after: contextField('Lines after'),
  context: contextField('Lines around'),
  lineNumbers: flagField('Show line numbers', true),
  ignoreCase: flagField('Ignore case'),
  fixedStrings: flagField('Literal pattern'),
  multiline: flagField('Across lines; . takes newlines'),
  limit: v.optional(wholeField(0, null, 'Results; 0 for all'), 250),
  offset: v.optional(wholeField(0, null, 'Results to skip'), 0),
  includeIgnored: flagField('Ignored files too'),
  timeout: v.optional(wholeField(1, 300, 'Seconds'), 20),
});

export type GrepInput = v.InferOutput<typeof grepInput>;

/** Lines of context before and after a match; 0 unless lines are shown. */
export function contextOf({ before, after, context, outputMode }: GrepInput): {
  before: number;
  after: number;
} {
  if (outputMode !== 'content') return { before: 0, after: 0 };
  return { before: before ?? context ?? 0, after: after ?? context ?? 0 };
}
