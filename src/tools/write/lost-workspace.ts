import type { Workspace } from '../../core/context.ts';
import { cannot, errnoOf } from '../../core/failure.ts';
import { isInside } from '../../core/paths/containment.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { stateOfPlace } from '../../platform/files/file-failure.ts';
import type { ResolvedPath } from '../../platform/files/resolve-path.ts';
import { isFolderForSure } from '../../platform/files/stats.ts';

/** Why no folder is seen at the root of a workspace, and what is wanted instead; null if one is there. */
function lackOf(root: string): readonly [state: string, wanted: string] | null {
  try {
    return isFolderForSure(root) ? null : ['is gone', 'an existing folder'];
  } catch (error) {
    const code = errnoOf(error);
    if (code === null) throw error;
    const [state, wanted] = stateOfPlace(code);
    return [`cannot be examined (${state})`, wanted];
  }
}

/**
 * Throws `tool_failed` for a file in a workspace that was removed or moved: creating the folder again would leave this file alone where
 * all the others are expected.
 */
export function requireWorkspaceOf({ given, path }: ResolvedPath, { roots }: Pick<Workspace, 'roots'>): void {
  const around = roots.filter((root) => isInside(path, root));
  const lacks = around.map(lackOf);
  const [root, lack] = [around[0], lacks[0]];
  if (root === undefined || lack === undefined || lack === null || lacks.includes(null)) return;
  const [state, wanted] = lack;
  throw cannot('write', given, `its workspace ${inQuotes(root)} ${state}`, wanted);
}
