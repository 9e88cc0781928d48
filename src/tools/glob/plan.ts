import { join, resolve } from 'node:path';
import type { Workspace } from '../../core/context.ts';
import type { Effect } from '../../core/effect.ts';
import { cannot, ToolFailure } from '../../core/failure.ts';
import { expandHome } from '../../core/paths/containment.ts';
import { leadsUp, splitBehind, splitGlob } from '../../core/paths/glob-base.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { type ResolvedPath, resolvePath } from '../../platform/files/resolve-path.ts';
import { isFolder } from '../../platform/files/stats.ts';
import { findSearchRoot } from '../../platform/search/search-root.ts';
import { payloadCharacters, type ToolContext } from '../tool-context.ts';
import type { GlobInput } from './input.ts';
import type { Listing } from './list.ts';
import { type Asked, lackOf, listAsMeant, type Meant, nothingMeant, whatWasMeant } from './meant.ts';

export interface GlobResult {
  readonly call: GlobInput;
  readonly cwd: string;
  /** Null if there is nothing to search. */
  readonly listing: Listing | null;
  /** The end of a sentence on why there is nothing to search; null otherwise. */
  readonly lack: string | null;
  readonly isGit: boolean;
  readonly meant: Meant;
  /** Most characters of all paths, and bytes of their line. */
  readonly mostChars: number;
  readonly lineBytes: number;
}

/** Why a pattern for the searched folder itself has no matches. */
const itself = 'it is the folder itself; "*" lists the files in it, "**" all below.';

async function resolveInside(given: string, { workspace }: ToolContext): Promise<ResolvedPath> {
  const wanted = 'a folder in it';
  const resolved = await resolvePath(given, workspace, 'glob', { wanted });
  if (resolved.inside) return resolved;
  const isThere = resolved.path === resolve(expandHome(given, workspace.home));
  const state = isThere
    ? 'it lies outside the workspace'
    : `it leads outside the workspace to ${inQuotes(resolved.path)}`;
  throw cannot('glob', given, state, wanted);
}

/** Resolves the folder in which a search starts: `path` and the literal folders of the pattern. */
export async function planGlob(call: GlobInput, context: ToolContext) {
  const { pattern, path: given } = call;
  if (pattern.includes('\0'))
    throw cannot('glob', pattern.replaceAll('\0', '\\0'), 'it holds a NUL byte', 'a glob');
  if (leadsUp(pattern))
    throw cannot(
      'glob',
      pattern,
      'it leads upwards by ".."',
      'a pattern below its folder; path names another folder of the workspace',
    );
  const { workspace } = context;
  const { cwd, roots } = workspace;
  const folder = await resolveInside(given, context);
  const isItself = namesItself(pattern, folder, workspace);
  const parts = splitBehind(pattern, [cwd, ...roots]) ?? splitGlob(isItself ? '.' : pattern);
  const { base, isPlaced, rest, foldersOnly } = parts;
  const start = isPlaced ? base : join(folder.path, base);
  const resolved = base === '' ? folder : await resolveInside(start, context);
  const effects: readonly Effect[] = [
    { kind: 'list', path: resolved.path, given: base === '' ? given : start },
  ];
  const run = async (signal: AbortSignal): Promise<GlobResult> => {
    if (!isPlaced) await requireFolder(folder, context);
    const nothing = nothingListed(call, context);
    if (isItself) return { ...nothing, lack: itself };
    const root = await findSearchRoot(resolved, context, { action: 'glob' }).catch((error: unknown) => {
      if (error instanceof ToolFailure && base !== '' && !isFolder(resolved.path)) return null;
      throw error;
    });
    if (root === null || root.isFile) return { ...nothing, lack: await lackOf(resolved.path, context) };
    if (root.isGit) return { ...nothing, isGit: true };
    const { includeDirs, includeIgnored, sort, limit } = call;
    const kinds = { files: !foldersOnly, folders: includeDirs || foldersOnly };
    const found = await search(
      { root: resolved.path, rest, ...kinds, includeIgnored, sort, limit },
      context,
      signal,
    );
    return { ...nothing, ...found };
  };
  return { title: `glob ${pattern} in ${given}`, effects, run };
}

/** The result of a search before it lists anything. */
function nothingListed(call: GlobInput, context: ToolContext): GlobResult {
  const bounds = { mostChars: payloadCharacters(context), lineBytes: context.surface.lineBytes };
  const { cwd } = context.workspace;
  return { call, cwd, listing: null, lack: null, isGit: false, meant: nothingMeant, ...bounds };
}

/** What is listed, and what else was probably meant where that is nothing. */
async function search(
  asked: Asked,
  context: ToolContext,
  signal: AbortSignal,
): Promise<Pick<GlobResult, 'listing' | 'meant'>> {
  const listing = await listAsMeant(asked, context, signal);
  const isVain = listing.total === 0 && listing.endedBy === 'itself';
  return { listing, meant: isVain ? await whatWasMeant(asked, context, signal) : nothingMeant };
}

/** Whether a pattern names the searched folder or a workspace root. */
function namesItself(pattern: string, folder: ResolvedPath, { cwd, roots, home }: Workspace): boolean {
  const named = resolve(folder.path, expandHome(pattern, home));
  return [folder.path, cwd, ...roots].includes(named);
}

async function requireFolder(folder: ResolvedPath, context: ToolContext): Promise<void> {
  const { isFile } = await findSearchRoot(folder, context, { action: 'glob' });
  if (isFile) throw cannot('glob', folder.given, 'it is a file', 'a folder');
}
