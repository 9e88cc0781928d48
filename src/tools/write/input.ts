import * as v from 'valibot';
import { flagField, hashField, pathField } from '../../core/schema/fields.ts';

/** The fields of `write`. */
export const writeInput = v.strictObject({
  path: pathField('File to write'),
  content: v.pipe(v.string(), v.description('Text, written byte for byte')),
  mode: v.optional(
    v.pipe(v.picklist(['overwrite', 'append']), v.description('Replace, or add to the end')),
    'overwrite',
  ),
  createParents: flagField('Make missing folders', true),
  expectedHash: hashField(),
});

export type WriteInput = v.InferOutput<typeof writeInput>;
