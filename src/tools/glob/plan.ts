import { dirname, join, resolve } from 'node:path';
import type { Effect } from '../../core/effect.ts';
import { cannot, ToolFailure } from '../../core/failure.ts';
import { expandHome } from '../../core/paths/containment.ts';
import { leadsUp, splitBehind, splitGlob, withPlainBrackets } from '../../core/paths/glob-base.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { type ResolvedPath, resolvePath } from '../../platform/files/resolve-path.ts';
import { isFolder, linkOrNull } from '../../platform/files/stats.ts';
import { findSearchRoot } from '../../platform/search/search-root.ts';
import { payloadCharacters, type ToolContext } from '../tool-context.ts';
import type { GlobInput } from './input.ts';
import { type Listing, type ListRequest, listMatches } from './list.ts';

export interface GlobResult {
  readonly call: GlobInput;
  readonly cwd: string;
  /** Null when the folder the pattern names does not exist, or is a `.git` folder. */
  readonly listing: Listing | null;
  readonly isGit: boolean;
  /** How many folders match where no file does. */
  readonly folders: number;
  /** Whether the pattern is the name of a symbolic link. */
  readonly isLink: boolean;
  /** Characters of all the paths, and bytes of the line they go on. */
  readonly mostChars: number;
  readonly lineBytes: number;
}

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

/** Resolves the folder a search begins in: `path` and the folders the pattern names literally. */
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
  const { cwd, roots } = context.workspace;
  const parts = splitBehind(pattern, [cwd, ...roots]) ?? splitGlob(pattern);
  const { base, isPlaced, rest, foldersOnly } = parts;
  const folder = await resolveInside(given, context);
  const start = isPlaced ? base : join(folder.path, base);
  const resolved = base === '' ? folder : await resolveInside(start, context);
  const effects: readonly Effect[] = [
    { kind: 'list', path: resolved.path, given: base === '' ? given : start },
  ];
  const run = async (signal: AbortSignal): Promise<GlobResult> => {
    const bounds = { mostChars: payloadCharacters(context), lineBytes: context.surface.lineBytes };
    if (!isPlaced) await requireFolder(folder, context);
    const root = await findSearchRoot(resolved, context.workspace, { action: 'glob' }).catch(
      (error: unknown) => {
        if (error instanceof ToolFailure && base !== '' && !isFolder(resolved.path)) return null;
        throw error;
      },
    );
    if (root === null || root.isFile || root.isGit)
      return { call, cwd, listing: null, isGit: root?.isGit ?? false, folders: 0, isLink: false, ...bounds };
    const { includeIgnored, sort, limit } = call;
    const folders = call.includeDirs || foldersOnly;
    const request = { root: resolved.path, rest, files: !foldersOnly, folders, includeIgnored, sort, limit };
    const listing = await listAsMeant(request, context, signal);
    const isFileless = !folders && listing.total === 0 && listing.endedBy === 'itself';
    const other = isFileless
      ? await listAsMeant({ ...request, files: false, folders: true }, context, signal)
      : null;
    const isLink = isFileless && (await isShownLink(join(resolved.path, rest), context));
    return { call, cwd, listing, isGit: false, folders: other?.total ?? 0, isLink, ...bounds };
  };
  return { title: `glob ${pattern} in ${given}`, effects, run };
}

/** What a glob matches, and where that is nothing at all, what it does with its brackets taken for characters of names. */
async function listAsMeant(
  request: ListRequest,
  context: ToolContext,
  signal: AbortSignal,
): Promise<Listing> {
  const listing = await listMatches(request, context, signal);
  const rest = withPlainBrackets(request.rest);
  const { total, sensitive, closed, withheld, undecodable, endedBy } = listing;
  const left = sensitive.length + closed.length + withheld + undecodable;
  const isNothing = total + left === 0 && endedBy === 'itself';
  if (!isNothing || rest === request.rest) return listing;
  return listMatches({ ...request, rest }, context, signal);
}

/** Whether there is a symbolic link at `path` that no rule withholds. */
async function isShownLink(path: string, { withheldBelow }: ToolContext): Promise<boolean> {
  if (linkOrNull(path) === null) return false;
  const isWithheld = await withheldBelow?.(dirname(path), 'list');
  return isWithheld?.(path) !== true;
}

async function requireFolder(folder: ResolvedPath, { workspace }: ToolContext): Promise<void> {
  const { isFile } = await findSearchRoot(folder, workspace, { action: 'glob' });
  if (isFile) throw cannot('glob', folder.given, 'it is a file', 'a folder');
}
