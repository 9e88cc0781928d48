import * as v from 'valibot';

/** A tool's input as one plain object, with a field of every kind. */
export const plain = v.strictObject({
  path: v.pipe(v.string(), v.nonEmpty('must not be empty'), v.description('File to read')),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Lines')), 1000),
  wait: v.optional(v.pipe(v.pipe(v.number(), v.minValue(0), v.maxValue(9)), v.description('Seconds'))),
  ratio: v.optional(v.number()),
  sort: v.optional(v.picklist(['path', 'modified']), 'path'),
  hidden: v.optional(v.boolean(), false),
  argv: v.optional(v.array(v.pipe(v.string(), v.nonEmpty()))),
  edits: v.optional(v.array(v.strictObject({ old: v.string() }))),
  env: v.optional(v.pipe(v.record(v.string(), v.string()), v.description('Variables'))),
  hash: v.optional(v.nullable(v.pipe(v.string(), v.description('SHA-256')))),
  mode: v.pipe(v.optional(v.literal('append')), v.description('How')),
  cursor: v.exactOptional(v.pipe(v.number(), v.safeInteger())),
  nested: v.optional(v.strictObject({ a: v.string() })),
});

/** A tool's input with actions; `waitMs` differs between two of them. */
export const actions = v.variant('action', [
  v.strictObject({
    action: v.pipe(v.literal('poll'), v.description('Read new output')),
    id: v.pipe(v.string(), v.description('Session')),
    waitMs: v.optional(v.pipe(v.number(), v.integer(), v.description('Milliseconds')), 0),
  }),
  v.strictObject({
    action: v.pipe(v.picklist(['kill', 'remove']), v.description('End it')),
    id: v.pipe(v.string(), v.description('Session')),
    signal: v.optional(v.picklist(['TERM', 'KILL'])),
  }),
  v.strictObject({ action: v.literal('list'), waitMs: v.optional(v.string()) }),
]);
