import { NullSplitter } from './null-records.ts';
import { type RipgrepRun, runRipgrep } from './ripgrep.ts';
import { listedPath, type SearchRoot } from './search-root.ts';

/** Closed files that are named; a search says only some of them, and how many more. */
const mostKept = 10_000;

export interface ClosedFiles {
  /** Absolute, sorted; at most 10,000. */
  readonly paths: readonly string[];
  /** Whether the listing went to its end and listed nothing at all. */
  readonly isOfNone: boolean;
}

/**
 * The closed files among those that `run` lists. A search names them because they exist, never because they match: what matches
 * in them must not be found out by asking again and again.
 */
export async function listClosedFiles(
  run: RipgrepRun,
  root: SearchRoot,
  isClosed: (path: string) => boolean,
): Promise<ClosedFiles> {
  const found: string[] = [];
  let isOfNone = true;
  const splitter = new NullSplitter((listed) => {
    const path = listedPath(root, listed);
    if (found.length < mostKept && isClosed(path)) found.push(path);
  });
  const end = await runRipgrep(run, (chunk) => {
    isOfNone = false;
    splitter.push(chunk);
    return undefined;
  });
  return { paths: found.sort(), isOfNone: isOfNone && end.by === 'itself' };
}
