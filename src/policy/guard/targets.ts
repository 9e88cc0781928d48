import { isLongOption } from '../programs/option-value.ts';
import type { Candidate } from '../rules/pattern.ts';
import { type CriticalFolders, targetOf } from './critical.ts';

/** Options with which programs that stop the machine or wipe disks only tell something. */
export const harmlessOptions: ReadonlySet<string> = new Set([
  '--help',
  '--version',
  '-V',
  '-c',
  '--show',
  '-?',
]);

/** Where a suspect runs and what must not be lost there. */
export interface RemovalContext {
  readonly cwds: readonly string[];
  readonly home: string;
  readonly critical: CriticalFolders;
  /** The real path of an absolute one. */
  readonly real: (path: string) => string;
}

export function operandsOf(words: readonly Candidate[]): readonly string[] {
  const operands: string[] = [];
  let ended = false;
  for (const word of words.slice(1)) {
    if (typeof word !== 'string') continue;
    if (!ended && word === '--') ended = true;
    else if (ended || !word.startsWith('-') || word === '-') operands.push(word);
  }
  return operands;
}

/** Whether options before `--` hold a letter in a cluster or a long name or its beginning. */
export function hasOption(words: readonly Candidate[], letters: string, long: string): boolean {
  for (const word of words.slice(1)) {
    if (word === '--') return false;
    if (typeof word !== 'string' || !word.startsWith('-')) continue;
    if (word.startsWith('--')) {
      if (isLongOption(word, `--${long}`, 4)) return true;
    } else if ([...letters].some((letter) => word.includes(letter))) return true;
  }
  return false;
}

/** Which critical folders count: all, those besides the roots of the workspace, or those of the system. */
export type Extent = 'all' | 'beyond work' | 'system';

/** The first operand that is a critical folder, or everything in one; null where none is. */
export function firstCritical(
  operands: readonly string[],
  { critical, cwds, home, real }: RemovalContext,
  extent: Extent,
): string | null {
  const isCritical = (path: string) => {
    if (extent === 'all') return critical.has(path);
    return extent === 'system' ? critical.isSystem(path) : critical.isBeyondWork(path);
  };
  for (const operand of operands) {
    // Nothing has an empty name.
    if (operand === '') continue;
    for (const cwd of cwds) {
      const target = targetOf(operand, cwd, home);
      if (isCritical(target) || isCritical(real(target))) return operand;
    }
  }
  return null;
}
