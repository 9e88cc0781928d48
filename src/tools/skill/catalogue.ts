import { findProgram } from '../../platform/machine/lookup.ts';
import { listTrusted } from '../../platform/store/trust-store.ts';
import { loadCatalogue } from '../../skills/load.ts';
import { findSkillRoots } from '../../skills/roots.ts';
import type { Catalogue } from '../../skills/skill.ts';
import { environmentIn, type ToolContext } from '../tool-context.ts';

/** The skills for this call, read afresh, so that a new skill counts at once. */
export async function openCatalogue(context: ToolContext): Promise<Catalogue> {
  const { settings, workspace, folders } = context;
  const { env } = environmentIn(workspace.cwd, context);
  const found = findSkillRoots({
    cwd: workspace.cwd,
    home: workspace.home,
    config: folders.config,
    named: settings.skills.roots,
  });
  const pinned = found.roots.every(({ trusted }) => trusted) ? [] : await listTrusted(folders);
  return loadCatalogue({
    found,
    disabled: settings.skills.disabled,
    trusted: new Map(pinned.map(({ path, sha256 }) => [path, sha256])),
    view: {
      env,
      hasProgram: (name) => findProgram(name, workspace.cwd, env.PATH ?? '') !== null,
    },
  });
}
