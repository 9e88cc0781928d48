import { NullSplitter } from './null-records.ts';
import { type RipgrepRun, runRipgrep } from './ripgrep.ts';
import { listedPath, type SearchRoot } from './search-root.ts';

/** Closed files that are named; a search says only some of them, and how many more. */
const mostKept = 10_000;

/**
 * The absolute paths of closed files among those that `run` lists, sorted; at most 10,000. A search names them because they exist, never
 * because they match: what matches in them must not be found out by asking again and again.
 */
export async function listClosedFiles(
  run: RipgrepRun,
  root: SearchRoot,
  isClosed: (path: string) => boolean,
): Promise<readonly string[]> {
  const found: string[] = [];
  const splitter = new NullSplitter((listed) => {
    const path = listedPath(root, listed);
    if (found.length < mostKept && isClosed(path)) found.push(path);
  });
  await runRipgrep(run, (chunk) => {
    splitter.push(chunk);
    return undefined;
  });
  return found.sort();
}
