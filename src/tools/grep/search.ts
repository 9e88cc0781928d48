import { cannot } from '../../core/failure.ts';
import { shownPath } from '../../core/paths/containment.ts';
import { isAllCandidates, isSensitiveFile } from '../../core/paths/sensitive-candidates.ts';
import { cutText } from '../../core/text/cut-text.ts';
import { isTokenlessNpmrc } from '../../platform/facts/npmrc.ts';
import { listClosedFiles } from '../../platform/search/closed-files.ts';
import { type RipgrepEnd, type RipgrepRun, runRipgrep } from '../../platform/search/ripgrep.ts';
import { listedPath, type SearchRoot } from '../../platform/search/search-root.ts';
import type { ToolContext } from '../tool-context.ts';
import { candidateArguments, searchArguments } from './arguments.ts';
import { showAround } from './around.ts';
import { ClosedPlaces } from './closed-places.ts';
import { Collector } from './collect.ts';
import { contextOf, type GrepInput } from './input.ts';
import { readProblems, refusal } from './problems.ts';

export interface SearchResult {
  readonly call: GrepInput;
  readonly collector: Collector;
  readonly endedBy: RipgrepEnd['by'];
  /** Places that could not be searched, each with the system's reason. */
  readonly unreadable: readonly string[];
  /** Absolute paths of files that were left out because they may hold secrets. */
  readonly sensitive: readonly string[];
  /** Absolute paths of files that were left out because of a rule. */
  readonly withheld: readonly string[];
  /** Absolute paths that are closed to every tool, of which there would have been something to show. */
  readonly closed: readonly string[];
  readonly isGit: boolean;
  /** Whether files that git ignores were passed over. */
  readonly skipsIgnored: boolean;
  /** Whether there is no file that the glob and the type choose, so that nothing was searched. */
  readonly choosesNone: boolean;
  /** Whether a glob that names folders is relative to the working folder and not to the one that is searched. */
  readonly isGlobFromCwd: boolean;
  readonly cwd: string;
  /** Characters a page may have. */
  readonly mostChars: number;
  /** Bytes of the line a page goes on. */
  readonly lineBytes: number;
}

function collectorFor(
  call: GrepInput,
  { root, context, isClosed }: Pick<SearchPlace, 'root' | 'context'> & { isClosed(path: string): boolean },
): Collector {
  const { workspace, settings } = context;
  const { limit, offset, outputMode: mode } = call;
  return new Collector({
    mode,
    root,
    cwd: workspace.cwd,
    lineChars: settings.caps.lineChars,
    wanted: limit === 0 ? Number.POSITIVE_INFINITY : offset + limit + contextOf(call).after,
    isOpen: (path) => !isClosed(path),
  });
}

/** Bytes of the longest argument; the system takes 131,072 with the name of its option. */
const longestArgument = 131_000;

/** Throws `tool_failed` for what cannot be handed to a program as an argument. */
function requireArguments({ pattern, glob = '', type = '' }: GrepInput): void {
  for (const text of [pattern, glob, type]) {
    if (text.includes('\0')) {
      const wanted = 'text without one (\\x00 in a pattern)';
      throw cannot('grep', text.replaceAll('\0', '\\0'), 'it holds a NUL byte', wanted);
    }
    const bytes = Buffer.byteLength(text);
    if (bytes <= longestArgument) continue;
    throw cannot('grep', cutText(text, 80), `it has ${bytes} bytes`, `at most ${longestArgument}`);
  }
}

/** Where a search is made. */
interface SearchPlace {
  readonly root: SearchRoot;
  readonly path: string;
  readonly context: ToolContext;
}

/** Runs the search; partial results are results. Throws `tool_failed` for a question ripgrep refuses. */
export async function search(
  call: GrepInput,
  { root, path, context }: SearchPlace,
  signal: AbortSignal,
): Promise<SearchResult> {
  requireArguments(call);
  const { settings, workspace, env, folders } = context;
  const globs = settings.workspace.sensitive;
  // A file that is named itself was judged by its name before: a rule names it, or a person said yes.
  const isSensitive = (file: string) => !root.isFile && isSensitiveFile(file, globs, isTokenlessNpmrc);
  const isWithheld = (await context.withheldBelow?.(path, 'read')) ?? null;
  const isClosed = (file: string) => isWithheld?.(file) === true || isSensitive(file);
  const places = new ClosedPlaces(context.closedPaths, path);
  const collector = collectorFor(call, {
    root,
    context,
    isClosed: (file) => places.holds(file) || isClosed(file),
  });
  const { cwd } = workspace;
  // Text for a pipe is whole, and so is what was asked for without limit.
  const isWhole = context.surface.isText || call.limit === 0;
  const mostChars = isWhole ? Number.POSITIVE_INFINITY : settings.caps.outputChars;
  const nothing = {
    call,
    collector,
    endedBy: 'itself',
    unreadable: [],
    withheld: [],
    closed: [],
    skipsIgnored: !call.includeIgnored && !root.isFile && !root.isGit,
    choosesNone: false,
    isGlobFromCwd: root.argument !== './',
    cwd,
    mostChars,
    lineBytes: context.surface.lineBytes,
  } as const;
  if (root.isGit) return { ...nothing, sensitive: [], isGit: true };
  const listing = new AbortController();
  const until = performance.now() + call.timeout * 1000;
  const shared = {
    cwd: root.cwd,
    env,
    cache: folders.cache,
    timeoutMs: call.timeout * 1000,
    graceMs: settings.shell.killGraceMs,
  };
  const candidates: RipgrepRun = {
    ...shared,
    args: candidateArguments(
      call,
      root.argument,
      globs.length > 0 || isWithheld !== null || isAllCandidates(path),
    ),
    signal: AbortSignal.any([signal, listing.signal]),
  };
  const main: RipgrepRun = { ...shared, args: searchArguments(call, root.argument), signal };
  const listed = root.isFile
    ? Promise.resolve({ paths: [], isOfNone: false })
    : listClosedFiles(candidates, root, isClosed);
  // Both may fail; the search's own failure is the one that is told.
  listed.catch(() => {});
  try {
    const end = await runRipgrep(main, (chunk) => collector.push(chunk));
    const problems = readProblems(end.stderr);
    const failure = refusal(call.pattern, end, problems);
    if (failure !== null) throw failure;
    if (end.by !== 'itself') listing.abort();
    const closed = await listed;
    if (end.by === 'itself') {
      const run = { ...shared, timeoutMs: Math.max(1, until - performance.now()), signal };
      await showAround(collector.findings, { call, cwd, lineChars: settings.caps.lineChars, run });
    }
    return {
      ...nothing,
      endedBy: end.by,
      unreadable: problems.places.map(({ listed, reason }) => {
        const place = shownPath(listedPath(root, (listed ?? root.argument).replace(/\/$/, '')), cwd);
        return `${listed === null ? `somewhere in ${place}` : place}: ${reason}`;
      }),
      sensitive: closed.paths.filter(isSensitive),
      withheld: closed.paths.filter((file) => !isSensitive(file)),
      closed: places.passed,
      choosesNone: closed.isOfNone && (call.glob !== undefined || call.type !== undefined),
      isGit: false,
    };
  } finally {
    listing.abort();
  }
}
