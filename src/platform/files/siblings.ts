import { basename, dirname, join, resolve } from 'node:path';
import type { Workspace } from '../../core/context.ts';
import { cannot, errnoOf, type ToolFailure } from '../../core/failure.ts';
import { nearest } from '../../core/names/nearest.ts';
import { expandHome, isInside, shownPath } from '../../core/paths/containment.ts';
import { composed, isAscii } from '../../core/text/composed.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { otherSpellings } from './other-spellings.ts';
import type { ResolvedPath } from './resolve-path.ts';
import { linkToNothing, lstatOrNull } from './stats.ts';
import { partNames } from './undecodable.ts';

const mostNames = 2000;

/** The name in the folder of `path` that is most similar to its own, or null; looks at 2,000 names at most. */
async function nearestSibling(path: string): Promise<string | null> {
  const { opendir } = await import('node:fs/promises');
  const names: string[] = [];
  try {
    for await (const entry of await opendir(dirname(path))) {
      names.push(entry.name);
      if (names.length >= mostNames) break;
    }
  } catch {
    return null;
  }
  return nearest(basename(path), partNames(dirname(path), names).told);
}

/** Knows which paths below a folder are withheld by rules (null for none). Absent if nothing is judged. */
export interface Listable {
  withheldBelow?(root: string, access: 'list'): Promise<((path: string) => boolean) | null>;
}

/** The same, for a workspace. */
export interface ListingContext extends Listable {
  readonly workspace: Pick<Workspace, 'cwd' | 'home'>;
}

/** Whether a caller that lists the folder of a path may see it. */
export async function isListed(path: string, { withheldBelow }: Listable): Promise<boolean> {
  const isWithheld = await withheldBelow?.(dirname(path), 'list');
  return isWithheld?.(path) !== true;
}

/** The first missing component on the way to `path`, and the path beside it that was probably meant, or null. */
export async function missingFolder(
  path: string,
  rules: Listable,
): Promise<{ path: string; meant: string | null }> {
  let missing = path;
  for (let at = path; at !== dirname(at) && lstatOrNull(at) === null; at = dirname(at)) missing = at;
  const name = await nearestSibling(missing);
  const meant = name === null ? null : join(dirname(missing), name);
  return { path: missing, meant: meant !== null && (await isListed(meant, rules)) ? meant : null };
}

/** Most non-ASCII characters that are named; more differ visibly. */
const mostForeign = 3;

/** A hint at non-ASCII characters of `name` that `asked` lacks and that may look like its own: blanks, accents, quotes. */
function unlike(name: string, asked: string): string {
  const foreign = [...new Set(name)].filter((one) => one > '\x7f' && !asked.includes(one));
  if (foreign.length === 0 || foreign.length > mostForeign) return '';
  const codes = foreign.map(
    (one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return ` It is written with ${codes.join(' and ')}`;
}

/**
 * A notice on a name beside a new path, or beside the first folder to be made for it, that looks the same: its characters are composed
 * otherwise. None where there is no such name, or it may not be listed.
 */
export async function twinNotices(path: string, context: ListingContext): Promise<readonly string[]> {
  if (isAscii(path)) return [];
  const { path: missing, meant } = await missingFolder(path, context);
  if (meant === null || composed(meant) !== composed(missing)) return [];
  const named = inQuotes(shownPath(meant, context.workspace.cwd));
  return [`${named} is beside it, a name that looks the same.${unlike(basename(meant), basename(missing))}`];
}

/** Words on the symbolic link through which a path leads to nothing; empty if there is none. */
function emptyLink(
  { path, given }: Pick<ResolvedPath, 'path' | 'given'>,
  { cwd, home }: ListingContext['workspace'],
): string {
  const named = resolve(cwd, expandHome(given, home));
  const link = linkToNothing(named);
  if (link === null) return '';
  const target = path.slice(0, path.length - (named.length - link.length));
  const [from, to] = [link, target].map((one) => inQuotes(shownPath(one, cwd)));
  return `, as the symbolic link ${from} leads to ${to}, which is not there`;
}

/** The path in the workspace that is meant by another spelling, or null. */
async function spelledOtherwise(given: string, context: ListingContext): Promise<string | null> {
  const { cwd } = context.workspace;
  for (const spelling of otherSpellings(given)) {
    const path = resolve(cwd, spelling);
    if (isInside(path, cwd) && lstatOrNull(path) !== null && (await isListed(path, context))) return spelling;
  }
  return null;
}

/** Words about a missing path. */
interface Missing {
  /** After `no such file`: which of its folders is missing too, or which link leads nowhere. */
  readonly lack: string;
  /** After the expectation: what was probably meant. */
  readonly hint: string;
}

/** Explains which part of a path is missing, and what was probably meant. */
export async function explainMissing(
  { path, given }: Pick<ResolvedPath, 'path' | 'given'>,
  context: ListingContext,
): Promise<Missing> {
  const { path: missing, meant } = await missingFolder(path, context);
  const { cwd } = context.workspace;
  if (isInside(cwd, missing)) return { lack: `, nor the workspace ${inQuotes(cwd)}`, hint: '' };
  const link = emptyLink({ path, given }, context.workspace);
  if (link !== '') return { lack: link, hint: '' };
  const rest = path.slice(missing.length);
  // After a link, the path has other names than those given.
  if (!given.endsWith(rest)) return { lack: '', hint: '' };
  const asked = given.slice(0, given.length - rest.length);
  const lack = rest === '' ? '' : `, nor the folder ${inQuotes(asked)}`;
  const spelled = await spelledOtherwise(given, context);
  if (spelled !== null) return { lack, hint: `; did you mean ${inQuotes(spelled)}?` };
  if (meant === null) return { lack, hint: '' };
  const isWhole = lstatOrNull(meant + rest) !== null && (await isListed(meant + rest, context));
  const named = inQuotes(join(dirname(asked), basename(meant)) + (isWhole ? rest : ''));
  const kind = isWhole ? '' : 'the folder ';
  return { lack, hint: `; did you mean ${kind}${named}?${unlike(basename(meant), basename(missing))}` };
}

/** The failure to open a file; for a missing one, with what was probably meant. */
export async function withMeantName(
  failure: ToolFailure,
  { action, resolved, context }: { action: string; resolved: ResolvedPath; context: ListingContext },
): Promise<ToolFailure> {
  if (errnoOf(failure.cause) !== 'ENOENT') return failure;
  const { lack, hint } = await explainMissing(resolved, context);
  if (lack + hint === '') return failure;
  return cannot(action, resolved.given, `no such file${lack}`, `an existing file${hint}`);
}
