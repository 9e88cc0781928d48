import { isInside, isInsideAny } from '../../core/paths/containment.ts';
import type { OwnDevice } from '../../platform/sandbox/own-devices.ts';
import type { SandboxArea } from './sandbox-area.ts';
import { temporaryFolders } from './sandbox-write.ts';

type Kind = 'fresh' | 'write' | 'hold' | 'hide';

interface Mount {
  readonly kind: Kind;
  readonly path: string;
  readonly options: readonly string[];
}

const order: readonly Kind[] = ['fresh', 'write', 'hold', 'hide'];

/** The options that the probe of bubblewrap needs too: all that may fail where namespaces are restricted. */
export function namespaceOptions(hasNetwork: boolean): readonly string[] {
  return [
    ...['--unshare-user-try', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...(hasNetwork ? [] : ['--unshare-net']),
    ...['--die-with-parent', '--cap-drop', 'ALL'],
    // Read-only, because much below /proc/sys can be written by the user number of root alone, whatever the capabilities.
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--remount-ro', '/proc'],
  ];
}

/**
 * The options of bubblewrap for an area. Mounts are ordered from the root down, because a later one covers what is below it.
 * Each held path is a mount, and so is every folder above it: mount points can be neither renamed nor removed, so nothing
 * else can take their place. `empty` is a file that replaces hidden files; `devices` replace those of the system.
 */
export function bubblewrapOptions(
  area: SandboxArea,
  empty: string,
  devices: readonly OwnDevice[],
): readonly string[] {
  const mounts: Mount[] = [
    ...temporaryFolders.map((path): Mount => ({ kind: 'fresh', path, options: ['--tmpfs', path] })),
    ...[...area.write, ...area.pinned].map(
      (path): Mount => ({ kind: 'write', path, options: ['--bind', path, path] }),
    ),
    ...area.held.map((path): Mount => ({ kind: 'hold', path, options: ['--ro-bind', path, path] })),
    ...area.hidden.filter(({ path }) => isToBeSeen(path, area)).map((hidden) => hideMount(hidden, empty)),
  ].sort((a, b) => comparePaths(a.path, b.path) || order.indexOf(a.kind) - order.indexOf(b.kind));
  return [
    ...namespaceOptions(area.hasNetwork),
    ...devices.flatMap(({ path, place }) => ['--dev-bind', path, place]),
    ...mounts.flatMap(({ options }) => options),
  ];
}

function hideMount({ path, isFolder }: SandboxArea['hidden'][number], empty: string): Mount {
  const options = isFolder ? ['--tmpfs', path] : ['--ro-bind', empty, path];
  return { kind: 'hide', path, options };
}

/** Whether a path is visible at all: everything below a fresh folder is gone already, unless it is in a root. */
function isToBeSeen(path: string, { write }: SandboxArea): boolean {
  return !isInsideAny(path, temporaryFolders) || write.some((root) => isInside(path, root));
}

/** Whether a folder exists inside: not below a folder that is empty there, unless it is in a root. */
export function isFolderInside(folder: string, { hidden, write }: SandboxArea): boolean {
  if (isInsideAny(folder, write)) return true;
  const emptied = [...temporaryFolders, ...hidden.map(({ path }) => path)];
  return emptied.every((path) => folder === path || !isInside(folder, path));
}

/** Compares by segments, so that a folder comes right before its contents. */
function comparePaths(a: string, b: string): number {
  const [left, right] = [a, b].map((path) => path.replaceAll('/', '\0'));
  return left === right ? 0 : (left ?? '') < (right ?? '') ? -1 : 1;
}
