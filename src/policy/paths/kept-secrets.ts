import { dirname, relative } from 'node:path';
import { lazyFor } from '../../core/async/lazy.ts';
import { isSensitiveName } from '../../core/paths/sensitive.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { ask, builtIn, type Ruling } from '../ruling.ts';
import type { Reach } from './reach.ts';
import { judgePath, type Scope } from './scope.ts';
import { foldPath, isWithin } from './within.ts';

/** Most files of secrets in one folder that are checked one by one. */
const mostLooked = 256;

/** Case-folded once for all words of a command. */
const foldedOf = lazyFor(
  (paths: readonly string[]): ReadonlyMap<string, string> =>
    new Map(paths.map((path) => [path, foldPath(path)])),
);

/** Where git looks for what it shows: a folder by its real path, and the one that it runs in with the top of the work tree around that. */
interface Showing {
  readonly folder: string;
  readonly cwd: string;
  readonly top: string | null;
}

/**
 * A file of secrets that git may show, out of those that its index keeps right in a folder and no pathspec leaves out. Deeper ones are
 * mostly samples of tests, and a search that begins above them is not asked about either; what the configuration names counts anywhere.
 */
export function secretKeptIn(
  scope: Scope,
  { folder, cwd, top }: Showing,
  picks: Reach['picks'],
): Ruling | null {
  const within = foldPath(folder);
  const from = scope.book.path('.', cwd).realPath;
  const kept = foldedOf(scope.book.secretsKept(from, scope.mode.sensitive));
  const isMeant = (path: string, known: string): boolean =>
    dirname(known) === within || (isWithin(known, within) && !isSensitiveName(path, []));
  const found = [...kept].filter(([path, known]) => isMeant(path, known)).map(([path]) => path);
  if (found.length > mostLooked)
    return ask(
      `${inQuotes(folder)} holds more files of secrets than are looked at`,
      builtIn('sensitive files'),
    );
  const isShown = (path: string): boolean =>
    picks?.({ fromHere: relative(from, path), fromTop: relative(top ?? from, path) }) !== false;
  for (const path of found.filter(isShown)) {
    const fact = scope.book.path(path, '/');
    const { decision, rule } = judgePath(scope, { access: 'read', given: path, cwd: '/', fact });
    if (decision !== 'allow')
      return ask(
        `what git shows may hold ${inQuotes(relative(from, path))}, which usually holds secrets`,
        rule,
      );
  }
  return null;
}
