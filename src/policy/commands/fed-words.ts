import { carriedBy } from '../programs/carriers.ts';
import { startedForList } from '../programs/list-readers.ts';
import { optionValues } from '../programs/option-value.ts';
import { replacedBy, withReplaced } from '../programs/replaced.ts';
import { hasWord, type Words } from '../rules/pattern.ts';
import { chunksOf } from '../shell/chunks.ts';
import { listedBy } from '../shell/listed.ts';
import type { SeenCommand } from '../shell/sightings.ts';
import type { Bound } from './bound.ts';
import { broughtBy, isUnfed, sourceOf, textAndLines } from './brought.ts';
import { textsPassed } from './fed.ts';

/** Most texts fed to what `xargs` starts, and most words of one. */
const mostFed = 4096;

/**
 * The indexes of the commands whose output a command may read: the one before it or, for `< <(…)`, the last one within, which
 * is listed after it, and the joint output of those, which is listed after them.
 */
function feedersOf(commands: readonly SeenCommand[], index: number): readonly [number, ...number[]] {
  const { read = [], words = [] } = commands[index] ?? {};
  if (!hasWord([...read, ...words], /(?:^|=)<\(/)) return [index - 1];
  let at = index + 1;
  while (commands[at + 1]?.isPiped === true) at += 1;
  const together = commands.findIndex(
    ({ words: own, input }, place) => place > at && own.length === 0 && input.length > 0,
  );
  return together === -1 ? [at] : [at, together];
}

/** The commands that `xargs` and the like start with words from literal input, or with those that the previous command prints. */
export function startedWith(
  commands: readonly SeenCommand[],
  bound: Bound,
): readonly Pick<SeenCommand, 'words' | 'trail'>[] {
  return commands.flatMap((seen, index) => {
    const { input, trail } = seen;
    const words = startingWords(seen.words);
    if (words === null) return [];
    const feeders = feedersOf(commands, index);
    const before = commands[sourceOf(commands, feeders[0])]?.words ?? [];
    if (before[0] === 'find') return foundFor(before, words).map((found) => ({ words: found, trail }));
    const place = replacedBy(words);
    const brought =
      input.length > 0
        ? input.flatMap(textAndLines)
        : feeders.flatMap((feeder) => broughtBy(commands, feeder));
    // Within a function, its input is that of the function.
    const texts = brought.length === 0 && isUnfed(seen) ? textsPassed(commands, bound) : brought;
    if (texts.length === 0 && place !== null)
      return withListed(words, before).map((listed) => ({ words: listed, trail }));
    const size = batchOf(words);
    return bound.first([...new Set(texts)], mostFed).flatMap((text) => {
      const fed = text.split(delimiterOf(words)).filter((word) => word !== '');
      return batches(fed, size, bound).map((batch) => ({
        words: withBatch(words, place, batch, bound),
        trail,
      }));
    });
  });
}

/** Puts words that were read in place of the replacement string, or after the starter's own words. */
function withBatch(words: Words, place: string | null, batch: readonly string[], bound: Bound): Words {
  const put = withReplaced(words, (word, mark) => word.replaceAll(mark, () => batch[0] ?? '{}'));
  return [...put, ...(place === null ? bound.first(batch, mostFed) : [])];
}

/** The batches in which words are passed on: all at once, and chunks of `size` if it is given. */
function batches(fed: readonly string[], size: number | null, bound: Bound): readonly (readonly string[])[] {
  if (size === null || size >= fed.length) return [fed];
  return [fed, ...bound.first(chunksOf(fed, size), mostFed)];
}

/** The batch size of `xargs -n` and `parallel -N`; null if not given. */
function batchOf(words: Words): number | null {
  const given = optionValues(words, ['-n', '--max-args', '-N', '--max-replace-args']);
  const size = given.find((value) => /^[1-9]\d{0,5}$/.test(value));
  return size === undefined ? null : Number(size);
}

/**
 * The words of a command that starts another with the words it reads: `xargs`, also behind one wrapper, `parallel` without
 * arguments of its own, or the `xargs` that equals a program with a list of files. Null for all others.
 */
function startingWords(words: Words): Words | null {
  const isStarter = words[0] === 'xargs' || words[1] === 'xargs';
  if (isStarter || (words[0] === 'parallel' && !words.includes(':::'))) return words;
  const started = startedForList(words);
  return started === null ? null : ['xargs', ...started];
}

/** The delimiter between words that `xargs` reads: blanks, NUL, or the one given. */
function delimiterOf(words: Words): RegExp {
  const given = optionValues(words, ['-d', '--delimiter']).find((value) => /^[^\s\\]$/.test(value));
  return given === undefined
    ? /(?:[\s\0]|\\0)+/
    : new RegExp(`[\\s\\0\\u{${given.codePointAt(0)?.toString(16)}}]+|\\\\0`, 'u');
}

/** An `xargs` with what an `ls` lists in place of the replacement string: `ls / | xargs -I% rm /%`; none if nothing is replaced. */
function withListed(words: Words, before: Words): readonly Words[] {
  const put = withReplaced(words, (word, mark) => {
    const at = word.indexOf(mark);
    const names = at === -1 ? null : listedBy(before, word.slice(0, at));
    return names === null ? word : word.replace(mark, () => names);
  });
  return put.some((word, index) => word !== words[index]) ? [put] : [];
}

/** A `find` with an `-exec` for each command that it feeds through `xargs`. */
function foundFor(find: Words, xargs: Words): readonly Words[] {
  const inner = carriedBy(xargs).commands.flatMap((found) =>
    /^x?args$/.test(found[0] ?? '') ? carriedBy(found).commands : [found],
  );
  const known = inner.map((found) => (found.at(-1) === null ? found.slice(0, -1) : found));
  return known.map((found) => [...find, '-exec', ...found, '{}', '+']);
}
