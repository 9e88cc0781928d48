import { carriedBy } from '../programs/carriers.ts';
import { startedForList } from '../programs/list-readers.ts';
import { optionValue } from '../programs/option-value.ts';
import { replacedBy, withReplaced } from '../programs/replaced.ts';
import { type Candidate, hasWord } from '../rules/pattern.ts';
import { chunksOf } from '../shell/chunks.ts';
import { listedBy } from '../shell/listed.ts';
import type { SeenCommand } from '../shell/sightings.ts';
import type { Bound } from './bound.ts';
import { broughtBy, isUnfed, sourceOf, textAndLines } from './brought.ts';
import { textsPassed } from './fed.ts';

/** Texts that are taken to be fed to what `xargs` starts, and words of one. */
const mostFed = 4096;

/**
 * The commands whose output another one may read: the one before it, or the last of those in `< <(…)`, which are seen behind it, and
 * what those print together, which stands behind them.
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

/** What `xargs` starts with words that are fed to it: literal ones of its own input, or those that the command before it prints. */
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
    // In a function it is fed what the function is.
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

/** The words of what starts another, with those that it reads in place of what it replaces, or behind its own. */
function withBatch(
  words: readonly Candidate[],
  place: string | null,
  batch: readonly string[],
  bound: Bound,
): readonly Candidate[] {
  const put = withReplaced(words, (word, mark) => word.replaceAll(mark, () => batch[0] ?? '{}'));
  return [...put, ...(place === null ? bound.first(batch, mostFed) : [])];
}

/** The words that are handed on at a time: all of them, and as many as it is asked for. */
function batches(fed: readonly string[], size: number | null, bound: Bound): readonly (readonly string[])[] {
  if (size === null || size >= fed.length) return [fed];
  return [fed, ...bound.first(chunksOf(fed, size), mostFed)];
}

/** How many words `xargs -n` and `parallel -N` hand on at a time; null where they are not asked to. */
function batchOf(words: readonly Candidate[]): number | null {
  for (const [index, word] of words.entries()) {
    const given = optionValue(word ?? '', words[index + 1], ['-n', '--max-args', '-N', '--max-replace-args']);
    if (given !== null && /^[1-9]\d{0,5}$/.test(given)) return Number(given);
  }
  return null;
}

/**
 * The words of what starts another with the words that it reads: `xargs`, also behind one wrapper, `parallel` without words of its
 * own, and the `xargs` that does what a program does with the files of a list; null for all others.
 */
function startingWords(words: readonly Candidate[]): readonly Candidate[] | null {
  const isStarter = words[0] === 'xargs' || words[1] === 'xargs';
  if (isStarter || (words[0] === 'parallel' && !words.includes(':::'))) return words;
  const started = startedForList(words);
  return started === null ? null : ['xargs', ...started];
}

/** What parts the words that `xargs` reads: blanks, the end of a text of C, or the delimiter that it is given. */
function delimiterOf(words: readonly Candidate[]): RegExp {
  for (const [index, word] of words.entries()) {
    const given = optionValue(word ?? '', words[index + 1] ?? undefined, ['-d', '--delimiter']);
    if (given !== null && given.length === 1 && /[^\s\\]/.test(given))
      return new RegExp(`[\\s\\0\\u{${given.codePointAt(0)?.toString(16)}}]+|\\\\0`, 'u');
  }
  return /(?:[\s\0]|\\0)+/;
}

/** The words of an `xargs` with what an `ls` lists in place of what it replaces: `ls / | xargs -I% rm /%`; none where nothing is. */
function withListed(
  words: readonly Candidate[],
  before: readonly Candidate[],
): readonly (readonly Candidate[])[] {
  const put = withReplaced(words, (word, mark) => {
    const at = word.indexOf(mark);
    const names = at === -1 ? null : listedBy(before, word.slice(0, at));
    return names === null ? word : word.replace(mark, () => names);
  });
  return put.some((word, index) => word !== words[index]) ? [put] : [];
}

/** What `find` would start by itself of what it hands to `xargs`. */
function foundFor(
  find: readonly Candidate[],
  xargs: readonly Candidate[],
): readonly (readonly Candidate[])[] {
  const inner = carriedBy(xargs).commands.flatMap((found) =>
    /^x?args$/.test(found[0] ?? '') ? carriedBy(found).commands : [found],
  );
  return inner.map((found) => [...find, '-exec', ...found.slice(0, -1), '{}', '+']);
}
