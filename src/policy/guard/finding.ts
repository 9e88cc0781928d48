import { baseName } from '../programs/base-name.ts';
import type { Candidate } from '../rules/pattern.ts';
import { type Extent, firstCritical, type RemovalContext } from './targets.ts';

/** Tests of `find` that pick some of what is there. */
const picking =
  /^-(i?name|i?path|i?wholename|i?regex|[acm]min|[acm]?newer\w*|[acm]time|size|empty|user|group|perm|inum|links|samefile|nouser|nogroup|used)$/;

const removers = /^(rm|shred|unlink|srm|truncate|trash|trash-put)$/;
const removingText = /(?:^|[\s;&|(])(?:rm|shred|unlink|srm)\s/;
const starting = /^-(exec|ok)(dir)?$/;
/** What turns the test behind it round. */
export const negation = /^(!|-not)$/;

type Words = readonly Candidate[];

/** Whether a command removes what it is given. */
export function isRemoval([program = null, option = null, text = null]: Words): boolean {
  const base = baseName(program ?? '');
  return (
    removers.test(base) || (/sh$/.test(base) && /^-\w*c$/.test(option ?? '') && removingText.test(text ?? ''))
  );
}

/** Whether a command changes the owner or mode of what it is given. */
export function isChange([program = null]: Words): boolean {
  return /^(chmod|chown|chgrp|setfacl|chattr)$/.test(baseName(program ?? ''));
}

/** Whether the word at an index removes what is found, or starts what does. */
function removesAt(words: Words, index: number): boolean {
  const word = words[index] ?? '';
  return word === '-delete' || (starting.test(word) && isRemoval(words.slice(index + 1, index + 4)));
}

/** Whether the word at an index starts what changes what is found. */
function changesAt(words: Words, index: number): boolean {
  return starting.test(words[index] ?? '') && isChange(words.slice(index + 1));
}

/** Actions of one `find` that are told apart, and how deep its parentheses may stand in one another. */
const mostActions = 32;

/** The tests of what a `find` has come to: what stands on another side of an `-o` does not count. */
class TestsSoFar {
  readonly #tests: Candidate[] = [];
  /** Where the side begins that each open parenthesis stands on, the innermost last. */
  readonly #sides = [0];

  get depth(): number {
    return this.#sides.length;
  }

  take(word: Candidate): void {
    if (word === '(') this.#sides.push(this.#tests.length);
    else if (word === ')') {
      if (this.depth > 1) this.#sides.pop();
    } else if (word !== null && /^(-or?|,)$/.test(word)) this.#changeSide();
    else this.#tests.push(word);
  }

  /** What was pruned on a side is spared on those behind it. */
  #changeSide(): void {
    const side = this.#tests.splice(this.#sides.at(-1) ?? 0);
    if (side.includes('-prune')) {
      for (const [index, word] of side.entries()) {
        if (word !== null && picking.test(word) && side[index - 1] !== '!') this.#tests.push('!');
        this.#tests.push(word);
      }
    }
    this.#sides[this.depth - 1] = this.#tests.length;
  }

  now(): Words {
    return [...this.#tests];
  }
}

/** Of each action of a kind, the tests that decide what it is done to; none where there is too much to tell. */
function testsOf(words: Words, isMeant: (words: Words, index: number) => boolean): readonly Words[] {
  const found: Words[] = [];
  const tests = new TestsSoFar();
  for (const [index, word] of words.entries()) {
    if (isMeant(words, index)) found.push(tests.now());
    if (index > 0) tests.take(word);
    if (found.length > mostActions || tests.depth > mostActions) return [[]];
  }
  return found;
}

/** Of each time that a `find` removes what it finds, the tests that decide what that is. */
export function findRemovals(words: Words): readonly Words[] {
  return testsOf(words, removesAt);
}

/** Whether tests of a `find` pick some of what is there. */
export function findPicks(tests: Words): boolean {
  return tests.some(
    (word, index) =>
      typeof word === 'string' &&
      ((picking.test(word) && tests[index + 1] !== '*') ||
        (/^-x?type$/.test(word) && /^[lsp,]+$/.test(tests[index + 1] ?? ''))),
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

/** The index at which the tests and actions of a `find` begin; -1 where it has none. */
export function expressionAt(words: Words): number {
  return words.findIndex(
    (word, index) => index > 0 && typeof word === 'string' && /^[-(!]/.test(word) && !/^-[HLPOD]/.test(word),
  );
}

/** Where a `find` begins. */
export function findStarts(words: Words): readonly string[] {
  const end = expressionAt(words);
  const named = words
    .slice(1, end === -1 ? undefined : end)
    .filter((word): word is string => typeof word === 'string' && !word.startsWith('-'));
  return named.length === 0 ? ['.'] : named;
}

/** Why a `find` would remove or change what the system or the work rests on. */
export function findProblem(words: Words, context: RemovalContext): string | null {
  const starts = findStarts(words);
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
