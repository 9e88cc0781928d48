import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { projectFileName } from '../config/project.ts';
import { configVariable } from '../config/variables.ts';
import { isVariableName } from '../core/environment.ts';
import { isInside } from '../core/paths/containment.ts';
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

/**
 * Variables that mean what only the run knows, or what is known without them. Shells start this very program with its path in `_`, and
 * give their own commands another.
 */
const ownNames = new Set(['HOME', 'PWD', 'OLDPWD', '_']);

/** The variables of commands that hold a folder on the way to a closed path: `$XDG_CONFIG_HOME/…` is as closed as what it stands for. */
export function namedFoldersOf(
  { settings, env }: Pick<ToolContext, 'settings' | 'env'>,
  closedPaths: readonly string[],
): Readonly<Record<string, string>> {
  const given = Object.entries({ ...env, ...settings.shell.env.set });
  const listed = `\0${closedPaths.join('/\0')}/`;
  return Object.fromEntries(
    given.filter(
      ([name, value]) =>
        mayLead(value, listed) &&
        isVariableName(name) &&
        !ownNames.has(name) &&
        isAbsolute(value) &&
        closedPaths.some((path) => isInside(path, normalize(value))),
    ),
  );
}

/** Whether a value may be a folder above one of the listed paths, told at little cost: of many variables next to none is. */
function mayLead(value: string, listed: string): boolean {
  if (sep !== '/') return true;
  const isPlain = !/\/(?:\.{0,2}\/|\.{1,2}$)/.test(value);
  return !isPlain || listed.includes(`\0${value}${value.endsWith('/') ? '' : '/'}`);
}

/** The names a project file may have for calls that begin in a folder: there and in every folder above. */
function projectFilesFrom(folder: string): readonly string[] {
  const files = [join(folder, projectFileName)];
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above))
    files.push(join(above, projectFileName));
  return files;
}
