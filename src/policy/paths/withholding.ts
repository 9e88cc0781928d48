import { join } from 'node:path';
import type { Workspace } from '../../core/context.ts';
import type { PathAccess, PathRule } from '../rules/rule.ts';
import { homesOf, rootsOf, type Scope } from './scope.ts';
import { foldPath, isWithin } from './within.ts';

/** The paths at which a rule about paths begins: absolute, as written. */
function basesOf({ anchor, bases }: PathRule, workspace: Workspace): readonly string[] {
  if (anchor === 'root') return bases;
  const [from, names] =
    anchor === 'home'
      ? [homesOf(workspace), bases.map((base) => base.replace(/^~\/?/, ''))]
      : [rootsOf(workspace), bases];
  return from.flatMap((folder) => names.map((name) => join(folder, name)));
}

/** The paths below a folder at which rules that deny or ask begin. */
export function basesBelow(scope: Scope, folder: string, access: PathAccess): readonly string[] {
  const { rules, workspace } = scope;
  const withheld = rules[access].filter(({ decision }) => decision !== 'allow');
  return withheld.flatMap((rule) =>
    basesOf(rule, workspace).filter((base) => base !== folder && isWithin(base, folder)),
  );
}

/** Whether a rule that denies or asks begins at a folder or above. */
export function basesAbove({ rules, workspace }: Scope, folder: string, access: PathAccess): boolean {
  return rules[access].some(
    (rule) => rule.decision !== 'allow' && basesOf(rule, workspace).some((base) => isWithin(folder, base)),
  );
}

/**
 * A rule that denies or asks about something that may lie below a folder which is read, listed or removed with all of it, or null.
 * What a store keeps (`isKept`) need not be there. Of what is removed (`isRemoved`) rules that begin above it do not count: most would
 * hold for nothing in it.
 */
export function withholdingBelow(
  scope: Scope,
  folder: string,
  options: { readonly access?: PathAccess; readonly isKept?: boolean; readonly isRemoved?: boolean } = {},
): PathRule | null {
  const { workspace, rules, book } = scope;
  const { access = 'read', isKept = false, isRemoved = false } = options;
  const mayHold = (base: string): boolean => {
    if (isKept)
      return isWithin(foldPath(folder), foldPath(base)) || isWithin(foldPath(base), foldPath(folder));
    if (!isRemoved && isWithin(folder, base)) return true;
    return isWithin(base, folder) && book.path(base, '/').exists;
  };
  const found = rules[access].filter(
    (rule) => rule.decision !== 'allow' && basesOf(rule, workspace).some(mayHold),
  );
  return found.find(({ decision }) => decision === 'deny') ?? found[0] ?? null;
}
