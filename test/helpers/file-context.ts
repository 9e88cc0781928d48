import { join } from 'node:path';
import { defaultSettings, type Settings } from '../../src/config/schema.ts';
import { findFolders } from '../../src/platform/machine/folders.ts';
import type { ToolContext } from '../../src/tools/tool-context.ts';

/** A context for the workspace `ws` below the real folder `base`, with home, state and cache folders beside it. */
export function contextFor(base: string, settings: Settings = defaultSettings()): ToolContext {
  const root = join(base, 'ws');
  const env = { HOME: join(base, 'home'), PATH: process.env.PATH ?? '' };
  return {
    settings,
    workspace: { cwd: root, roots: [root], home: env.HOME, realHome: env.HOME },
    machine: {
      os: 'linux',
      arch: process.arch,
      osVersion: '',
      shell: null,
      shellProblem: null,
      pty: false,
      user: 'tester',
    },
    folders: findFolders(env),
    env,
    caller: { frontend: 'cli', client: 'tester' },
    surface: { live: false, isText: false, stdin: null, lineBytes: Number.POSITIVE_INFINITY },
    callId: 'call',
    closedPaths: [],
    serverId: 'server',
  };
}
