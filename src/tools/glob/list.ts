import { withoutRepositories } from '../../core/names/repository-folders.ts';
import { ClosedPlaces } from '../../platform/search/closed-places.ts';
import { findEmptyFolders } from '../../platform/search/empty-folders.ts';
import { sortByModified } from '../../platform/search/modified.ts';
import { runRipgrep } from '../../platform/search/ripgrep.ts';
import type { SearchEnd } from '../../platform/search/stopper.ts';
import { complaintsOf, pathOfPlace, readPlace, shownPlace } from '../../platform/search/unread-places.ts';
import type { ToolContext } from '../tool-context.ts';
import { type MatchCounts, Matches, mostPaths } from './matches.ts';

const timeoutMs = 20_000;

export interface ListRequest {
  /** Real folder. */
  readonly root: string;
  /** Whether a path below the root is wanted. */
  isMatch(name: string): boolean;
  /** Most names in such a path; null for any number. */
  readonly depth: number | null;
  readonly files: boolean;
  readonly folders: boolean;
  readonly includeIgnored: boolean;
  readonly sort: 'path' | 'modified';
  /** Paths to return; all are counted. */
  readonly limit: number;
}

export interface Listing extends MatchCounts {
  /** The first absolute paths in order; folders end in `/`. */
  readonly paths: readonly string[];
  /** Protected places in which something would have been listed. */
  readonly closed: readonly string[];
  readonly endedBy: SearchEnd;
  /** Folders that could not be listed, each with the system's reason; without withheld and protected ones. */
  readonly unreadable: readonly string[];
}

function listArguments({ depth: most, folders, includeIgnored }: ListRequest): readonly string[] {
  const depth = folders ? null : most;
  return [
    '--files',
    ...withoutRepositories,
    ...(includeIgnored ? ['--no-ignore'] : []),
    ...(depth === null ? [] : [`--max-depth=${depth}`]),
    '--',
    './',
  ];
}

/** The folders below `cwd` that ripgrep could not list, as shown. */
function unreadFolders(
  stderr: string,
  { cwd, shownFrom, isOpen }: { cwd: string; shownFrom: string; isOpen(path: string): boolean },
): readonly string[] {
  const root = { cwd, argument: './' };
  return complaintsOf(stderr)
    .map(readPlace)
    .filter((place) => place !== null)
    .filter((place) => isOpen(pathOfPlace(place, root)))
    .map((place) => shownPlace(place, root, shownFrom));
}

/** Matching files and, if requested, folders below the root; partial when time runs out. */
export async function listMatches(
  request: ListRequest,
  context: ToolContext,
  signal: AbortSignal,
): Promise<Listing> {
  const { root, sort, limit } = request;
  const { env, folders: places, settings, workspace } = context;
  const isWithheld = (await context.withheldBelow?.(root, 'list')) ?? (() => false);
  const closed = new ClosedPlaces(context.closedPaths, root);
  // By time, all are needed; by path, only the first ones.
  const kept = sort === 'path' ? limit : mostPaths;
  const matches = new Matches({ ...request, kept, closed, isWithheld, globs: settings.workspace.sensitive });
  const graceMs = settings.shell.killGraceMs;
  const run = {
    cwd: root,
    env,
    cache: places.cache,
    signal,
    timeoutMs,
    graceMs,
    args: listArguments(request),
  };
  const end = await runRipgrep(run, (chunk) => matches.push(chunk));
  if (request.folders) matches.addFolders(await findEmptyFolders(root, matches.folders, signal));
  const isOpen = (path: string): boolean => !closed.holds(path) && !isWithheld(path);
  const unreadable = unreadFolders(end.stderr, { cwd: root, shownFrom: workspace.cwd, isOpen });
  const first = matches.first();
  const paths = sort === 'modified' ? (await sortByModified(first)).slice(0, limit) : first;
  return { ...matches.facts(), paths, closed: closed.passed, endedBy: end.by, unreadable };
}
