import type { AndOr, SyntaxNode } from 'unbash';
import type { Candidate } from '../rules/pattern.ts';

/** A folder that was entered or could not be, or one that surely was, as behind `cd build &&`; null is one nobody can tell. */
export type Entered = Candidate | { readonly surely: string };

/** Where `cd` went, in order; a folder nobody can tell is perhaps one of those before. */
export type Trail = readonly Entered[];

/** Where a shell is, where it was before (`cd -`), and the folders it would come back to (`popd`), the next one last. */
export interface Location {
  readonly trail: Trail;
  readonly previous: Trail;
  readonly stack: readonly Trail[];
}

export const start: Location = { trail: [], previous: [], stack: [] };

/** Folders of a trail: where it leads on from there is not looked through. */
export const longestTrail = 64;

/** A trail with one more folder; one that is too long stays so. */
function follow(trail: Trail, target: Candidate): Trail {
  return trail.length < longestTrail ? [...trail, target] : trail;
}

/**
 * Where a shell is after a command, taken to have worked; the same location for a command that does not move it. `base` is where
 * relative folders among its words lead on from.
 */
export function locationAfter(words: readonly Candidate[], from: Location, base = from.trail): Location {
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

/** A location where the folders that were entered since `from` are marked by `mark`. */
function marked(location: Location, from: Location, mark: (entered: Entered) => Entered): Location {
  if (location.trail.length <= from.trail.length) return location;
  const trail = location.trail.map((entered, index) => (index < from.trail.length ? entered : mark(entered)));
  return { ...location, trail };
}

const surely = (entered: Entered): Entered => (typeof entered === 'string' ? { surely: entered } : entered);
const perhaps = (entered: Entered): Entered =>
  entered !== null && typeof entered === 'object' ? entered.surely : entered;

/** Whether a node only leaves the script or what it is in. */
function isLeaving(node: SyntaxNode | undefined): boolean {
  return node?.type === 'Command' && /^(exit|return|continue|break)$/.test(node.name?.text ?? '');
}

/** Whether what runs next does so only where all commands of a list up to one have worked: behind `&&`, and behind `|| exit`. */
function isHeld({ commands, operators }: AndOr, index: number): boolean {
  const first = operators.indexOf('||');
  if (first === -1) return index < operators.length;
  return index < first || (first === commands.length - 2 && isLeaving(commands.at(-1)));
}

/** Where a shell is behind one command of a list: `from` is where the list began, `before` where that command did. */
export function behind(
  list: AndOr,
  command: SyntaxNode,
  at: Readonly<Record<'location' | 'from' | 'before', Location>>,
): Location {
  const index = list.commands.findIndex((one) => one.pos === command.pos);
  if (!isHeld(list, index)) return marked(at.location, at.from, perhaps);
  // A condition or a negation works as well where nothing in it did.
  return command.type === 'Command' ? marked(at.location, at.before, surely) : at.location;
}

/** Whether a script may give `cd` another meaning. */
export function redefinesCd(text: string): boolean {
  return /\bcd\s*\(\s*\)|\bfunction\s+cd\b|\bcd=/.test(text);
}

/** Whether what a node does to the current folder ends with it. */
export function ownsCwd(node: SyntaxNode): boolean {
  if (node.type === 'Pipeline') return node.commands.length > 1;
  if (node.type === 'Statement') return node.background === true;
  return node.type === 'Subshell' || node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution';
}
