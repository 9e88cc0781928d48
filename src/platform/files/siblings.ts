import { basename, dirname, join } from 'node:path';
import { cannot, errnoOf, type ToolFailure } from '../../core/failure.ts';
import { nearest } from '../../core/names/nearest.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import type { ResolvedPath } from './resolve-path.ts';
import { lstatOrNull } from './stats.ts';
import { partNames } from './undecodable.ts';

const mostNames = 2000;

/** The name in the folder of `path` that is nearest to its own, or null; looks at 2,000 names at most. */
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

/** The first folder on the way to `path` that is not there, and the path beside it that was probably meant, or null. */
export async function missingFolder(path: string): Promise<{ path: string; meant: string | null }> {
  let missing = path;
  for (let at = path; at !== dirname(at) && lstatOrNull(at) === null; at = dirname(at)) missing = at;
  const name = await nearestSibling(missing);
  return { path: missing, meant: name === null ? null : join(dirname(missing), name) };
}

/** Characters beyond ASCII that are named: more of them are seen to differ. */
const mostForeign = 3;

/** The characters of `name` that `asked` has none of and that may look like those it has: blanks, accents, quotes. */
function unlike(name: string, asked: string): string {
  const foreign = [...new Set(name)].filter((one) => one > '\x7f' && !asked.includes(one));
  if (foreign.length === 0 || foreign.length > mostForeign) return '';
  const codes = foreign.map(
    (one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return ` It is written with ${codes.join(' and ')}`;
}

/** The failure to open a file; where it is missing, with the name in its folder that was probably meant. */
export async function withMeantName(
  failure: ToolFailure,
  action: string,
  { path, given }: ResolvedPath,
): Promise<ToolFailure> {
  if (errnoOf(failure.cause) !== 'ENOENT') return failure;
  const name = await nearestSibling(path);
  if (name === null) return failure;
  const folder = dirname(given);
  const meant = inQuotes(folder === '.' ? name : join(folder, name));
  const wanted = `an existing file; did you mean ${meant}?${unlike(name, basename(path))}`;
  return cannot(action, given, 'no such file', wanted);
}
