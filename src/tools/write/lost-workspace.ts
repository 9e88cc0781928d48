import type { Workspace } from '../../core/context.ts';
import { cannot } from '../../core/failure.ts';
import { isInside } from '../../core/paths/containment.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import type { ResolvedPath } from '../../platform/files/resolve-path.ts';
import { isFolder } from '../../platform/files/stats.ts';

/**
 * Throws `tool_failed` for a file in a workspace that was removed or moved: creating the folder again would leave this file alone where
 * all the others are expected.
 */
export function requireWorkspaceOf({ given, path }: ResolvedPath, { roots }: Pick<Workspace, 'roots'>): void {
  const around = roots.filter((root) => isInside(path, root));
  const [root] = around;
  if (root === undefined || around.some(isFolder)) return;
  const state = `its workspace ${inQuotes(root)} is gone`;
  throw cannot('write', given, state, 'an existing folder');
}
