import { dirname, join } from 'node:path';
import { shownPath } from '../../core/paths/containment.ts';
import { withoutSingleBraces, withPlainBrackets } from '../../core/paths/glob-base.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { missingFolder } from '../../platform/files/siblings.ts';
import { linkOrNull, lstatOrNull } from '../../platform/files/stats.ts';
import type { ToolContext } from '../tool-context.ts';
import { type Listing, type ListRequest, listMatches } from './list.ts';

/** What a glob that matches no file may be about. */
export interface Meant {
  /** How many folders match. */
  readonly folders: number;
  /** Whether the pattern is the name of a symbolic link. */
  readonly isLink: boolean;
  /** Absolute paths that match in other capitals. */
  readonly otherwise: readonly string[];
}

export const nothingMeant: Meant = { folders: 0, isLink: false, otherwise: [] };

/** Whether there is nothing at all that matches, listed or not. */
function isNothing({ total, sensitive, closed, withheld, undecodable, endedBy }: Listing): boolean {
  return total + sensitive.length + closed.length + withheld + undecodable === 0 && endedBy === 'itself';
}

/**
 * What a glob matches, and where that is nothing at all, what it does with its brackets taken for characters of names, or without
 * braces around a single name.
 */
export async function listAsMeant(
  request: ListRequest,
  context: ToolContext,
  signal: AbortSignal,
): Promise<Listing> {
  const { rest } = request;
  const unbraced = withoutSingleBraces(rest);
  const forms = new Set([rest, withPlainBrackets(rest), unbraced, withPlainBrackets(unbraced)]);
  let listing: Listing | null = null;
  for (const form of forms) {
    const other = await listMatches({ ...request, rest: form }, context, signal);
    listing ??= other;
    if (!isNothing(other)) return other;
  }
  return listing ?? listMatches(request, context, signal);
}

/** Whether no rule withholds a path. */
async function isShown(path: string, { withheldBelow }: ToolContext): Promise<boolean> {
  const isWithheld = await withheldBelow?.(dirname(path), 'list');
  return isWithheld?.(path) !== true;
}

/** What else a glob may be about that lists nothing. */
export async function whatWasMeant(
  request: ListRequest,
  context: ToolContext,
  signal: AbortSignal,
): Promise<Meant> {
  const { root, rest, folders: isWithFolders } = request;
  const folders = isWithFolders
    ? 0
    : (await listAsMeant({ ...request, files: false, folders: true }, context, signal)).total;
  const path = join(root, rest);
  const isLink = !isWithFolders && linkOrNull(path) !== null && (await isShown(path, context));
  if (folders > 0 || isLink || rest.toLowerCase() === rest.toUpperCase())
    return { folders, isLink, otherwise: [] };
  const { paths } = await listMatches({ ...request, ignoreCase: true }, context, signal);
  return { folders, isLink, otherwise: paths };
}

/** The end of a sentence that says why there is no folder at a path, and which one was probably meant. */
export async function lackOf(folder: string, context: ToolContext): Promise<string> {
  const shown = (path: string) => inQuotes(shownPath(path, context.workspace.cwd));
  const { path, meant } = await missingFolder(folder);
  if (lstatOrNull(path) !== null) return `${shown(path)} is no folder.`;
  const isTold = meant !== null && (await isShown(meant, context));
  return `there is no folder ${shown(path)}${isTold ? `; did you mean ${shown(meant)}?` : '.'}`;
}
