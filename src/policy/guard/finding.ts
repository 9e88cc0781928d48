import { baseName } from '../programs/wrappers.ts';
import type { Candidate } from '../rules/pattern.ts';
import { type Extent, firstCritical, type RemovalContext } from './targets.ts';

/** Tests of `find` that pick some of what is there. */
const picking =
  /^-(i?name|i?path|i?wholename|i?regex|[acm]min|[acm]?newer\w*|[acm]time|size|empty|user|group|perm|inum|links|samefile|nouser|nogroup|used)$/;

const removers = /^(rm|shred|unlink|srm|truncate|trash|trash-put)$/;
const removingText = /(?:^|[\s;&|(])(?:rm|shred|unlink|srm)\s/;
const starting = /^-(exec|ok)(dir)?$/;
const negation = /^(!|-not)$/;

type Words = readonly Candidate[];

/** Whether the word at an index removes what is found, or starts what does. */
function removesAt(words: Words, index: number): boolean {
  const word = words[index] ?? '';
  if (word === '-delete') return true;
  if (!starting.test(word)) return false;
  const [program = null, option = null, text = null] = words.slice(index + 1);
  const base = baseName(program ?? '');
  return (
    removers.test(base) || (/sh$/.test(base) && /^-\w*c$/.test(option ?? '') && removingText.test(text ?? ''))
  );
}

/** Whether the word at an index starts what changes the owner or mode of what is found. */
function changesAt(words: Words, index: number): boolean {
  return (
    starting.test(words[index] ?? '') &&
    /^(chmod|chown|chgrp|setfacl|chattr)$/.test(baseName(words[index + 1] ?? ''))
  );
}

/** What is left of the tests before an `-o`: what was pruned there is spared. */
function spared(tests: Words): Words {
  if (!tests.includes('-prune')) return [];
  return tests.flatMap((word) => (word !== null && picking.test(word) ? ['!', word] : [word]));
}

/** The tests that decide what is done at an index: those before it, on its side of each `-o`. */
function testsBefore(words: Words, at: number): Words {
  const open: Words[] = [[]];
  for (let index = 1; index < at; index += 1) {
    const word = words[index] ?? null;
    const tests = open.pop() ?? [];
    if (word === '(') open.push(tests, []);
    else if (word === ')') open.push([...(open.pop() ?? []), ...tests]);
    else if (word !== null && /^(-or?|,)$/.test(word)) open.push(spared(tests));
    else open.push([...tests, word]);
  }
  return open.flat();
}

/** Of each action of a kind, the tests that decide what it is done to. */
function testsOf(words: Words, isMeant: (words: Words, index: number) => boolean): readonly Words[] {
  return words.flatMap((_, index) => (isMeant(words, index) ? [testsBefore(words, index)] : []));
}

/** Of each time that a `find` removes what it finds, the tests that decide what that is. */
export function findRemovals(words: Words): readonly Words[] {
  return testsOf(words, removesAt);
}

/** Whether tests of a `find` pick some of what is there. */
export function findPicks(tests: Words): boolean {
  return tests.some(
    (word, index) => typeof word === 'string' && picking.test(word) && tests[index + 1] !== '*',
  );
}

/** The names that tests of a `find` pick, or spare. */
export function namesPicked(tests: Words): readonly { readonly glob: string; readonly isSpared: boolean }[] {
  return tests.flatMap((glob, index) =>
    glob !== null && /^-i?name$/.test(tests[index - 1] ?? '')
      ? [{ glob, isSpared: negation.test(tests[index - 2] ?? '') }]
      : [],
  );
}

/** Whether all that tests pick is what they leave: `! -name x`. */
function findSpares(tests: Words): boolean {
  return tests.every(
    (word, index) =>
      word === null ||
      !picking.test(word) ||
      (negation.test(tests[index - 1] ?? '') && /^-i?(name|path|wholename|regex)$/.test(word)),
  );
}

/** How far what is done to what passes tests reaches; null for some of what is there. */
function extentOf(tests: Words): Extent | null {
  if (!findPicks(tests)) return 'all';
  // Of the own work some may well be picked by what is left.
  return findSpares(tests) ? 'beyond work' : null;
}

/** Why a `find` would remove or change what the system or the work rests on. */
export function findProblem(words: Words, context: RemovalContext): string | null {
  const end = words.findIndex(
    (word, index) => index > 0 && typeof word === 'string' && /^[-(!]/.test(word) && !/^-[HLPOD]/.test(word),
  );
  const named = words
    .slice(1, end === -1 ? undefined : end)
    .filter((word): word is string => typeof word === 'string' && !word.startsWith('-'));
  const starts = named.length === 0 ? ['.'] : named;
  for (const extent of findRemovals(words).map(extentOf)) {
    const target = extent === null ? null : firstCritical(starts, context, extent);
    if (target !== null) return `it removes everything below "${target}"`;
  }
  for (const extent of testsOf(words, changesAt).map(extentOf)) {
    const target = extent === null ? null : firstCritical(starts, context, 'system');
    if (target !== null) return `it changes everything below "${target}"`;
  }
  return null;
}
