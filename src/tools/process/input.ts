import * as v from 'valibot';
import { readDoubled } from '../../core/schema/doubled-json.ts';
import { actionField, flagField, lineField, wholeField } from '../../core/schema/fields.ts';
import { longestPattern } from '../../sessions/output/pattern-scan.ts';

const sessionId = v.pipe(v.string(), v.description('Session'));

function text(sentence: string) {
  return v.pipe(v.string(), v.description(sentence));
}

const cursor = v.optional(wholeField(0, null, 'Byte offset'), 0);
const side = (sentence: string) => wholeField(1, 1000, sentence);

const list = v.strictObject({ action: actionField('list', 'Show sessions') });

const poll = v.strictObject({
  action: actionField('poll', 'Read output after cursor'),
  sessionId,
  cursor,
  waitMs: v.optional(wholeField(0, 30_000, 'Milliseconds to wait'), 0),
  maxBytes: v.optional(wholeField(1, 1_048_576, 'Bytes of output')),
});

const log = v.strictObject({
  action: actionField('log', 'Read lines'),
  sessionId,
  offset: v.optional(lineField()),
  limit: v.optional(wholeField(1, 10_000, 'Lines'), 200),
});

const write = v.strictObject({
  action: actionField('write', 'Send text'),
  sessionId,
  data: v.optional(text('Text, with its newlines'), ''),
  eof: flagField('Then end the input'),
});

const hexList = v.array(v.string());

/** Bytes in hex, as a list or one text; separators are ignored. */
const hexField = v.pipe(
  v.union([hexList, v.string()]),
  v.description('Hex bytes next'),
  v.transform((hex): readonly string[] => {
    const list = typeof hex === 'string' ? readDoubled(hex, 'list') : hex;
    return v.is(hexList, list) ? list : [hex].flat();
  }),
);

const sendKeys = v.strictObject({
  action: actionField('send-keys', 'Press keys'),
  sessionId,
  literal: v.optional(text('Text typed first')),
  hex: v.optional(hexField),
  keys: v.optional(v.pipe(v.array(v.string()), v.description('tmux names: Enter, C-c, M-x, Up, F1'))),
});

const paste = v.strictObject({
  action: actionField('paste', 'Paste text'),
  sessionId,
  text: text('Text to paste'),
  bracketed: v.optional(v.pipe(v.boolean(), v.description('Bracketed; default as the program wants'))),
});

const submit = v.strictObject({ action: actionField('submit', 'Press Enter'), sessionId });

const resize = v.strictObject({
  action: actionField('resize', 'Resize the terminal'),
  sessionId,
  cols: side('Columns'),
  rows: side('Rows'),
});

const screen = v.strictObject({ action: actionField('screen', 'Show the terminal as drawn'), sessionId });

const wait = v.strictObject({
  action: actionField('wait', 'Wait for the end or a pattern'),
  sessionId,
  pattern: v.optional(
    v.pipe(
      v.string(),
      v.nonEmpty('must not be empty'),
      v.maxLength(longestPattern, `must have at most ${longestPattern} characters`),
      v.description('RE2 regular expression'),
    ),
  ),
  timeout: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0, 'must be at least 0'),
      v.maxValue(86_400, 'must be at most 86400'),
      v.description('Seconds'),
    ),
    60,
  ),
  cursor,
});

const kill = v.strictObject({
  action: actionField('kill', 'End it'),
  sessionId,
  signal: v.optional(text('Only send this signal')),
});

const clear = v.strictObject({
  action: actionField('clear', 'Forget finished sessions'),
  sessionId: v.optional(sessionId),
});

const remove = v.strictObject({ action: actionField('remove', 'End and forget it'), sessionId });

/** The fields of `process`, distinguished by `action`. */
export const processInput = v.variant('action', [
  list,
  poll,
  log,
  write,
  sendKeys,
  paste,
  submit,
  resize,
  screen,
  wait,
  kill,
  clear,
  remove,
]);

export type ProcessInput = v.InferOutput<typeof processInput>;

/** The input of one action. */
export type ActionInput<Name extends ProcessInput['action']> = Extract<
  ProcessInput,
  { readonly action: Name }
>;
