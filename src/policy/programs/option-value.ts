import type { Candidate, Words } from '../rules/pattern.ts';

/**
 * Whether a word is a long option, dashes included, perhaps cut short as getopt_long(3) takes it: to no fewer than `least`
 * characters, which tell it from all others.
 */
export function isLongOption(word: string, option: string, least = 3): boolean {
  return word.length >= least && word.startsWith('--') && option.startsWith(word);
}

/** Whether a word is one of these options, a long one perhaps cut short. */
export function isOneOf(word: string, options: readonly string[]): boolean {
  return (
    options.includes(word) || (word.startsWith('--') && options.some((option) => isLongOption(word, option)))
  );
}

/** What stands behind an option's letter in a cluster of others, where that can be no more letters: `-le'print 1'`; or null. */
function attachedInCluster(word: string, letter: string): string | null {
  const [, cluster = ''] = /^-(\w+)/.exec(word) ?? [];
  const at = cluster.indexOf(letter);
  const isMore = word.length === cluster.length + 1;
  return at < 1 || isMore ? null : word.slice(at + 2);
}

/** The value of an option, in the next word or attached; null for a word that is none of them. */
export function optionValue(
  word: string,
  next: Candidate | undefined,
  names: readonly string[],
): string | null {
  if (isOneOf(word, names)) return next ?? null;
  if (!word.startsWith('-')) return null;
  const end = word.indexOf('=');
  if (/^--./.test(word) && end > 0) return isOneOf(word.slice(0, end), names) ? word.slice(end + 1) : null;
  // A long name behind one dash: `-out=f`.
  if (end > 2 && names.includes(word.slice(0, end))) return word.slice(end + 1);
  for (const name of names) {
    if (!/^-\w$/.test(name)) continue;
    if (word.startsWith(name)) return word.slice(2);
    if (/^-\w+$/.test(word) && word.endsWith(name.slice(1))) return next ?? null;
    const attached = attachedInCluster(word, name.slice(1));
    if (attached !== null) return attached;
  }
  return null;
}

/** The values of options among words, in their order. */
export function optionValues(words: Words, names: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => optionValue(word ?? '', words[index + 1], names) ?? []);
}

/** Whether a cluster of short options ends with the value of one of them: in `-cTf` it is the `f`. */
function holdsValue(cluster: string, names: readonly string[]): boolean {
  return (
    /^-[A-Za-z]{2,}$/.test(cluster) &&
    [...cluster.slice(1, -1)].some((letter) => names.includes(`-${letter}`))
  );
}

/** Whether the word at an index is the value of an option that stands before it. */
export function isOptionValue(words: Words, index: number, names: readonly string[]): boolean {
  const word = words[index] ?? null;
  const option = words[index - 1] ?? '';
  if (word === null || optionValue(option, word, names) !== word) return false;
  // Attached: `--exclude=a a`.
  if (optionValue(option, null, names) !== null) return false;
  return names.includes(option) || !holdsValue(option, names);
}

/** Whether an option that is spelled whole takes the next word as its value, as `-P`, `-rP` and `--exclude` do. */
export function takesNext(option: string, names: readonly string[]): boolean {
  if (names.includes(option)) return true;
  const isEnding = /^-[A-Za-z]{2,}$/.test(option) && names.includes(`-${option.slice(-1)}`);
  return isEnding && !holdsValue(option, names);
}
