import { relative } from 'node:path';
import type { Workspace } from '../../core/context.ts';
import { escapeGlob } from '../../core/paths/glob-base.ts';
import type { Proposal } from '../judge.ts';
import { rootsOf } from '../paths/scope.ts';
import { isWithin } from '../paths/within.ts';

/** Proposals for writing a file inside the workspace: the file itself, then its folder. */
export function suggestPaths(path: string, workspace: Workspace): readonly Proposal[] {
  const root = rootsOf(workspace).find((folder) => isWithin(path, folder));
  if (root === undefined) return [];
  const way = relative(root, path);
  const folder = way.includes('/') ? way.slice(0, way.lastIndexOf('/')) : null;
  const patterns = [escapeGlob(way), ...(folder === null ? [] : [`${escapeGlob(folder)}/**`])];
  return patterns.map((pattern) => [{ tool: 'write', allow: pattern }]);
}
