import { isLongOption } from '../long-option.ts';
import type { Candidate } from '../pattern.ts';
import { baseName } from '../programs/wrappers.ts';
import { type CriticalFolders, targetOf } from './critical.ts';

/** Where a suspect runs and what must not be lost there. */
export interface RemovalContext {
  readonly cwds: readonly string[];
  readonly home: string;
  readonly critical: CriticalFolders;
  /** The real path of an absolute one. */
  readonly real: (path: string) => string;
}

function operandsOf(words: readonly Candidate[]): readonly string[] {
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
function hasOption(words: readonly Candidate[], letters: string, long: string): boolean {
  for (const word of words.slice(1)) {
    if (word === '--') return false;
    if (typeof word !== 'string' || !word.startsWith('-')) continue;
    if (word.startsWith('--')) {
      if (isLongOption(word, `--${long}`, 4)) return true;
    } else if ([...letters].some((letter) => word.includes(letter))) return true;
  }
  return false;
}

function firstCritical(
  operands: readonly string[],
  context: RemovalContext,
  systemOnly: boolean,
): string | null {
  const isCritical = (path: string) =>
    systemOnly ? context.critical.isSystem(path) : context.critical.has(path);
  for (const operand of operands) {
    // Nothing has an empty name.
    if (operand === '') continue;
    for (const cwd of context.cwds) {
      const target = targetOf(operand, cwd, context.home);
      if (isCritical(target) || isCritical(context.real(target))) return operand;
    }
  }
  return null;
}

/** Tests of `find` that pick some of what is there. */
const picking =
  /^-(i?name|i?path|i?wholename|i?regex|[acm]min|[acm]?newer\w*|[acm]time|size|empty|user|group|perm|inum|links|samefile|nouser|nogroup|used)$/;

/** Whether a `find` removes what it finds. */
export function findRemoves(words: readonly Candidate[]): boolean {
  return words.some((word, index) => {
    if (word === '-delete') return true;
    const next = words[index + 1];
    return (
      typeof word === 'string' &&
      /^-(exec|ok)(dir)?$/.test(word) &&
      typeof next === 'string' &&
      baseName(next) === 'rm'
    );
  });
}

/** Whether a `find` picks some of what is there by a test. */
export function findPicks(words: readonly Candidate[]): boolean {
  return words.some(
    (word, index) => typeof word === 'string' && picking.test(word) && words[index + 1] !== '*',
  );
}

function findRemoval(words: readonly Candidate[], context: RemovalContext): string | null {
  if (!findRemoves(words) || findPicks(words)) return null;
  const end = words.findIndex(
    (word, index) => index > 0 && typeof word === 'string' && /^[-(!]/.test(word) && !/^-[HLPOD]/.test(word),
  );
  const starts = words
    .slice(1, end)
    .filter((word): word is string => typeof word === 'string' && !word.startsWith('-'));
  return firstCritical(starts.length === 0 ? ['.'] : starts, context, false);
}

/** Why a command would remove, or change the owner or mode of, what the system or the work rests on; null when it would not. */
export function removalProblem(words: readonly Candidate[], context: RemovalContext): string | null {
  const program = words[0];
  if (typeof program !== 'string') return null;
  const base = baseName(program);
  if (base === 'rm' && hasOption(words, 'rR', 'recursive')) {
    const target = firstCritical(operandsOf(words), context, false);
    return target === null ? null : `it removes "${target}" with everything below`;
  }
  if (base === 'find') {
    const target = findRemoval(words, context);
    return target === null ? null : `it removes everything below "${target}"`;
  }
  if (['chmod', 'chown', 'chgrp'].includes(base) && hasOption(words, 'R', 'recursive')) {
    const target = firstCritical(operandsOf(words).slice(words.some(isReference) ? 0 : 1), context, true);
    return target === null ? null : `it changes everything below "${target}"`;
  }
  return null;
}

function isReference(word: Candidate): boolean {
  return typeof word === 'string' && word.startsWith('--reference');
}
