import { baseName } from '../programs/base-name.ts';
import { readFdLine } from '../programs/fd-line.ts';
import { readFindLine } from '../programs/find-line.ts';
import { hasOne } from '../programs/find-sureness.ts';
import type { FindTree, Primary } from '../programs/find-tree.ts';
import type { Words } from '../rules/pattern.ts';
import { firstCritical, type RemovalContext } from './targets.ts';

/** Why a `fd` would remove or change critical folders with the command it starts for each match; null if it would not. */
export function fdProblem(words: Words, context: RemovalContext): string | null {
  const { command, isPicked, starts } = readFdLine(words);
  const isRemoved = isRemoval(command);
  if (!isRemoved && !isChange(command)) return null;
  const target = isPicked ? null : firstCritical(starts, context, isRemoved ? 'all' : 'system');
  return target === null ? null : `it ${isRemoved ? 'removes' : 'changes'} everything below "${target}"`;
}

/** Tests of `find` that select some of the files. */
const picking =
  /^-(i?name|i?path|i?wholename|i?regex|[acm]min|[acm]?newer\w*|[acm]time|size|empty|user|group|perm|inum|links|samefile|nouser|nogroup|used)$/;

const removers = /^(rm|shred|unlink|srm|truncate|trash|trash-put)$/;
const removingText = /(?:^|[\s;&|(])(?:rm|shred|unlink|srm)\s/;
/** Negates the test that follows. */
export const negation = /^(!|-not)$/;

/** Whether a command removes its operands. */
export function isRemoval([program = null, option = null, text = null]: Words): boolean {
  const base = baseName(program ?? '');
  return (
    removers.test(base) || (/sh$/.test(base) && /^-\w*c$/.test(option ?? '') && removingText.test(text ?? ''))
  );
}

/** Whether a command changes the owner or mode of its operands. */
export function isChange([program = null]: Words): boolean {
  return /^(chmod|chown|chgrp|setfacl|chattr)$/.test(baseName(program ?? ''));
}

/** How many of the files an action applies to: all, all but some named ones, or some. */
type Share = 'all' | 'most' | 'some';

const shares: readonly Share[] = ['some', 'most', 'all'];

function least(one: Share, other: Share): Share {
  return shares.indexOf(one) < shares.indexOf(other) ? one : other;
}

function greatest(one: Share, other: Share): Share {
  return least(one, other) === one ? other : one;
}

/** The share of files that pass a test, or fail it if `isDenied`; all for a test that does not select. */
function shareOfTest({ name, given: [value] }: Primary, isDenied: boolean): Share {
  const test = name ?? '';
  if (/^-x?type$/.test(test) && /^[lsp,]+$/.test(value ?? '')) return 'most';
  if (!picking.test(test) || value === '*') return 'all';
  return isDenied && /^-i?(name|path|wholename|regex)$/.test(test) ? 'most' : 'some';
}

function shareOf(part: FindTree, isDenied: boolean): Share {
  if (part.kind === 'one') return shareOfTest(part, isDenied);
  if (part.kind === 'not') return shareOf(part.part, !isDenied);
  const each = part.parts.map((one) => shareOf(one, isDenied));
  if (part.kind === 'each') return each.at(-1) ?? 'all';
  if ((part.kind === 'all') !== isDenied) return each.reduce(least, 'all');
  // For a disjunction, tests that do not select are left out.
  const told = isDenied ? each.filter((share) => share !== 'all') : each;
  return told.length === 0 ? 'all' : told.reduce(greatest);
}

const prunes = ({ name }: Primary): boolean => name === '-prune';

/** The share of files that reaches each action of a kind; a `-prune` in another branch of `-o` leaves some out. */
function sharesAt(part: FindTree, isMeant: (action: Primary) => boolean, coming: Share): readonly Share[] {
  if (part.kind === 'one') return isMeant(part) ? [coming] : [];
  if (part.kind === 'not') return sharesAt(part.part, isMeant, coming);
  let now = coming;
  return part.parts.flatMap((one) => {
    const found = sharesAt(one, isMeant, now);
    const isNarrower = part.kind === 'all' || hasOne(one, prunes);
    if (isNarrower) now = least(now, shareOf(one, part.kind !== 'all'));
    return found;
  });
}

/** The share of files for each action by which a `find` removes files. */
export function findRemovals(words: Words): readonly Share[] {
  const removes = ({ sort, given }: Primary) => sort === 'delete' || (sort === 'command' && isRemoval(given));
  return sharesAt(readFindLine(words).tree, removes, 'all');
}

/** Whether a share is less than all files. */
export function findPicks(share: Share): boolean {
  return share !== 'all';
}

/** The names that `-name` tests of a `find` select or, if negated, spare. */
export function namesPicked(words: Words): readonly { readonly glob: string; readonly isSpared: boolean }[] {
  const named = (part: FindTree, isSpared: boolean): ReturnType<typeof namesPicked> => {
    if (part.kind === 'not') return named(part.part, !isSpared);
    if (part.kind !== 'one') return part.parts.flatMap((one) => named(one, isSpared));
    const [glob = null] = /^-i?name$/.test(part.name ?? '') ? part.given : [];
    return glob === null ? [] : [{ glob, isSpared }];
  };
  return named(readFindLine(words).tree, false);
}

/** The starting points of a `find`; `.` if none is given. */
export function findStarts(words: Words): readonly string[] {
  const named = readFindLine(words).starts.flatMap((at) => words[at] ?? []);
  return named.length === 0 ? ['.'] : named;
}

/** Why a `find` would remove or change critical folders; null if it would not. */
export function findProblem(words: Words, context: RemovalContext): string | null {
  const starts = findStarts(words);
  const removed = findRemovals(words).reduce(greatest, 'some');
  // Removing most of the files in the workspace may well be meant, removing all of them not.
  const lost =
    removed === 'some' ? null : firstCritical(starts, context, removed === 'all' ? 'all' : 'beyond work');
  if (lost !== null) return `it removes everything below "${lost}"`;
  const changes = ({ sort, given }: Primary) => sort === 'command' && isChange(given);
  const isChanged = sharesAt(readFindLine(words).tree, changes, 'all').some((share) => share !== 'some');
  const changed = isChanged ? firstCritical(starts, context, 'system') : null;
  return changed === null ? null : `it changes everything below "${changed}"`;
}
