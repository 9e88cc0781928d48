import { basename, dirname, join } from 'node:path';
import type { PathFact } from '../../core/ports.ts';
import { spillFileName, spillFolderName } from '../../core/spill-name.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import type { FactBook } from '../fact-book.ts';

const packedName = /(\.gz|[.-]z|\.Z)$/;

/**
 * Whether a path leads to a file with the whole of some output that was cut. It lies in a protected folder, and the notice of
 * what was left out says to read it: reading is open, by the name that only the caller was told; writing and listing are not.
 */
export function isKeptOutput(
  fact: PathFact,
  scope: { readonly protectedPaths: readonly string[]; readonly book: FactBook },
): boolean {
  const { protectedPaths, book } = scope;
  // Programs that unpack look there where a file is missing; none of these is ever there.
  if (!fact.exists && packedName.test(fact.realPath))
    return isKeptOutput(book.path(fact.realPath.replace(packedName, ''), '/'), scope);
  if (fact.kind !== 'file' || fact.identity !== undefined) return false;
  if (!spillFileName.test(basename(fact.realPath))) return false;
  const folder = dirname(fact.realPath);
  return (
    basename(folder) === spillFolderName &&
    protectedPaths.some((path) => join(book.path(path, '/').realPath, spillFolderName) === folder)
  );
}

/** The reason for denying a protected path. */
export function protectedReason(
  given: string,
  fact: PathFact,
  scope: Parameters<typeof isKeptOutput>[1],
): string {
  return isKeptOutput(fact, scope)
    ? `${inQuotes(given)} is the whole of some output, which may only be read; \`cp\` makes a copy that is open to all`
    : `${inQuotes(given)} belongs to the policy itself and is closed to every tool`;
}
