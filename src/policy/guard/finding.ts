import { baseName } from '../programs/wrappers.ts';
import type { Candidate } from '../rules/pattern.ts';
import { firstCritical, type RemovalContext } from './targets.ts';

/** Tests of `find` that pick some of what is there. */
const picking =
  /^-(i?name|i?path|i?wholename|i?regex|[acm]min|[acm]?newer\w*|[acm]time|size|empty|user|group|perm|inum|links|samefile|nouser|nogroup|used)$/;

const removers = /^(rm|shred|unlink|srm|truncate|trash|trash-put)$/;
const removingText = /(?:^|[\s;&|(])(?:rm|shred|unlink|srm)\s/;

/** What a `find` starts with what it finds. */
function actionsOf(words: readonly Candidate[]): readonly (readonly Candidate[])[] {
  return words.flatMap((word, index) =>
    word !== null && /^-(exec|ok)(dir)?$/.test(word) ? [words.slice(index + 1)] : [],
  );
}

/** Whether a `find` removes what it finds. */
export function findRemoves(words: readonly Candidate[]): boolean {
  if (words.includes('-delete')) return true;
  return actionsOf(words).some(([program = null, option = null, text = null]) => {
    const base = baseName(program ?? '');
    return (
      removers.test(base) ||
      (/sh$/.test(base) && /^-\w*c$/.test(option ?? '') && removingText.test(text ?? ''))
    );
  });
}

/** Whether a `find` changes the owner or mode of what it finds. */
function findChanges(words: readonly Candidate[]): boolean {
  return actionsOf(words).some(([program]) =>
    /^(chmod|chown|chgrp|setfacl|chattr)$/.test(baseName(program ?? '')),
  );
}

/** Whether a `find` picks some of what is there by a test. */
export function findPicks(words: readonly Candidate[]): boolean {
  return words.some(
    (word, index) => typeof word === 'string' && picking.test(word) && words[index + 1] !== '*',
  );
}

/** Whether all that a `find` picks is what it leaves: `! -name x`. */
function findSpares(words: readonly Candidate[]): boolean {
  return words.every(
    (word, index) =>
      word === null ||
      !picking.test(word) ||
      (/^(!|-not)$/.test(words[index - 1] ?? '') && /^-i?(name|path|wholename|regex)$/.test(word)),
  );
}

/** Why a `find` would remove or change what the system or the work rests on. */
export function findProblem(words: readonly Candidate[], context: RemovalContext): string | null {
  const [removes, changes] = [findRemoves(words), findChanges(words)];
  if (!removes && !changes) return null;
  const picks = findPicks(words);
  if (picks && !findSpares(words)) return null;
  const end = words.findIndex(
    (word, index) => index > 0 && typeof word === 'string' && /^[-(!]/.test(word) && !/^-[HLPOD]/.test(word),
  );
  const starts = words
    .slice(1, end === -1 ? undefined : end)
    .filter((word): word is string => typeof word === 'string' && !word.startsWith('-'));
  // Of the own work some may well be picked by what is left.
  const extent = picks ? 'beyond work' : 'all';
  const target = firstCritical(starts.length === 0 ? ['.'] : starts, context, removes ? extent : 'system');
  if (target === null) return null;
  return removes ? `it removes everything below "${target}"` : `it changes everything below "${target}"`;
}
