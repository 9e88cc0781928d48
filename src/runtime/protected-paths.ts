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
 * The paths that no tool may write: what decides about calls, what records them, and this program. Project files count wherever the
 * workspace would find one: nobody may empty one that tightens, nor put a nearer one before it.
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
 * Variables known only at run time, or known otherwise. Shells start this program with its path in `_`, and give their own commands
 * another.
 */
const ownNames = new Set(['HOME', 'PWD', 'OLDPWD', '_']);

/** Variables of commands whose value is a folder above a protected path: `$XDG_CONFIG_HOME/…` is as protected as the folder itself. */
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

/** A cheap check whether a value may be a folder above one of the listed paths: hardly any variable is. */
function mayLead(value: string, listed: string): boolean {
  if (sep !== '/') return true;
  const isPlain = !/\/(?:\.{0,2}\/|\.{1,2}$)/.test(value);
  return !isPlain || listed.includes(`\0${value}${value.endsWith('/') ? '' : '/'}`);
}

/** Paths where a project file may be found for a folder: in it and in every folder above. */
function projectFilesFrom(folder: string): readonly string[] {
  const files = [join(folder, projectFileName)];
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above))
    files.push(join(above, projectFileName));
  return files;
}
