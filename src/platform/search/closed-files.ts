import { NullSplitter } from './null-records.ts';
import { type RipgrepRun, runRipgrep } from './ripgrep.ts';
import { listedPath, type SearchRoot } from './search-root.ts';

/** Most closed files that are listed; a search names only some of them, and how many more. */
const mostKept = 10_000;

export interface ClosedFiles {
  /** Absolute, sorted; at most 10,000. */
  readonly paths: readonly string[];
  /** Whether the listing ended normally and was empty. */
  readonly isOfNone: boolean;
}

/**
 * Lists the closed files among those that `run` lists. A search names them because they exist, never because they match, so
 * that repeated searches cannot find out their content.
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
