import { mostSegments } from '../../core/glob-base.ts';
import { compileGlob } from '../../core/path-glob.ts';
import { isSensitiveName } from '../../core/sensitive.ts';
import { isSensitiveCandidate } from '../../core/sensitive-candidates.ts';
import { findEmptyFolders } from '../../platform/empty-folders.ts';
import { sortByModified } from '../../platform/modified.ts';
import { NullSplitter } from '../../platform/null-records.ts';
import { type RipgrepEnd, runRipgrep } from '../../platform/ripgrep.ts';
import type { ToolContext } from '../tool-context.ts';

const timeoutMs = 20_000;
const mostPaths = 1_000_000;

export interface ListRequest {
  /** Real folder. */
  readonly root: string;
  /** Glob below the root. */
  readonly rest: string;
  readonly files: boolean;
  readonly folders: boolean;
  readonly includeIgnored: boolean;
  readonly sort: 'path' | 'modified';
}

export interface Listing {
  /** Absolute paths in order; folders end in `/`. */
  readonly paths: readonly string[];
  readonly sensitive: readonly string[];
  readonly endedBy: RipgrepEnd['by'];
  readonly stderr: string;
}

/** The folders on the way to a file, as far as they are new. */
function addFolders(file: string, folders: Set<string>): void {
  for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
    const folder = file.slice(0, end);
    if (folders.has(folder)) return;
    folders.add(folder);
  }
}

function listArguments({ rest, folders, includeIgnored }: ListRequest): readonly string[] {
  const depth = folders ? null : mostSegments(rest);
  return [
    '--files',
    '--iglob=!.git',
    ...(includeIgnored ? ['--no-ignore'] : []),
    ...(depth === null ? [] : [`--max-depth=${depth}`]),
    '--',
    './',
  ];
}

/** Files and, where asked, folders below the root that match; partial when time runs out. */
export async function listMatches(
  request: ListRequest,
  context: ToolContext,
  signal: AbortSignal,
): Promise<Listing> {
  const { root, rest, sort } = request;
  const { env, folders: places, settings } = context;
  const isMatch = compileGlob(rest);
  const prefix = root.endsWith('/') ? root : `${root}/`;
  const globs = settings.workspace.sensitive;
  const mayHideAny = globs.length > 0 || isSensitiveCandidate(prefix);
  const folders = new Set<string>();
  const found: string[] = [];
  const sensitive: string[] = [];
  const add = (name: string, mark: string): void => {
    const path = prefix + name;
    if ((mayHideAny || isSensitiveCandidate(name)) && isSensitiveName(path, globs))
      sensitive.push(path + mark);
    else found.push(path + mark);
  };
  const splitter = new NullSplitter((listed) => {
    const name = listed.slice(2);
    if (request.folders) addFolders(name, folders);
    if (request.files && isMatch(name)) add(name, '');
  });
  const run = { cwd: root, env, cache: places.cache, signal, timeoutMs, args: listArguments(request) };
  const end = await runRipgrep(run, (chunk) => {
    splitter.push(chunk);
    return found.length < mostPaths;
  });
  if (request.folders) {
    const empty = await findEmptyFolders(root, folders, signal);
    for (const folder of [...folders, ...empty]) if (isMatch(folder)) add(folder, '/');
  }
  const paths = sort === 'modified' ? await sortByModified(found) : found.sort();
  return { paths, sensitive: sensitive.sort(), endedBy: end.by, stderr: end.stderr };
}
