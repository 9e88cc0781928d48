import * as v from 'valibot';
import { wrongField } from '../../core/failure.ts';
import { flagField, hashField, pathField } from '../../core/schema/fields.ts';

const mostEdits = 200;

const old = v.pipe(
  v.string(),
  v.nonEmpty('must not be empty; write makes files'),
  v.description('Text to find, once'),
);
const fresh = v.pipe(v.string(), v.description('Text in its place'));
const replaceAll = flagField('Replace each occurrence');

/** The fields of `edit`: a list of edits, or one at top level. */
export const editInput = v.strictObject({
  path: pathField('File to edit'),
  edits: v.optional(
    v.pipe(
      v.array(v.strictObject({ old, new: fresh, replaceAll })),
      v.minLength(1, 'must hold at least one edit'),
      v.maxLength(mostEdits, `must hold at most ${mostEdits} edits`),
      v.description('In order, each on the result before'),
    ),
  ),
  old: v.optional(old),
  new: v.optional(fresh),
  replaceAll,
  expectedHash: hashField(),
  dryRun: flagField('Only show the change'),
});

export type EditInput = v.InferOutput<typeof editInput>;

export interface Edit {
  readonly old: string;
  readonly new: string;
  readonly replaceAll: boolean;
}

/** The edits of a call; throws `invalid_input` if they are missing or given twice. */
export function editsOf(call: EditInput): readonly Edit[] {
  const { old: one, new: other } = call;
  if (call.edits !== undefined) {
    const given = Object.entries({ old: one, new: other }).filter(([, text]) => text !== undefined);
    const names = given.map(([name]) => `"${name}"`).join(' and ');
    if (names !== '') throw wrongField('edits', `cannot be given together with ${names}`);
    if (call.replaceAll)
      throw wrongField('replaceAll', 'cannot be given together with "edits", each of which has its own');
  }
  if (call.edits === undefined && one === undefined) throw wrongField('old', 'is missing');
  if (call.edits === undefined && other === undefined) throw wrongField('new', 'is missing');
  return call.edits ?? [{ old: one ?? '', new: other ?? '', replaceAll: call.replaceAll }];
}
