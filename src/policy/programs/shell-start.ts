import { words } from './words.ts';

/** Letters of settings that change no word of a script: they end it early, or refuse to overwrite. */
const letters = 'euCE';
/** The same by name, and what makes a pipeline fail. */
const names = words('errexit nounset noclobber errtrace pipefail');

/** A cluster of letters, with the names that may follow one that ends with `o`. */
interface Cluster {
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

/** How many words such settings take at `at`, as in `-euo pipefail`: 1 or 2; 0 for any other word. */
function widthAt(words: readonly (string | null)[], at: number, cluster: Cluster): 0 | 1 | 2 {
  const word = words[at] ?? null;
  if (word === null || !cluster.pattern.test(word)) return 0;
  if (!word.endsWith('o')) return 1;
  return cluster.names.includes(words[at + 1] ?? '') ? 2 : 0;
}

/** With what prints each command before it runs. */
const settings: Cluster = {
  pattern: new RegExp(`^[-+](?:[${letters}x]+o?|o)$`),
  names: [...names, 'xtrace'],
};

/** Whether all operands of `set` are such settings, at least one. */
export function keepsReading(operands: readonly (string | null)[]): boolean {
  for (let at = 0; at < operands.length; ) {
    const width = widthAt(operands, at, settings);
    if (width === 0) return false;
    at += width;
  }
  return operands.length > 0;
}

const options: Cluster = { pattern: new RegExp(`^-(?:[${letters}]+o?|o)$`), names };
/** With `-c` among them, which takes the first word behind the options: a name for `-o` comes before it. */
const scriptOptions: Cluster = { pattern: new RegExp(`^-[${letters}]*c[${letters}]*o?$`), names };
/** Only bash has these, before all others; a script that is an argument loads no such file. */
const noFile = /^--no(?:rc|profile)$/;

/** Shells whose scripts are judged, where they are known. */
export const judgedShells = /^(ba|da)?sh$/;

/** The index of the first word of a shell behind those that load no file. */
function startOf(base: string, words: readonly (string | null)[]): number {
  let at = 1;
  while (base === 'bash' && noFile.test(words[at] ?? '')) at += 1;
  return at;
}

/** Whether the words of a shell have it read its script from its standard input, as it is, without parameters: `bash -eu`, `sh -s`. */
export function readsScript(base: string, words: readonly (string | null)[]): boolean {
  let at = startOf(base, words);
  for (let width = 1; width > 0; at += width)
    width = base !== 'bash' && words[at]?.includes('E') === true ? 0 : widthAt(words, at, options);
  return at === words.length || (at === words.length - 1 && words[at] === '-s');
}

/**
 * The index of the script among the words of a shell, where it is read as behind `-c` alone: `bash --norc -euo pipefail -c TEXT`. Null
 * for other options, such as those that load files (`-l`, `-i`), expand other wildcards (`-O`, `-f`) or read other words (`-k`, `-H`).
 * There may be no word at that index.
 */
export function scriptIndexOf(base: string, words: readonly (string | null)[]): number | null {
  const isBash = base === 'bash';
  let at = startOf(base, words);
  for (;;) {
    // In some shells of this name, -E loads a file.
    if (!isBash && words[at]?.includes('E') === true) return null;
    const last = widthAt(words, at, scriptOptions);
    if (last > 0) return at + last;
    const width = widthAt(words, at, options);
    if (width === 0) return null;
    at += width;
  }
}
