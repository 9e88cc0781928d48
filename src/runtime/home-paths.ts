import type { Settings } from '../config/schema.ts';
import { expandHome } from '../core/paths/containment.ts';
import { escapeGlob } from '../core/paths/glob-base.ts';
import { withoutTrailing } from '../core/text/trailing.ts';

/** Where `~` leads: as HOME says, and as that really is. */
export interface Homes {
  readonly home: string;
  readonly realHome: string;
}

/** A glob that names a folder is about everything in it too, as a rule that denies is. */
function withBelow(glob: string): readonly string[] {
  const plain = withoutTrailing(glob.replace(/^(?:\.\/+)+/, ''), '/');
  if (plain === '' || plain.endsWith('/**')) return [plain || '/**'];
  return [plain, `${plain}/**`];
}

/** Settings in which `~/` is the home folder also where a path is handed to the system or compared as text. */
export function withHomePaths(settings: Settings, { home, realHome }: Homes): Settings {
  const { shell, workspace } = settings;
  const { path, env } = shell;
  const expand = (folder: string) => expandHome(folder, home);
  const homes = [...new Set([home, realHome])].map(escapeGlob);
  const expandGlob = (glob: string) =>
    glob.startsWith('~/') ? homes.map((folder) => folder + glob.slice(1)) : [glob];
  return {
    ...settings,
    shell: {
      ...shell,
      path: path === null ? null : expand(path),
      env: {
        ...env,
        pathAppend: env.pathAppend.map(expand),
        pathPrepend: env.pathPrepend.map(expand),
      },
    },
    workspace: { ...workspace, sensitive: workspace.sensitive.flatMap(expandGlob).flatMap(withBelow) },
  };
}
