import type { AndOr, SyntaxNode } from 'unbash';
import type { Candidate, Words } from '../rules/pattern.ts';

/** A folder that a `cd` may have entered, or surely did, as in `cd build &&`; null for an unknown one. */
export type Entered = Candidate | { readonly surely: string };

/** The folders that `cd` entered, in order; an unknown one may be any of those before. */
export type Trail = readonly Entered[];

/** Where a shell is, the previous folder (`cd -`), and the folders for `popd`, with the next one last. */
export interface Location {
  readonly trail: Trail;
  readonly previous: Trail;
  readonly stack: readonly Trail[];
}

export const start: Location = { trail: [], previous: [], stack: [] };

/** Most folders of a trail that are followed. */
export const longestTrail = 64;

/** Appends a folder to a trail, unless that has reached its limit. */
function follow(trail: Trail, target: Candidate): Trail {
  return trail.length < longestTrail ? [...trail, target] : trail;
}

/**
 * The location after a command, assuming that it succeeds; unchanged if it does not change the folder. Its relative folders
 * start from `base`.
 */
export function locationAfter(words: Words, from: Location, base = from.trail): Location {
  const { trail, previous, stack } = from;
  const [name, ...operands] = words.slice(
    words.findIndex((word) => word !== 'builtin' && word !== 'command'),
  );
  const to = (next: Trail, kept = stack): Location => ({ trail: next, previous: trail, stack: kept });
  if (name === 'popd') return to(stack.at(-1) ?? trail, stack.slice(0, -1));
  if (name !== 'cd' && name !== 'pushd') return from;
  const kept = name === 'cd' ? stack : [...stack, trail].slice(-longestTrail);
  if (operands.length === 0)
    return name === 'cd' ? to(follow(trail, '~')) : to(stack.at(-1) ?? trail, [...stack.slice(0, -1), trail]);
  const target = operands.at(-1) ?? null;
  if (target === '-') return to(previous, kept);
  const isTurn = name === 'pushd' && /^[-+]\d+$/.test(target ?? '');
  return to(follow(base, isTurn ? null : target), kept);
}

/** Applies `mark` to the folders entered since `from`. */
function marked(location: Location, from: Location, mark: (entered: Entered) => Entered): Location {
  if (location.trail.length <= from.trail.length) return location;
  const trail = location.trail.map((entered, index) => (index < from.trail.length ? entered : mark(entered)));
  return { ...location, trail };
}

const surely = (entered: Entered): Entered => (typeof entered === 'string' ? { surely: entered } : entered);
const perhaps = (entered: Entered): Entered =>
  entered !== null && typeof entered === 'object' ? entered.surely : entered;

/** Whether a node only exits, returns or leaves a loop. */
function isLeaving(node: SyntaxNode | undefined): boolean {
  return node?.type === 'Command' && /^(exit|return|continue|break)$/.test(node.name?.text ?? '');
}

/** Whether the next command runs only if all commands up to `index` succeeded: behind `&&`, and behind `|| exit`. */
function isHeld({ commands, operators }: AndOr, index: number): boolean {
  const first = operators.indexOf('||');
  if (first === -1) return index < operators.length;
  return index < first || (first === commands.length - 2 && isLeaving(commands.at(-1)));
}

/** The location behind one command of a list: `from` is that before the list, `before` that before the command. */
export function behind(
  list: AndOr,
  command: SyntaxNode,
  at: Readonly<Record<'location' | 'from' | 'before', Location>>,
): Location {
  const index = list.commands.findIndex((one) => one.pos === command.pos);
  if (!isHeld(list, index)) return marked(at.location, at.from, perhaps);
  // A condition or a negation may succeed although commands in it failed.
  return command.type === 'Command' ? marked(at.location, at.before, surely) : at.location;
}

/** Whether a script may redefine `cd`. */
export function redefinesCd(text: string): boolean {
  return /\bcd\s*\(\s*\)|\bfunction\s+cd\b|\bcd=/.test(text);
}

/** Whether changes of the folder within a node end with it. */
export function ownsCwd(node: SyntaxNode): boolean {
  if (node.type === 'Pipeline') return node.commands.length > 1;
  if (node.type === 'Statement') return node.background === true;
  return node.type === 'Subshell' || node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution';
}
