import { cannot } from '../../core/failure.ts';
import { isSensitiveFile } from '../../core/sensitive-candidates.ts';
import { isTokenlessNpmrc } from '../../platform/npm-token.ts';
import { type RipgrepEnd, type RipgrepRun, runRipgrep } from '../../platform/ripgrep.ts';
import type { SearchRoot } from '../../platform/search-root.ts';
import { listSensitiveFiles } from '../../platform/sensitive-files.ts';
import type { ToolContext } from '../tool-context.ts';
import { candidateArguments, searchArguments } from './arguments.ts';
import { Collector } from './collect.ts';
import { contextOf, type GrepInput } from './input.ts';
import { readProblems, refusal } from './problems.ts';

export interface SearchResult {
  readonly call: GrepInput;
  readonly collector: Collector;
  readonly endedBy: RipgrepEnd['by'];
  /** Places that could not be searched, each with the system's reason. */
  readonly unreadable: readonly string[];
  /** Absolute paths of files that were left out. */
  readonly sensitive: readonly string[];
  readonly isGit: boolean;
  readonly cwd: string;
}

function collectorFor(call: GrepInput, root: SearchRoot, { workspace, settings }: ToolContext): Collector {
  const { sensitive } = settings.workspace;
  const { limit, offset, outputMode: mode } = call;
  return new Collector({
    mode,
    root,
    cwd: workspace.cwd,
    lineChars: settings.caps.lineChars,
    wanted: limit === 0 ? Number.POSITIVE_INFINITY : offset + limit + contextOf(call).after,
    isOpen: (path) => !isSensitiveFile(path, sensitive, isTokenlessNpmrc),
  });
}

function requireNoNul({ pattern, glob = '', type = '' }: GrepInput): void {
  const named = [pattern, glob, type].find((text) => text.includes('\0'));
  if (named === undefined) return;
  throw cannot(
    'grep',
    named.replaceAll('\0', '\\0'),
    'it holds a NUL byte',
    'text without one (\\x00 in a pattern)',
  );
}

/** Runs the search; partial results are results. Throws `tool_failed` for a question ripgrep refuses. */
export async function search(
  call: GrepInput,
  { root, path, context }: { root: SearchRoot; path: string; context: ToolContext },
  signal: AbortSignal,
): Promise<SearchResult> {
  requireNoNul(call);
  const { settings, workspace, env, folders } = context;
  const globs = settings.workspace.sensitive;
  const collector = collectorFor(call, root, context);
  const nothing = { call, collector, endedBy: 'itself', unreadable: [], cwd: workspace.cwd } as const;
  if (root.isGit) return { ...nothing, sensitive: [], isGit: true };
  if (root.isFile && isSensitiveFile(path, globs, isTokenlessNpmrc))
    return { ...nothing, sensitive: [path], isGit: false };
  const listing = new AbortController();
  const shared = { cwd: root.cwd, env, cache: folders.cache, timeoutMs: call.timeout * 1000 };
  const candidates: RipgrepRun = {
    ...shared,
    args: candidateArguments(call, root.argument, globs.length > 0),
    signal: AbortSignal.any([signal, listing.signal]),
  };
  const main: RipgrepRun = { ...shared, args: searchArguments(call, root.argument), signal };
  const listed = root.isFile ? Promise.resolve([]) : listSensitiveFiles(candidates, root, globs);
  // Both may fail; the search's own failure is the one that is told.
  listed.catch(() => {});
  try {
    const end = await runRipgrep(main, (chunk) => collector.push(chunk));
    const problems = readProblems(end.stderr);
    const failure = refusal(call.pattern, end, problems);
    if (failure !== null) throw failure;
    if (end.by !== 'itself') listing.abort();
    return {
      ...nothing,
      endedBy: end.by,
      unreadable: problems.places,
      sensitive: await listed,
      isGit: false,
    };
  } finally {
    listing.abort();
  }
}
