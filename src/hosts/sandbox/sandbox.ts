import { join } from 'node:path';
import { cannot } from '../../core/failure.ts';
import type { Folders } from '../../platform/machine/folders.ts';
import { ownDevices } from '../../platform/sandbox/own-devices.ts';
import { emptyFile } from '../../platform/sandbox/sandbox-paths.ts';
import { probeBubblewrap, probeLandlock } from '../../platform/sandbox/sandbox-probe.ts';
import type { SandboxLevel, SandboxSpec } from '../../platform/sandbox/sandbox-spec.ts';
import { ownArgv } from '../../platform/sessions/keeper-process.ts';
import { type AreaRequest, type SandboxArea, sandboxArea } from './sandbox-area.ts';
import { bubblewrapOptions, isFolderInside, namespaceOptions } from './sandbox-bubblewrap.ts';
import { landlockRules, uncovered, uncoveredBefore } from './sandbox-landlock.ts';
import { seatbeltProfile } from './sandbox-seatbelt.ts';

/** The sandbox that this machine can provide. */
export interface SandboxFound {
  readonly level: SandboxLevel | 'none';
  readonly mechanism: 'bubblewrap + seccomp' | 'Landlock + seccomp' | 'Seatbelt' | null;
  /** Why it is not a full one; null if it is. */
  readonly reason: string | null;
  /** What a full one protects and this one does not. */
  readonly uncovered: readonly string[];
  /** Builds it for an area; absent if there is none. */
  readonly build?: (area: SandboxArea) => SandboxSpec | Promise<SandboxSpec>;
}

let found: Promise<SandboxFound> | null = null;

/** Finds the best sandbox, once; a lesser one has a reason. Throws `tool_failed` if a better one fails only for now. */
export function findSandbox(folders: Pick<Folders, 'cache' | 'state'>): Promise<SandboxFound> {
  found ??= search(folders).catch((error: unknown) => {
    found = null;
    throw error;
  });
  return found;
}

async function search(folders: Pick<Folders, 'cache' | 'state'>): Promise<SandboxFound> {
  if (process.platform === 'darwin') return ofMac;
  const bubblewrap = await probeBubblewrap(namespaceOptions(false), folders.cache);
  if ('value' in bubblewrap) {
    return {
      level: 'full',
      mechanism: 'bubblewrap + seccomp',
      reason: null,
      uncovered: [],
      build: async (area) => {
        const devices = await ownDevices(join(folders.state, 'devices'));
        return {
          by: 'bubblewrap',
          program: bubblewrap.value,
          options: bubblewrapOptions(area, emptyFile(folders.cache), devices),
          placeholders: area.placeholders,
          marks: join(folders.state, 'sandbox'),
          launcher: ownArgv(),
          nullDevice: devices[0]?.path ?? null,
          isCutOff: !area.hasNetwork,
        };
      },
    };
  }
  const landlock = await probeLandlock();
  if ('reason' in landlock) {
    const reason = [...new Set([bubblewrap.reason, landlock.reason])].join('; ');
    return { level: 'none', mechanism: null, reason, uncovered: [] };
  }
  const before = uncoveredBefore.filter(([version]) => landlock.value < version);
  return {
    level: 'partial',
    mechanism: 'Landlock + seccomp',
    reason: bubblewrap.reason,
    uncovered: [...uncovered, ...before.map(([, what]) => what)],
    build: (area) => ({
      by: 'landlock',
      rules: landlockRules(area),
      hasNetwork: area.hasNetwork,
      launcher: ownArgv(),
    }),
  };
}

const ofMac: SandboxFound = {
  level: 'partial',
  mechanism: 'Seatbelt',
  reason: 'Seatbelt is experimental: its profile is tested as text only',
  uncovered: ['processes outside can be seen', 'system calls are not filtered'],
  build: (area) => ({ by: 'seatbelt', profile: seatbeltProfile(area) }),
};

/** Opens a command's sandbox, with nothing left to resolve. Throws `tool_failed` with the reason if there is none. */
export async function openSandbox(
  request: AreaRequest,
): Promise<{ readonly spec: SandboxSpec; readonly area: SandboxArea; readonly found: SandboxFound }> {
  const best = await findSandbox(request.folders);
  if (best.build === undefined)
    throw cannot('run in', 'the sandbox', best.reason ?? 'there is none', 'bubblewrap or Landlock on Linux');
  const area = sandboxArea(request);
  if (best.level === 'full' && !isFolderInside(request.cwd, area))
    throw cannot('run in', request.cwd, 'the sandbox has nothing there', 'a folder of the workspace');
  return { spec: await best.build(area), area, found: best };
}
