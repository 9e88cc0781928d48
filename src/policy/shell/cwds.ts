import { isAbsolute, join, normalize } from 'node:path';
import { longestPath } from '../../core/paths/longest-path.ts';
import type { Cwds } from './arg.ts';

/** Where the shell may be after something succeeded and after it failed. */
export interface Flow {
  readonly ok: Cwds;
  readonly fail: Cwds;
}

const mostCwds = 8;

/** Every folder of both; null, unknown, when either is or there are too many. */
export function joinCwds(a: Cwds, b: Cwds): Cwds {
  if (a === null || b === null) return null;
  const all = [...new Set([...a, ...b])];
  return all.length > mostCwds ? null : all;
}

/** Both outcomes in the same folders. */
export function staying(cwds: Cwds): Flow {
  return { ok: cwds, fail: cwds };
}

/** Where a command that follows unconditionally starts. */
export function afterwards(flow: Flow): Cwds {
  return joinCwds(flow.ok, flow.fail);
}

/** `cd` as bash does it without options: `..` removes a name, symlinks are kept. `target` null is a folder nobody can tell. */
export function changeFolder(cwds: Cwds, target: string | null): Flow {
  if (cwds === null || target === null || target === '') return { ok: null, fail: cwds };
  const moved = cwds.map((cwd) => {
    const path = normalize(isAbsolute(target) ? target : join(cwd, target));
    return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  });
  // Beyond that what a relative path means cannot be looked up.
  if (moved.some((path) => path.length >= longestPath)) return { ok: null, fail: cwds };
  return { ok: [...new Set(moved)], fail: cwds };
}
