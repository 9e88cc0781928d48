import * as v from 'valibot';

/** A required path. */
export function pathField(sentence: string) {
  return v.pipe(v.string(), v.nonEmpty('must not be empty'), v.description(sentence));
}

/** The discriminating `action` field of a tool. */
export function actionField<const Name extends string>(name: Name, sentence: string) {
  return v.pipe(v.literal(name), v.description(sentence));
}

/** The first line to read: from 1, or negative to count from the end. */
export function lineField() {
  const most = Number.MAX_SAFE_INTEGER;
  return v.pipe(
    v.number(),
    v.integer('must be a whole number'),
    v.notValue(0, 'must be 1 or more, or negative to count from the end'),
    v.minValue(-most, `must be at least ${-most}`),
    v.maxValue(most, `must be at most ${most}`),
    v.description('First line; negative counts from the end'),
  );
}

/** A whole number from `least` to `most`; null means the largest safe integer. */
export function wholeField(least: number, most: number | null, sentence: string) {
  const top = most ?? Number.MAX_SAFE_INTEGER;
  return v.pipe(
    v.number(),
    v.integer('must be a whole number'),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(top, `must be at most ${top}`),
    v.description(sentence),
  );
}

/** A boolean, off by default. */
export function flagField(sentence: string, fallback = false) {
  return v.optional(v.pipe(v.boolean(), v.description(sentence)), fallback);
}

/** Characters of base64. Valibot's pattern also checks their number with a group, which takes a second for a mebibyte. */
const base64Characters = /^[A-Za-z0-9+/]*={0,2}$/;

/** Bytes as base64, padded. */
export function base64Field() {
  const wanted = 'must be base64';
  return v.pipe(
    v.string(),
    { ...v.base64(wanted), requirement: base64Characters },
    v.check((text) => text.length % 4 === 0 || !base64Characters.test(text), wanted),
  );
}

/** The SHA-256 that a file must still have. */
export function hashField() {
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[0-9a-fA-F]{64}$/, 'must be a SHA-256 in hex'),
      v.description('SHA-256 that read gave'),
    ),
  );
}
