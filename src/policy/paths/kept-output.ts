import { basename, dirname, join } from 'node:path';
import type { PathFact } from '../../core/ports.ts';
import { spillFileName, spillFolderName } from '../../core/spill-name.ts';
import type { FactBook } from '../fact-book.ts';

/**
 * Whether a path leads to a file with the whole of some output that was cut. It lies in a protected folder, and the notice of
 * what was left out says to read it: reading is open, by the name that only the caller was told; writing and listing are not.
 */
export function isKeptOutput(
  fact: PathFact,
  { protectedPaths, book }: { readonly protectedPaths: readonly string[]; readonly book: FactBook },
): boolean {
  if (fact.kind !== 'file' || fact.identity !== undefined) return false;
  if (!spillFileName.test(basename(fact.realPath))) return false;
  const folder = dirname(fact.realPath);
  return (
    basename(folder) === spillFolderName &&
    protectedPaths.some((path) => join(book.path(path, '/').realPath, spillFolderName) === folder)
  );
}
