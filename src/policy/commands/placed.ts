import { basename } from 'node:path';
import { projectFileName } from '../../config/project.ts';
import { protectedBelow } from '../paths/holding.ts';
import { isProtected, lexicalPath, rootsOf, type Scope } from '../paths/scope.ts';
import { expandTilde, isWithinAny } from '../paths/within.ts';
import { namesOf, type Placing } from '../programs/placing.ts';
import { builtIn, deny, type Ruling } from '../ruling.ts';

/** Something that is put somewhere, and a path that it may take there. */
interface PlaceTaken {
  readonly source: string;
  readonly place: string;
}

/** Whether a source that takes a place takes that of a protected path, or brings along what would. */
function takesProtected(
  scope: Scope,
  source: string,
  { place, cwd }: { readonly place: string; readonly cwd: string },
): boolean {
  const fact = scope.book.path(place, cwd);
  if (isProtected(scope, fact, lexicalPath(place, cwd))) return true;
  const brings = (path: string) => scope.book.path(`${source}/${path}`, cwd).exists;
  if (isWithinAny(fact.realPath, rootsOf(scope.workspace)) && brings(projectFileName)) return true;
  // What is not there yet may hold anything by then; a project file is too seldom among it to refuse for that.
  const isThere = scope.book.path(source, cwd).exists;
  return protectedBelow(scope, fact.realPath).some(
    (path) => brings(path) || (!isThere && basename(path) !== projectFileName),
  );
}

/** The paths that what a command puts somewhere may take there. */
export function placesTaken(placing: Placing, scope: Scope, cwd: string): readonly PlaceTaken[] {
  const homed = (path: string) => expandTilde(path, scope.workspace.home);
  const into = homed(placing.into);
  const folder = scope.book.path(into, cwd);
  return placing.sources.map(homed).flatMap((source) => {
    const inside = namesOf(source, placing).map((name) =>
      name === '' || placing.isExact ? into : `${into}/${name}`,
    );
    // A folder that is not there may be by then.
    const places = !folder.exists ? [into, ...inside] : folder.kind === 'folder' ? inside : [into];
    return places.map((place) => ({ source, place }));
  });
}

/**
 * What is wrong with where a command puts something: a folder named as one that policy keeps, or one that brings such a path
 * with it, would take its place although no word names it. Null for nothing.
 */
export function placingProblem(scope: Scope, placing: Placing, cwd: string): Ruling | null {
  const taken = placesTaken(placing, scope, cwd).find(({ source, place }) =>
    takesProtected(scope, source, { place, cwd }),
  );
  if (taken === undefined) return null;
  const reason = `"${taken.source}" would take the place of what belongs to the policy itself and is closed to every tool`;
  return deny(reason, builtIn('protected paths'));
}
