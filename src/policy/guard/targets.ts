import { baseName } from '../programs/base-name.ts';
import { isLongOption } from '../programs/option-value.ts';
import { setOf } from '../programs/words.ts';
import type { Words } from '../rules/pattern.ts';
import { type CriticalFolders, targetOf } from './critical.ts';

/** Options with which programs that stop the machine or wipe disks only print information. */
export const harmlessOptions = setOf('--help --version -V -c --show -?');

/** The program that words call, by its base name, with those of its arguments that are known; null where the program is not. */
export function calledBy([program = null, ...args]: Words) {
  return program === null ? null : { base: baseName(program), args: args.filter((word) => word !== null) };
}

/** Where a command runs, and what must not be lost there. */
export interface RemovalContext {
  readonly cwds: readonly string[];
  readonly home: string;
  readonly critical: CriticalFolders;
  /** Resolves an absolute path to its real path. */
  readonly real: (path: string) => string;
}

export function operandsOf(words: Words): readonly string[] {
  const operands: string[] = [];
  let ended = false;
  for (const word of words.slice(1)) {
    if (typeof word !== 'string') continue;
    if (!ended && word === '--') ended = true;
    else if (ended || !word.startsWith('-') || word === '-') operands.push(word);
  }
  return operands;
}

/** Whether an option before `--` has one of the letters in its cluster, or is the long name or an abbreviation of it. */
export function hasOption(words: Words, letters: string, long: string): boolean {
  for (const word of words.slice(1)) {
    if (word === '--') return false;
    if (typeof word !== 'string' || !word.startsWith('-')) continue;
    if (word.startsWith('--')) {
      if (isLongOption(word, `--${long}`, 4)) return true;
    } else if ([...letters].some((letter) => word.includes(letter))) return true;
  }
  return false;
}

/** Which critical folders count: all, all but workspace roots, or only system folders. */
export type Extent = 'all' | 'beyond work' | 'system';

/** The first operand that is a critical folder or all of its content; null for none. */
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
    // An empty operand names no file.
    if (operand === '') continue;
    for (const cwd of cwds) {
      const target = targetOf(operand, cwd, home);
      if (isCritical(target) || isCritical(real(target))) return operand;
    }
  }
  return null;
}
