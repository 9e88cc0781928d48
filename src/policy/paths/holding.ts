import { basename, relative } from 'node:path';
import { projectFileName } from '../../config/project.ts';
import type { PathFact } from '../../core/ports.ts';
import { keptPaths, rootsOf, type Scope } from './scope.ts';
import { foldPath, isWithin, isWithinAny } from './within.ts';

/** Whether a folder holds a protected path, so that moving or removing it would; a project file that is not there is none. */
export function holdsProtected(scope: Scope, fact: PathFact): boolean {
  const isInside = isWithinAny(fact.realPath, rootsOf(scope.workspace));
  if (isInside && scope.book.path(projectFileName, fact.realPath).exists) return true;
  return keptBelow(scope, fact).some((path) => !isProjectFile(path) || scope.book.path(path, '/').exists);
}

/** Whether a folder holds protected paths that are no project file, there or not. */
export function holdsSettings(scope: Scope, fact: PathFact): boolean {
  return keptBelow(scope, fact).some((path) => !isProjectFile(path));
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
