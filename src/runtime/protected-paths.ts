import { dirname, join } from 'node:path';
import { projectFileName } from '../config/project.ts';
import { configVariable } from '../config/variables.ts';
import { chainFolder } from '../platform/store/chained-file.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import { auditPath } from './audit/audit.ts';
import { namedConfigPath, systemConfigPath } from './open-config.ts';

/**
 * What no tool may write: what decides about calls, what remembers them, and this very program. Project files count
 * wherever one would be found from the workspace: one that only tightens must not be emptied, nor a nearer one put before it.
 */
export function protectedPathsOf(
  { folders, settings, workspace, env }: Pick<ToolContext, 'folders' | 'settings' | 'workspace' | 'env'>,
  configFile: string | null,
): readonly string[] {
  const audit = auditPath(settings, folders);
  const named = [configFile, env[configVariable]].flatMap((file) =>
    file ? [namedConfigPath(file, folders)] : [],
  );
  return [
    folders.config,
    folders.state,
    folders.cache,
    dirname(systemConfigPath),
    process.execPath,
    audit,
    chainFolder(audit),
    ...named,
    ...new Set([workspace.cwd, ...workspace.roots].flatMap(projectFilesFrom)),
  ];
}

/** The names a project file may have for calls that begin in a folder: there and in every folder above. */
function projectFilesFrom(folder: string): readonly string[] {
  const files = [join(folder, projectFileName)];
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above))
    files.push(join(above, projectFileName));
  return files;
}
