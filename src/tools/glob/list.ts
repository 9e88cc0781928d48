import { withoutRepositories } from '../../core/names/repository-folders.ts';
import { isSensitiveName } from '../../core/paths/sensitive.ts';
import { isSensitiveCandidate } from '../../core/paths/sensitive-candidates.ts';
import { ClosedPlaces } from '../../platform/search/closed-places.ts';
import { findEmptyFolders } from '../../platform/search/empty-folders.ts';
import { sortByModified } from '../../platform/search/modified.ts';
import { NullSplitter } from '../../platform/search/null-records.ts';
import { type RipgrepEnd, runRipgrep } from '../../platform/search/ripgrep.ts';
import { complaintsOf, pathOfPlace, readPlace, shownPlace } from '../../platform/search/unread-places.ts';
import type { ToolContext } from '../tool-context.ts';
import { FirstNames } from './first-names.ts';

const timeoutMs = 20_000;
/** Most matches after which the search stops. */
export const mostPaths = 1_000_000;

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

export interface Listing {
  /** The first absolute paths in order; folders end in `/`. */
  readonly paths: readonly string[];
  /** Number of all matches. */
  readonly total: number;
  readonly sensitive: readonly string[];
  /** Protected places in which something would have been listed. */
  readonly closed: readonly string[];
  /** Number of further matches that a rule withholds; they are not named. */
  readonly withheld: number;
  /** Number of further matches whose names are not UTF-8. */
  readonly undecodable: number;
  readonly endedBy: RipgrepEnd['by'];
  /** Folders that could not be listed, each with the system's reason; without withheld and protected ones. */
  readonly unreadable: readonly string[];
}

/** Adds the folders above a file, up to the first known one. */
function addFolders(file: string, folders: Set<string>): void {
  for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
    const folder = file.slice(0, end);
    if (folders.has(folder)) return;
    folders.add(folder);
  }
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
  const isMatch = (name: string) => request.isMatch(name);
  const { env, folders: places, settings } = context;
  const prefix = root.endsWith('/') ? root : `${root}/`;
  const globs = settings.workspace.sensitive;
  const mayHideAny = globs.length > 0 || isSensitiveCandidate(prefix);
  const folders = new Set<string>();
  // By time, all are needed; by path, only the first ones.
  const found = new FirstNames(sort === 'path' ? limit : mostPaths);
  const sensitive: string[] = [];
  const closed = new ClosedPlaces(context.closedPaths, root);
  const isWithheld = (await context.withheldBelow?.(root, 'list')) ?? null;
  let withheld = 0;
  const add = (name: string, mark: string): void => {
    if (!closed.isEmpty && closed.holds(prefix + name)) return;
    if (isWithheld?.(prefix + name) === true) {
      withheld += 1;
      return;
    }
    if ((mayHideAny || isSensitiveCandidate(name)) && isSensitiveName(prefix + name, globs))
      sensitive.push(prefix + name + mark);
    else found.add(mark === '' ? name : name + mark);
  };
  let undecodable = 0;
  const splitter = new NullSplitter(
    (listed) => {
      const name = listed.slice(2);
      if (request.folders) addFolders(name, folders);
      if (request.files && isMatch(name)) add(name, '');
    },
    (bytes) => {
      const name = bytes.slice(2);
      if (request.files && isMatch(name) && isWithheld?.(prefix + name) !== true) undecodable += 1;
    },
  );
  const graceMs = settings.shell.killGraceMs;
  const args = listArguments(request);
  const run = { cwd: root, env, cache: places.cache, signal, timeoutMs, graceMs, args };
  const end = await runRipgrep(run, (chunk) => {
    splitter.push(chunk);
    return found.total < mostPaths;
  });
  if (request.folders) {
    const empty = await findEmptyFolders(root, folders, signal);
    for (const folder of [...folders, ...empty]) if (isMatch(folder)) add(folder, '/');
  }
  const isOpen = (path: string): boolean => !closed.holds(path) && isWithheld?.(path) !== true;
  const unreadable = unreadFolders(end.stderr, { cwd: root, shownFrom: context.workspace.cwd, isOpen });
  const first = found.names().map((name) => prefix + name);
  const paths = sort === 'modified' ? (await sortByModified(first)).slice(0, limit) : first;
  return {
    paths,
    total: found.total,
    sensitive: sensitive.sort(),
    closed: closed.passed,
    withheld,
    undecodable,
    endedBy: end.by,
    unreadable,
  };
}
