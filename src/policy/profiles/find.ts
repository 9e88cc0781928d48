import { readFindLine } from '../programs/find-line.ts';
import type { Primary } from '../programs/find-tree.ts';
import { type Arg, isOneWord, textArg, textOf } from '../shell/arg.ts';
import { type Operand, operandsOf, plainReading, type Reading } from './profile.ts';

/** Why a test or an action is not certain to be harmless, by the word behind its name; null for one that is. */
function problemOf({ name, sort }: Primary, value: Arg | undefined): string | null {
  if (name === null) return 'an action is computed or a wildcard';
  if (sort === 'bare') return null;
  if (sort === 'delete') return `${name} removes what is found`;
  if (sort === 'command') return `${name} starts a command with what is found`;
  if (value?.kind === 'glob') return `the value of ${name} is not quoted`;
  if (!isOneWord(value)) return `${name} is not understood`;
  const isHarmless = sort === 'text' || sort === 'file';
  return isHarmless ? null : `${name} is not among the tests and actions known to be harmless`;
}

/** `find` without actions that start, write or remove; a text says why it is not certain to be harmless. */
export function readFind(args: readonly Arg[]): Reading | string {
  const { options, starts, primaries } = readFindLine(args.map(textOf));
  const given = starts.flatMap((at) => args[at] ?? []);
  if (given.some(({ kind }) => kind === 'unknown')) return 'what a variable holds could be an action';
  const other = options.find((option) => !/^-([HLPd]|O\d|D.*)$/.test(option));
  if (other !== undefined) return `${other} is not among the options known to be harmless`;
  const files: Operand[] = [];
  let depth: string | null = null;
  for (const primary of primaries) {
    const value = args[primary.at + 1];
    const problem = problemOf(primary, value);
    if (problem !== null) return problem;
    if (primary.name === '-maxdepth') depth = textOf(value);
    if (primary.sort === 'file' && value !== undefined) files.push(...operandsOf('list', [value]));
  }
  const follows = options.includes('-L') || primaries.some(({ name }) => name === '-follow');
  const reach =
    depth === '0' || depth === '1' ? ({ kind: 'list' } as const) : ({ kind: 'names', follows } as const);
  const from = given.length === 0 ? [textArg('.')] : given;
  const roots = from.map((arg) => ({ ...reach, arg, exposed: given.length > 0 }));
  return plainReading([...roots, ...files]);
}
