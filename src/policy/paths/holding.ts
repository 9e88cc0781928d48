import { basename, dirname, join, relative } from 'node:path';
import { projectFileName } from '../../config/project.ts';
import type { PathFact } from '../../core/ports.ts';
import { keptPaths, lexicalPath, rootsOf, type Scope } from './scope.ts';
import { expandTilde, foldPath, isWithin, isWithinAny } from './within.ts';

/** A path as written and as resolved. */
interface At {
  readonly cwd: string;
  readonly fact: PathFact;
}

/** Whether a protected path lies below a folder, so that moving the folder would move it; a missing project file does not count. */
export function holdsProtected(scope: Scope, fact: PathFact): boolean {
  const isInside = isWithinAny(fact.realPath, rootsOf(scope.workspace));
  if (isInside && scope.book.path(projectFileName, fact.realPath).exists) return true;
  return keptBelow(scope, fact).some((path) => !isProjectFile(path) || scope.book.path(path, '/').exists);
}

/** Whether protected paths other than project files lie below a folder, existing or not. */
export function holdsSettings(scope: Scope, fact: PathFact): boolean {
  return keptBelow(scope, fact).some((path) => !isProjectFile(path));
}

/** Whether a path means the target of a link and not the link: it ends with a slash, dots or a wildcard. */
export function leadsBehind(path: string): boolean {
  return /(?:^|\/)\.{0,2}$|[*?\]}]$/.test(path);
}

/**
 * Whether a path is a link, so that what takes it away by its name leaves what it leads to: not where the way to what the folder keeps
 * for the policy goes over links, of which it may be one, nor with a slash behind it.
 */
export function isLinkAlone(scope: Scope, given: string, { cwd, fact }: At): boolean {
  const path = expandTilde(given, scope.workspace.home);
  const name = basename(path);
  if (leadsBehind(path)) return false;
  const parent = scope.book.path(dirname(lexicalPath(path, cwd)), '/');
  if (join(parent.realPath, name) === fact.realPath) return false;
  const folded = foldPath(fact.realPath);
  return keptPaths(scope).every(({ lexical, real }) => lexical === real || !isWithin(real, folded));
}

function isProjectFile(path: string): boolean {
  return basename(path) === projectFileName;
}

function keptBelow(scope: Scope, { realPath }: PathFact): readonly string[] {
  const folded = foldPath(realPath);
  return keptPaths(scope)
    .filter(({ real }) => real !== folded && isWithin(real, folded))
    .map(({ path }) => path);
}

/** Where protected paths would lie below a folder, relative to it. */
export function protectedBelow(scope: Scope, folder: string): readonly string[] {
  const folded = foldPath(folder);
  return keptPaths(scope).flatMap(({ path, lexical, real }) => [
    ...(lexical !== folded && isWithin(lexical, folded) ? [relative(folder, path)] : []),
    ...(real !== folded && isWithin(real, folded) ? [relative(folded, real)] : []),
  ]);
}
