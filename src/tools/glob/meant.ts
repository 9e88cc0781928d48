import { join } from 'node:path';
import { shownPath } from '../../core/paths/containment.ts';
import { mostSegments, withoutSingleBraces, withPlainBrackets } from '../../core/paths/glob-base.ts';
import { compileGlob, expandBraces } from '../../core/paths/path-glob.ts';
import { folded } from '../../core/text/composed.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { linksBelow } from '../../platform/files/links-below.ts';
import { isListed, missingFolder } from '../../platform/files/siblings.ts';
import { isFolder, linkOrNull, lstatOrNull } from '../../platform/files/stats.ts';
import type { ToolContext } from '../tool-context.ts';
import { type Listing, type ListRequest, listMatches } from './list.ts';
import { mostPaths } from './matches.ts';

/** What a glob without matches may mean. */
export interface Meant {
  /** Number of matching folders. */
  readonly folders: number;
  /** Whether the pattern names a symbolic link. */
  readonly isLink: boolean;
  /** Absolute paths that match ignoring case and how characters are composed. */
  readonly otherwise: readonly string[];
  /** Absolute paths of symbolic links that match, or lead to a folder in which something may. */
  readonly links: readonly string[];
}

export const nothingMeant: Meant = { folders: 0, isLink: false, otherwise: [], links: [] };

/** Whether nothing matches at all, listed or not. */
function isNothing({ total, sensitive, closed, withheld, undecodable, endedBy }: Listing): boolean {
  return total + sensitive.length + closed.length + withheld + undecodable === 0 && endedBy === 'itself';
}

/** A request with its glob below a folder. */
export interface Asked extends Omit<ListRequest, 'isMatch' | 'depth'> {
  readonly rest: string;
}

/** A glob with literal brackets, and without braces around a single name. */
function otherForms(rest: string): readonly string[] {
  const unbraced = withoutSingleBraces(rest);
  const forms = new Set([withPlainBrackets(rest), unbraced, withPlainBrackets(unbraced)]);
  return [...forms].filter((form) => form !== rest);
}

/** The matches of a glob; if there are none at all, those of one of its other forms. */
export async function listAsMeant(
  { rest, ...asked }: Asked,
  context: ToolContext,
  signal: AbortSignal,
): Promise<Listing> {
  const look = (form: string) =>
    listMatches({ ...asked, isMatch: compileGlob(form), depth: mostSegments(form) }, context, signal);
  const listing = await look(rest);
  if (!isNothing(listing)) return listing;
  for (const form of otherForms(rest)) {
    const other = await look(form);
    if (!isNothing(other)) return other;
  }
  return listing;
}

/** What else a glob without matches may mean. One listing finds both folders and paths in other capitals. */
export async function whatWasMeant(
  { rest, ...asked }: Asked,
  context: ToolContext,
  signal: AbortSignal,
): Promise<Meant> {
  const path = join(asked.root, rest);
  if (!asked.folders && linkOrNull(path) !== null && (await isListed(path, context)))
    return { ...nothingMeant, isLink: true };
  const forms = [rest, ...otherForms(rest)];
  const loose = forms.map((form) => compileGlob(folded(form)));
  const request: ListRequest = {
    ...asked,
    isMatch: (name) => loose.some((isMatch) => isMatch(folded(name))),
    depth: null,
    folders: true,
    sort: 'path',
    limit: mostPaths,
  };
  const { paths } = await listMatches(request, context, signal);
  const start = asked.root.endsWith('/') ? asked.root.length : asked.root.length + 1;
  const folders = paths.filter((one) => one.endsWith('/')).map((one) => one.slice(start, -1));
  for (const isMatch of forms.map(compileGlob)) {
    const count = folders.filter(isMatch).length;
    if (count > 0) return { ...nothingMeant, folders: count };
  }
  if (paths.length > 0) return { ...nothingMeant, otherwise: paths };
  const mayMatch = matchedThrough(forms);
  const links = await linksBelow(asked.root, (link) => mayMatch(link.slice(start), link), context);
  return { ...nothingMeant, links };
}

/** Whether a link is matched by a glob, or leads to a folder in which something may be: all of the glob but its end matches it. */
function matchedThrough(forms: readonly string[]): (name: string, path: string) => boolean {
  const globs = forms.flatMap(expandBraces).map((form) => form.split('/'));
  const whole = forms.map(compileGlob);
  const starts = globs.flatMap((parts) =>
    parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/')),
  );
  const begins = [...new Set(starts)].map(compileGlob);
  return (name, path) =>
    whole.some((isMatch) => isMatch(name)) || (begins.some((isMatch) => isMatch(name)) && isFolder(path));
}

/** The end of a sentence on why there is no folder at a path, with the one probably meant. */
export async function lackOf(folder: string, context: ToolContext): Promise<string> {
  const shown = (path: string) => inQuotes(shownPath(path, context.workspace.cwd));
  const { path, meant } = await missingFolder(folder, context);
  if (lstatOrNull(path) !== null) return `${shown(path)} is no folder.`;
  return `there is no folder ${shown(path)}${meant === null ? '.' : `; did you mean ${shown(meant)}?`}`;
}
