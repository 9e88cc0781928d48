import * as v from 'valibot';
import { flagField, pathField, wholeField } from '../../core/schema/fields.ts';

const mostPaths = 1000;
/** Most characters of a pattern, far more than a list of names in braces has: each takes half a kilobyte during the search. */
const longestPattern = 65_536;

/** The fields of `glob`. */
export const globInput = v.strictObject({
  pattern: v.pipe(
    v.string(),
    v.nonEmpty('must not be empty'),
    v.maxLength(longestPattern, `must have at most ${longestPattern} characters`),
    v.description('Glob: *.ts is one folder, **/*.ts any depth'),
  ),
  path: v.optional(pathField('Folder in the workspace'), '.'),
  includeDirs: flagField('Folders too'),
  includeIgnored: flagField('Ignored files too'),
  sort: v.optional(
    v.pipe(v.picklist(['path', 'modified']), v.description('By path, or newest first')),
    'path',
  ),
  limit: v.optional(wholeField(1, mostPaths, 'Paths to list'), mostPaths),
});

export type GlobInput = v.InferOutput<typeof globInput>;
