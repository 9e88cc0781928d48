import type { Settings } from '../config/schema.ts';
import { expandHome } from '../core/paths/containment.ts';
import { escapeGlob } from '../core/paths/glob-base.ts';
import { withoutTrailing } from '../core/text/trailing.ts';

/** The home folder: as in HOME, and as its real path. */
export interface Homes {
  readonly home: string;
  readonly realHome: string;
}

/** The globs for a path and everything below it, like a deny rule. */
function withBelow(glob: string): readonly string[] {
  const plain = withoutTrailing(glob.replace(/^(?:\.\/+)+/, ''), '/');
  if (plain === '' || plain.endsWith('/**')) return [plain || '/**'];
  return [plain, `${plain}/**`];
}

/** Settings with `~/` replaced by the home folder where a path is given to the system or compared as text. */
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
