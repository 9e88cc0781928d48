import { isAllCandidates, isSensitiveFile } from '../../core/paths/sensitive-candidates.ts';
import { isTokenlessNpmrc } from '../../platform/facts/npmrc.ts';
import { holdsToken } from '../../platform/facts/token-files.ts';
import { ClosedPlaces } from '../../platform/search/closed-places.ts';
import type { SearchRoot } from '../../platform/search/search-root.ts';
import type { ToolContext } from '../tool-context.ts';

/** What a search covers. */
export interface SearchPlace {
  readonly root: SearchRoot;
  readonly path: string;
  readonly context: ToolContext;
}

/** What a search leaves out. Paths are absolute. */
export interface Closing {
  /** Whether a file may hold secrets. */
  readonly isSensitive: (file: string) => boolean;
  /** Whether a file may hold secrets or is withheld by a rule. */
  readonly isClosed: (file: string) => boolean;
  /** Whether this may apply to files without a built-in secret name. */
  readonly isWide: boolean;
  readonly places: ClosedPlaces;
}

/** What a search leaves out. */
export async function closingOf({ root, path, context }: SearchPlace): Promise<Closing> {
  const globs = context.settings.workspace.sensitive;
  // A file named in the call was judged already: a rule allows it, or a person.
  const isSensitive = (file: string) =>
    !root.isFile && (isSensitiveFile(file, globs, isTokenlessNpmrc) || holdsToken(file));
  const isWithheld = (await context.withheldBelow?.(path, 'read')) ?? null;
  return {
    isSensitive,
    isClosed: (file) => isWithheld?.(file) === true || isSensitive(file),
    isWide: globs.length > 0 || isWithheld !== null || isAllCandidates(path),
    places: new ClosedPlaces(context.closedPaths, path),
  };
}
