import { isAbsolute, join } from 'node:path';
import type { FactBook } from '../fact-book.ts';
import type { Cwds, Folders, Step, WalkedFolder, WrittenStep } from '../shell/arg.ts';

/** Beyond that a step is judged in too many folders. */
const mostFolders = 32;

/** The folders that a wildcard reaches; null where there are none yet, too many, or one whose name cannot be told. */
function foldersReached({ from, wildcard }: WalkedFolder, book: FactBook): Folders {
  const found = book.expand(wildcard, from) ?? [];
  const folders = found.filter(({ path }) => path.kind === 'folder');
  const isUndecodable = found.some(({ path }) => path.isUndecodable === true);
  if (isUndecodable || folders.length === 0 || folders.length > mostFolders) return null;
  return folders.map(({ given }) => (isAbsolute(given) ? given : join(from, given)));
}

/** Folders that a script tells, looked up where it walks over a wildcard; null where that cannot be told. */
export function lookedUp(cwds: Cwds, book: FactBook): Folders {
  const each = cwds?.map((cwd) => (typeof cwd === 'string' ? [cwd] : foldersReached(cwd, book))) ?? [null];
  const known = each.filter((folders) => folders !== null);
  return known.length < each.length ? null : [...new Set(known.flat())];
}

/** The steps of a script with the folders that they may run in, looked up. */
export function placedSteps(steps: readonly WrittenStep[], book: FactBook): readonly Step[] {
  return steps.map((step) => ({ ...step, cwds: lookedUp(step.cwds, book) }));
}
