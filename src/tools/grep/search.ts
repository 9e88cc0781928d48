import { type ClosedFiles, listClosedFiles } from '../../platform/search/closed-files.ts';
import { type RipgrepEnd, type RipgrepRun, runRipgrep } from '../../platform/search/ripgrep.ts';
import type { SearchRoot } from '../../platform/search/search-root.ts';
import { shownPlace } from '../../platform/search/unread-places.ts';
import { payloadCharacters } from '../tool-context.ts';
import { candidateArguments, requireArguments, searchArguments } from './arguments.ts';
import { showAround } from './around.ts';
import { type Closing, closingOf, type SearchPlace } from './closing.ts';
import { type BinaryFiles, Collector } from './collect.ts';
import { contextOf, type GrepInput } from './input.ts';
import { linksOutOf } from './links-out.ts';
import { readProblems, refusal } from './problems.ts';

export interface SearchResult {
  readonly call: GrepInput;
  readonly collector: Collector;
  readonly endedBy: RipgrepEnd['by'];
  readonly binary: BinaryFiles;
  /** Number of matching files left out because their names are not UTF-8. */
  readonly undecodable: number;
  /** Places that could not be searched, with the system's reason. */
  readonly unreadable: readonly string[];
  /** Absolute paths of files left out because they may hold secrets. */
  readonly sensitive: readonly string[];
  /** Absolute paths of files left out because of a rule. */
  readonly withheld: readonly string[];
  /** Absolute paths of links that lead out of the searched folder; looked for only if nothing was found. */
  readonly links: readonly string[];
  /** Absolute protected paths in which something would have been shown. */
  readonly closed: readonly string[];
  readonly isGit: boolean;
  /** Whether files that git ignores were skipped. */
  readonly skipsIgnored: boolean;
  /** Whether the glob and type match no file, so that nothing was searched. */
  readonly choosesNone: boolean;
  /** Whether a glob with folders is relative to the working folder and not to the searched one. */
  readonly isGlobFromCwd: boolean;
  readonly cwd: string;
  /** Most characters of a page. */
  readonly mostChars: number;
  /** Most bytes of a page's line. */
  readonly lineBytes: number;
}

function collectorFor(
  call: GrepInput,
  { root, context }: SearchPlace,
  { isClosed, places }: Closing,
): Collector {
  const { workspace, settings } = context;
  const { limit, offset, outputMode: mode } = call;
  return new Collector({
    mode,
    root,
    cwd: workspace.cwd,
    lineChars: settings.caps.lineChars,
    wanted: limit === 0 ? Number.POSITIVE_INFINITY : offset + limit + contextOf(call).after,
    isOpen: (path) => !places.holds(path) && !isClosed(path),
  });
}

/** The result of a search before it finds anything. */
function nothingFound(call: GrepInput, collector: Collector, { root, context }: SearchPlace): SearchResult {
  return {
    call,
    collector,
    endedBy: 'itself',
    binary: { hidden: [], cutOff: [] },
    undecodable: 0,
    unreadable: [],
    sensitive: [],
    withheld: [],
    links: [],
    closed: [],
    isGit: root.isGit,
    skipsIgnored: !call.includeIgnored && !root.isFile && !root.isGit,
    choosesNone: false,
    isGlobFromCwd: root.argument !== './',
    cwd: context.workspace.cwd,
    // An unlimited request is not cut.
    mostChars: call.limit === 0 ? Number.POSITIVE_INFINITY : payloadCharacters(context),
    lineBytes: context.surface.lineBytes,
  };
}

/** The files that a search would read but leaves out. */
function leftOutFiles(call: GrepInput, root: SearchRoot, { closing, run }: Further): Promise<ClosedFiles> {
  if (root.isFile) return Promise.resolve({ paths: [], isOfNone: false });
  const args = candidateArguments(call, root, closing.isWide);
  return listClosedFiles({ ...run, args }, root, closing.isClosed);
}

/** What further runs of ripgrep for the same search go by. */
interface Further {
  readonly closing: Closing;
  readonly run: Omit<RipgrepRun, 'args'>;
}

