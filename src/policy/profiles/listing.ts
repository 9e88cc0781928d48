import { textArg } from '../shell/arg.ts';
import { isGiven, type Operand, type Profile, type Reading, valuesGiven } from './profile.ts';

/** The depth an option gives, or null. */
function depthOf(reading: Reading, names: readonly string[]): number | null {
  const depth = valuesGiven(reading, ...names).at(-1) ?? '';
  return /^\d+$/.test(depth) ? Number(depth) : null;
}

/**
 * Makes the folders of a program that lists them with everything below `names`, and the current one where it is given none;
 * `isDeep` tells whether these options list more than what lies right in them.
 */
export function listing(isDeep: (reading: Reading) => boolean): NonNullable<Profile['also']> {
  return (reading) => {
    const { operands, positionals } = reading;
    if (!isDeep(reading)) return operands;
    const folders = positionals.filter(({ kind }) => kind === 'list' || kind === 'tree');
    const names = folders.map((operand): Operand => ({ ...operand, kind: 'names' }));
    const here: Operand = { kind: 'names', arg: textArg('.'), exposed: false };
    const others = operands.filter((operand) => operand.kind !== 'list' || !positionals.includes(operand));
    return [...others, ...(names.length === 0 ? [here] : names)];
  };
}

/** Whether an option of one of these names does not keep a listing to what lies right in its folders. */
export function isDeeperThanOne(...names: readonly string[]): (reading: Reading) => boolean {
  return (reading) => (depthOf(reading, names) ?? 2) > 1;
}

/** Whether any of these options is given. */
export function hasAny(...names: readonly string[]): (reading: Reading) => boolean {
  return (reading) => isGiven(reading, ...names);
}
