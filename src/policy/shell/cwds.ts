import { isAbsolute, join, normalize } from 'node:path';
import { climbs } from '../../core/paths/containment.ts';
import { longestPath } from '../../core/paths/longest-path.ts';
import {
  type Arg,
  type Cwds,
  type RepositoryTop,
  type ToldTop,
  textArg,
  type WalkedFolder,
  type Wildcard,
} from './arg.ts';
import { isOneAtATime, withBehind } from './walked.ts';

/** The folders the shell may be in after a command succeeded, and after it failed. */
export interface Flow {
  readonly ok: Cwds;
  readonly fail: Cwds;
}

type Folder = string | WalkedFolder | RepositoryTop;

const mostCwds = 16;

/** The folders of both; null (unknown) if either is null or there are too many. */
export function joinCwds(a: Cwds, b: Cwds): Cwds {
  if (a === null || b === null) return null;
  const all = [...new Set([...a, ...b])];
  return all.length > mostCwds ? null : all;
}

/** Whether both are known and equal, in the same order. */
export function areSame(some: Cwds, others: Cwds): boolean {
  return some !== null && some.length === others?.length && some.every((cwd, index) => cwd === others[index]);
}

/** The value of a variable in these folders; undefined for relative paths that a loop found in other folders. */
function knownIn(cwds: Cwds, value: Arg | undefined): Arg | undefined {
  const elements = value?.kind === 'unknown' ? value.elements : undefined;
  if (elements?.some((element) => knownIn(cwds, element) === undefined)) return undefined;
  if (value?.kind !== 'glob' || value.walkedIn === undefined || value.segments[0] === '') return value;
  return areSame(cwds, value.walkedIn) ? value : undefined;
}

/** The value of a name in these folders; PWD is the folder itself. */
export function knownAt(cwds: Cwds, name: string, known: ReadonlyMap<string, Arg>): Arg | undefined {
  const pwd = cwds?.length === 1 ? cwds[0] : null;
  return name === 'PWD' && typeof pwd === 'string' ? textArg(pwd) : knownIn(cwds, known.get(name));
}

/** The same folders for both outcomes. */
export function staying(cwds: Cwds): Flow {
  return { ok: cwds, fail: cwds };
}

/** The folders in which a command starts that follows unconditionally. */
export function afterwards(flow: Flow): Cwds {
  return joinCwds(flow.ok, flow.fail);
}

/** The folder after a literal `cd`; null if it would have to be looked up. */
function movedTo(from: Folder, target: string): Folder | null {
  if (typeof from === 'string' || isAbsolute(target)) {
    const path = normalize(typeof from === 'string' && !isAbsolute(target) ? join(from, target) : target);
    // A longer relative path cannot be looked up.
    if (path.length >= longestPath) return null;
    return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  }
  if (climbs(target)) return null;
  return 'around' in from
    ? { ...from, below: join(from.below, target) }
    : { ...from, wildcard: withBehind(from.wildcard, `/${target}`) };
}

/** The folder after a `cd` to one of a wildcard's matches; null if it cannot be told by looking it up. */
function walkedFrom(from: Folder, wildcard: Wildcard): WalkedFolder | null {
  if (typeof from !== 'string' || !isOneAtATime(wildcard) || climbs(wildcard.literal)) return null;
  return { from, wildcard };
}

/** `cd` in bash without options: `..` removes a name, symlinks are kept. A null `target` is unknown. */
export function changeFolder(cwds: Cwds, target: string | Wildcard | null): Flow {
  const lost = { ok: null, fail: cwds };
  if (cwds === null || target === null || target === '') return lost;
  const moved = new Set(
    cwds.map((cwd) => (typeof target === 'string' ? movedTo(cwd, target) : walkedFrom(cwd, target))),
  );
  const known = [...moved].filter((folder) => folder !== null);
  return known.length < moved.size ? lost : { ok: known, fail: cwds };
}

/**
 * `cd` to the top of the repository as git prints it, or below. If git prints nothing, a quoted word stays in the folder, an
 * unquoted one leads home, and a path below starts at the root.
 */
export function changeToTop(
  cwds: Cwds,
  { around, below }: ToldTop,
  { home, isQuoted }: { readonly home: string; readonly isQuoted: boolean },
): Flow {
  const from = cwds?.filter((cwd) => typeof cwd === 'string') ?? [];
  if (cwds === null || from.length < cwds.length || climbs(below)) return { ok: null, fail: cwds };
  const ok = from.map((cwd) => {
    const otherwise = below === '' ? (isQuoted ? cwd : home) : '/';
    return { around: around ?? cwd, otherwise, below, isQuoted };
  });
  return { ok, fail: cwds };
}
