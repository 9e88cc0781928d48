import { join, relative } from 'node:path';
import { projectFileName } from '../../config/project.ts';
import { lazyFor } from '../../core/async/lazy.ts';
import { namesToLookAt } from '../../core/paths/sensitive.ts';
import type { PathFact } from '../../core/ports.ts';
import { anyName } from '../fact-book.ts';
import type { Found } from '../guard/find-reach.ts';
import { protectedBelow } from '../paths/holding.ts';
import { isProtected, judgePath, type Scope } from '../paths/scope.ts';
import { basesAbove, basesBelow } from '../paths/withholding.ts';
import { isWithin } from '../paths/within.ts';
import type { PathAccess } from '../rules/rule.ts';

/** Most files that belong to the policy or that rules begin with, and most others, that are looked at below a folder. */
const mostFiles = 64;
const accesses: readonly PathAccess[] = ['read', 'list', 'write'];

/** A path below a folder that is closed to some tool. */
export interface KeptFile {
  readonly inside: string;
  readonly kind: PathFact['kind'];
}

const knownOf = lazyFor((_: Scope) => new Map<string, readonly KeptFile[]>());

/** Existing paths below a folder that belong to the policy or that withholding rules begin with, with their direct content. */
function ownBelow(scope: Scope, folder: string): readonly KeptFile[] {
  const found: KeptFile[] = [];
  const take = (path: string, deeper: number): void => {
    const { exists, kind } = scope.book.path(path, '/');
    if (!exists || found.length >= mostFiles) return;
    if (path !== folder) found.push({ inside: relative(folder, path), kind });
    if (kind !== 'folder' || deeper === 0) return;
    for (const { given } of scope.book.entries(path, anyName) ?? []) take(given, deeper - 1);
  };
  for (const inside of [projectFileName, ...protectedBelow(scope, folder)]) take(join(folder, inside), 2);
  for (const access of accesses) for (const path of basesBelow(scope, folder, access)) take(path, 1);
  const isWithheld = accesses.some((access) => basesAbove(scope, folder, access));
  const isOwn = scope.protectedPaths.some((path) => isWithin(folder, path));
  const entries = isWithheld || isOwn ? (scope.book.entries(folder, anyName) ?? []) : [];
  for (const { given } of entries) if (isKept(scope, given)) take(given, 0);
  return found;
}

/** Name patterns of rules that withhold files. */
function withheldNames({ rules }: Scope): readonly string[] {
  return accesses.flatMap((access) =>
    rules[access].filter(({ decision }) => decision !== 'allow').map(({ ref }) => ref.text),
  );
}

/** Files of secrets below a folder, and those withheld by name; if there is too much to look at, only direct ones. */
function namedBelow(scope: Scope, folder: string): readonly KeptFile[] {
  const isFull = scope.mode.security === 'full';
  const withheld = withheldNames(scope);
  if (!isFull && withheld.length === 0) return [];
  const names = [...scope.mode.sensitive, ...withheld, projectFileName];
  const below = scope.book.below(folder, names);
  const notable = below !== null && 'notable' in below ? below.notable : null;
  const looked = names.length > 1 ? anyName : namesToLookAt();
  const paths = notable
    ? notable.filter(({ isLink }) => !isLink).map(({ path }) => path)
    : (scope.book.entries(folder, looked) ?? []).map(({ given }) => relative(folder, given));
  return [...paths]
    .sort((one, other) => one.split('/').length - other.split('/').length)
    .filter((inside) => isKept(scope, join(folder, inside)))
    .slice(0, mostFiles)
    .map((inside) => ({ inside, kind: scope.book.path(join(folder, inside), '/').kind }));
}

/** Whether an existing path is closed to some tool: it belongs to the policy, holds secrets, or is withheld by a rule. */
export function isKept(scope: Scope, path: string): boolean {
  const fact = scope.book.path(path, '/');
  if (!fact.exists) return false;
  if (isProtected(scope, fact, path)) return true;
  return accesses.some((access) => {
    const { decision, rule } = judgePath(scope, { access, given: path, cwd: '/', fact });
    return decision !== 'allow' && rule !== null;
  });
}

/** All existing paths below a real folder that are closed to some tool, within the limits. */
export function keptBelow(scope: Scope, folder: string): readonly KeptFile[] {
  const known = knownOf(scope);
  const before = known.get(folder);
  if (before !== undefined) return before;
  const all = [...ownBelow(scope, folder), ...namedBelow(scope, folder)];
  const found = [...new Map(all.map((kept) => [kept.inside, kept])).values()];
  known.set(folder, found);
  return found;
}

/** The start folder, the folders below it that lead to a file, and the file. */
function onTheWay(start: string, { inside, kind }: KeptFile): readonly Found[] {
  const names = inside.split('/');
  const top: Found = { path: start, depth: 0, kind: 'folder' };
  const below = names.map((_, index): Found => {
    const path = `${start.replace(/\/+$/, '')}/${names.slice(0, index + 1).join('/')}`;
    return { path, depth: index + 1, kind: index + 1 === names.length ? kind : 'folder' };
  });
  return [top, ...below];
}

/** Each path from the start to a file, except for the start, with the folders above it. */
export function stepsTo(
  start: string,
  kept: KeptFile,
): readonly { readonly found: Found; readonly above: readonly Found[] }[] {
  const way = onTheWay(start, kept);
  return way.slice(1).map((found, index) => ({ found, above: way.slice(0, index + 1) }));
}

/** File names without any meaning. */
const plainNames = ['qzx', 'qzx.qzx'];

/** Imagined files next to a found one, with meaningless names: a search that takes those does not select by name. */
export function plainBeside(found: Found): readonly Found[] {
  const folder = found.path.slice(0, found.path.lastIndexOf('/') + 1);
  return plainNames.map((name) => ({ ...found, path: folder + name }));
}
