import { join } from 'node:path';
import { homeFolder } from './account.ts';

/** The folders of this program, by the XDG base directory specification; nothing is created here. */
export interface Folders {
  /** User configuration: `config.json`, `approvals.jsonc`. */
  readonly config: string;
  /** Audit trail, pending approvals, sessions, spill files; 0700. */
  readonly state: string;
  /** The unpacked `rg`, shell versions. */
  readonly cache: string;
  /** Home folder. */
  readonly home: string;
}

/** The folders for an environment; relative XDG values are ignored, as the specification says. */
export function findFolders(env: Readonly<Record<string, string | undefined>>): Folders {
  const home = homeFolder(env);
  const base = (name: string, fallback: string): string => {
    const value = env[name];
    return join(value?.startsWith('/') ? value : join(home, fallback), 'agent-tools');
  };
  return {
    config: base('XDG_CONFIG_HOME', '.config'),
    state: base('XDG_STATE_HOME', '.local/state'),
    cache: base('XDG_CACHE_HOME', '.cache'),
    home,
  };
}
