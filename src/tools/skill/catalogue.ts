import { commandEnvironment } from '../../config/command-environment.ts';
import { findProgram } from '../../platform/lookup.ts';
import { loadCatalogue } from '../../skills/load.ts';
import { findSkillRoots } from '../../skills/roots.ts';
import type { Catalogue } from '../../skills/skill.ts';
import type { ToolContext } from '../tool-context.ts';

/** The skills as this call sees them: read anew, so that a skill just written counts. */
export function openCatalogue(context: ToolContext): Promise<Catalogue> {
  const { settings, workspace, folders, env, callId, serverId } = context;
  const { env: variables } = commandEnvironment({
    inherited: env,
    settings,
    overrides: {},
    cwd: workspace.cwd,
    callId,
    serverId,
  });
  return loadCatalogue({
    roots: findSkillRoots({
      cwd: workspace.cwd,
      home: workspace.home,
      config: folders.config,
      named: settings.skills.roots,
    }),
    disabled: settings.skills.disabled,
    view: {
      env: variables,
      hasProgram: (name) => findProgram(name, workspace.cwd, variables.PATH ?? '') !== null,
    },
  });
}
