import { readFdLine } from '../programs/fd-line.ts';
import type { Words } from '../rules/pattern.ts';
import { isChange, isRemoval } from './finding.ts';
import { firstCritical, type RemovalContext } from './targets.ts';

/** Why a `fd` would remove or change critical folders with the command it starts for each match; null if it would not. */
export function fdProblem(words: Words, context: RemovalContext): string | null {
  const { command, isPicked, starts } = readFdLine(words);
  const isRemoved = isRemoval(command);
  if (!isRemoved && !isChange(command)) return null;
  const target = isPicked ? null : firstCritical(starts, context, isRemoved ? 'all' : 'system');
  return target === null ? null : `it ${isRemoved ? 'removes' : 'changes'} everything below "${target}"`;
}
