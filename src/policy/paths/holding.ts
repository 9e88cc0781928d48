import { basename, relative } from 'node:path';
import { projectFileName } from '../../config/project.ts';
import type { PathFact } from '../../core/ports.ts';
import { keptPaths, rootsOf, type Scope } from './scope.ts';
import { foldPath, isWithin, isWithinAny } from './within.ts';

/** Whether a folder holds a protected path, so that moving or removing it would; a project file that is not there is none. */
export function holdsProtected(scope: Scope, fact: PathFact): boolean {
  const isInside = isWithinAny(fact.realPath, rootsOf(scope.workspace));
  if (isInside && scope.book.path(projectFileName, fact.realPath).exists) return true;
  const folded = foldPath(fact.realPath);
  return keptPaths(scope).some(
    ({ path, real }) =>
      real !== folded &&
      isWithin(real, folded) &&
      (basename(path) !== projectFileName || scope.book.path(path, '/').exists),
  );
}

/** Where protected paths would lie below a folder, relative to it. */
export function protectedBelow(scope: Scope, folder: string): readonly string[] {
  const folded = foldPath(folder);
  return keptPaths(scope).flatMap(({ path, lexical, real }) => [
    ...(lexical !== folded && isWithin(lexical, folded) ? [relative(folder, path)] : []),
    ...(real !== folded && isWithin(real, folded) ? [relative(folded, real)] : []),
  ]);
}
