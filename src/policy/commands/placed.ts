import { basename } from 'node:path';
import { projectFileName } from '../../config/project.ts';
import { protectedBelow } from '../paths/holding.ts';
import { isProtected, lexicalPath, rootsOf, type Scope } from '../paths/scope.ts';
import { expandTilde, isWithinAny } from '../paths/within.ts';
import { namesOf, type Placing } from '../programs/placing.ts';
import { builtIn, deny, type Ruling } from '../ruling.ts';

/** A source that a command puts somewhere, and a path that it may take there. */
interface PlaceTaken {
  readonly source: string;
  readonly place: string;
}

/** Whether a source takes the place of a protected path, or contains a file that would. */
function takesProtected(
  scope: Scope,
  source: string,
  { place, cwd }: { readonly place: string; readonly cwd: string },
): boolean {
  const fact = scope.book.path(place, cwd);
  if (isProtected(scope, fact, lexicalPath(place, cwd))) return true;
  const brings = (path: string) => scope.book.path(`${source}/${path}`, cwd).exists;
  if (isWithinAny(fact.realPath, rootsOf(scope.workspace)) && brings(projectFileName)) return true;
  // A missing source may contain anything by then, but a project file too rarely to refuse it for that.
  const isThere = scope.book.path(source, cwd).exists;
  return protectedBelow(scope, fact.realPath).some(
    (path) => brings(path) || (!isThere && basename(path) !== projectFileName),
  );
}

/** The paths that the sources of a command may take at its destination. */
export function placesTaken(placing: Placing, scope: Scope, cwd: string): readonly PlaceTaken[] {
  const homed = (path: string) => expandTilde(path, scope.workspace.home);
  const into = homed(placing.into);
  const folder = scope.book.path(into, cwd);
  return placing.sources.map(homed).flatMap((source) => {
    const inside = namesOf(source, placing).map((name) =>
      name === '' || placing.isExact ? into : `${into}/${name}`,
    );
    // A folder that is missing may exist by then.
    const places = !folder.exists ? [into, ...inside] : folder.kind === 'folder' ? inside : [into];
    return places.map((place) => ({ source, place }));
  });
}

/**
 * Refuses to put something in the place of a protected path, also as part of a folder, although no word names that path; null
 * if it would not.
 */
export function placingProblem(scope: Scope, placing: Placing, cwd: string): Ruling | null {
  const taken = placesTaken(placing, scope, cwd).find(({ source, place }) =>
    takesProtected(scope, source, { place, cwd }),
  );
  if (taken === undefined) return null;
  const reason = `"${taken.source}" would take the place of what belongs to the policy itself and is closed to every tool`;
  return deny(reason, builtIn('protected paths'));
}
