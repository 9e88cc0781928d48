import * as v from 'valibot';
import { ToolFailure } from '../core/failure.ts';
import { globProblem } from '../core/paths/glob-problem.ts';
import { compileGlob } from '../core/paths/path-glob.ts';
import { unseenCharacters } from '../core/text/unseen.ts';

/**
 * How an option gets stricter, for layers that may only tighten (the project file, locked keys, call parameters). Numbers: `lower`,
 * where `unlimited` is the value for no limit. Booleans: `on`, `off`. Choices: `rank`, from strict to loose. Lists: `append` may only
 * grow, `subset` may only shrink, `strict-rules` may only gain rules that ask or deny. `never`: such a layer may not change it.
 */
export type Tighten =
  | { readonly by: 'lower'; readonly unlimited?: number }
  | { readonly by: 'rank'; readonly order: readonly string[] }
  | { readonly by: 'on' | 'off' | 'append' | 'subset' | 'strict-rules' | 'never' };

/** The meaning of an option, and how layers may change it. */
export interface OptionMeaning {
  readonly tighten: Tighten;
  readonly sentence: string;
}

/** Defines an option: its schema, default and meaning, which are stated nowhere else. */
export function option<const S extends v.GenericSchema, const D extends v.Default<S, undefined>>(
  schema: S,
  fallback: D,
  { sentence, tighten }: OptionMeaning,
) {
  return v.pipe(v.optional(schema, fallback), v.metadata({ description: sentence, tighten }));
}

function meaningBy(by: 'lower' | 'on' | 'off' | 'append' | 'subset' | 'never') {
  return (sentence: string): OptionMeaning => ({ sentence, tighten: { by } });
}

export const lower = meaningBy('lower');
export const on = meaningBy('on');
export const off = meaningBy('off');
export const append = meaningBy('append');
export const subset = meaningBy('subset');
export const never = meaningBy('never');

/** One of some words; `order` is from strict to loose. */
export function ranked<const T extends readonly string[]>(order: T, fallback: T[number], sentence: string) {
  return option(choice(order), fallback, { sentence, tighten: { by: 'rank', order } });
}

/** A whole number within two bounds, inclusive. */
export function whole(least: number, most: number) {
  const wanted = `must be a whole number from ${least} to ${most}`;
  return v.pipe(v.number(wanted), v.integer(wanted), v.minValue(least, wanted), v.maxValue(most, wanted));
}

/** One of some words. */
export function choice<const T extends readonly string[]>(words: T) {
  return v.picklist(words, `must be ${alternatives(words)}`);
}

/** `"a", "b" or "c"`. */
export function alternatives(words: readonly string[]): string {
  const quoted = words.map((word) => JSON.stringify(word));
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}

/** A boolean. */
export function toggle() {
  return v.boolean('must be true or false');
}

/** Text that the system accepts: not empty, without NUL. `wanted` describes it. */
export function text(wanted: string) {
  return v.pipe(
    v.string(`must be ${wanted}`),
    v.regex(/^[^\0]+$/, `must be ${wanted}, not empty and without a NUL character`),
  );
}

const oneLine = new RegExp(`^[^${unseenCharacters}]+$`, 'u');

/** Text shown to people: one line, without characters that hide or reorder. `wanted` describes it. */
export function line(wanted: string) {
  return v.pipe(
    v.string(`must be ${wanted}`),
    v.regex(oneLine, `must be ${wanted}, not empty and without control characters`),
  );
}

/** A list of texts; `wanted` describes one. */
export function texts(wanted: string) {
  return v.array(text(wanted), `must be a list, each element ${wanted}`);
}

/** Why a text is not a valid path glob; null if it is. */
function globTrouble(glob: string): string | null {
  try {
    const problem = globProblem(glob);
    if (problem === null) compileGlob(glob);
    return problem;
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return 'its braces stand for too many patterns';
  }
}

/** A list of path globs. */
export function globs() {
  const wanted = 'a path glob';
  const glob = v.check(
    (value: string) => globTrouble(value) === null,
    ({ input }) => `must be ${wanted}, and ${globTrouble(input)}`,
  );
  return v.array(v.pipe(text(wanted), glob), `must be a list, each element ${wanted}`);
}

/** An object with only known keys. */
export function known<const E extends v.ObjectEntries>(entries: E) {
  return v.strictObject(entries, 'must be an object');
}