/** Files of which not all is shown, by what was read of them. */
type LeftOut = Pick<SearchResult, 'binary' | 'undecodable'>;

function leftOutBy(collector: Collector): LeftOut {
  return { binary: collector.binaryFiles(), undecodable: collector.leftOut };
}

/** Files that ripgrep neither counts nor reports, as they have a NUL byte after a match; with all whose names are not UTF-8. */
async function uncountedFiles(
  call: GrepInput,
  place: SearchPlace,
  { closing, run }: Further,
): Promise<LeftOut> {
  const lines: GrepInput = { ...call, outputMode: 'content', before: 0, after: 0, context: 0, limit: 1 };
  const collector = collectorFor(lines, place, closing);
  const args = searchArguments(lines, place.root);
  await runRipgrep({ ...run, args }, (chunk) => collector.push(chunk));
  const { binary, undecodable } = leftOutBy(collector);
  return { binary: { hidden: [...binary.hidden, ...binary.cutOff], cutOff: [] }, undecodable };
}

/** What a search that ended by itself is still to show: lines around what was found, and binary files that it did not count. */
async function completed(
  call: GrepInput,
  place: SearchPlace,
  { collector, ...further }: Further & { readonly collector: Collector },
): Promise<LeftOut> {
  const { workspace, settings } = place.context;
  const { cwd } = workspace;
  const { lineChars } = settings.caps;
  const left = leftOutBy(collector);
  await showAround(collector.findings, { call, cwd, lineChars, run: further.run });
  return collector.lacksCounts ? uncountedFiles(call, place, further) : left;
}

/** How ripgrep is run for a search. */
function runFor({ timeout }: GrepInput, { root, context }: SearchPlace): Omit<RipgrepRun, 'args' | 'signal'> {
  const { settings, env, folders } = context;
  const { killGraceMs: graceMs } = settings.shell;
  return { cwd: root.cwd, env, cache: folders.cache, timeoutMs: timeout * 1000, graceMs };
}

/** Runs the search; partial results count. Throws `tool_failed` for a request that ripgrep refuses. */
export async function search(
  call: GrepInput,
  place: SearchPlace,
  signal: AbortSignal,
): Promise<SearchResult> {
  requireArguments(call);
  const { root } = place;
  const closing = await closingOf(place);
  const collector = collectorFor(call, place, closing);
  const nothing = nothingFound(call, collector, place);
  if (root.isGit) return nothing;
  const shared = runFor(call, place);
  const until = performance.now() + shared.timeoutMs;
  const listing = new AbortController();
  const listed = leftOutFiles(call, root, {
    closing,
    run: { ...shared, signal: AbortSignal.any([signal, listing.signal]) },
  });
  // If both fail, the failure of the search is thrown.
  listed.catch(() => {});
  try {
    const args = searchArguments(call, root);
    const end = await runRipgrep({ ...shared, args, signal }, (chunk) => collector.push(chunk));
    const problems = readProblems(end.stderr);
    const failure = refusal(call.pattern, end, problems);
    if (failure !== null) throw failure;
    if (end.by !== 'itself') listing.abort();
    const { paths, isOfNone } = await listed;
    const run = { ...shared, timeoutMs: Math.max(1, until - performance.now()), signal };
    const left =
      end.by === 'itself' ? await completed(call, place, { collector, closing, run }) : leftOutBy(collector);
    return {
      ...nothing,
      ...left,
      endedBy: end.by,
      unreadable: problems.places.map((unread) => shownPlace(unread, root, nothing.cwd)),
      sensitive: paths.filter(closing.isSensitive),
      withheld: paths.filter((file) => !closing.isSensitive(file)),
      closed: closing.places.passed,
      links: collector.findings.files === 0 && end.by === 'itself' ? await linksOutOf(place) : [],
      choosesNone: isOfNone && (call.glob !== undefined || call.type !== undefined),
    };
  } finally {
    listing.abort();
  }
}
