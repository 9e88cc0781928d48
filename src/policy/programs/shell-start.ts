/** Letters of settings that change no word of a script: they end it early, refuse to overwrite, or print what runs. */
const letters = 'euxCE';
/** The same by name, and what makes a pipeline fail. */
const names: ReadonlySet<string> = new Set('errexit nounset xtrace noclobber errtrace pipefail'.split(' '));

/** How many words such settings take at `at`, as in `-euo pipefail`: 1 or 2; 0 for any other word. */
function settingWidth(words: readonly (string | null)[], at: number, cluster: RegExp): 0 | 1 | 2 {
  const word = words[at] ?? null;
  if (word === null || !cluster.test(word)) return 0;
  if (!word.endsWith('o')) return 1;
  return names.has(words[at + 1] ?? '') ? 2 : 0;
}

const settings = new RegExp(`^[-+](?:[${letters}]+o?|o)$`);

/** Whether all operands of `set` are such settings, at least one. */
export function keepsReading(operands: readonly (string | null)[]): boolean {
  for (let at = 0; at < operands.length; ) {
    const width = settingWidth(operands, at, settings);
    if (width === 0) return false;
    at += width;
  }
  return operands.length > 0;
}

const options = new RegExp(`^-(?:[${letters}]+o?|o)$`);
/** With `-c` among them, which takes the first word behind the options: a name for `-o` comes before it. */
const scriptOptions = new RegExp(`^-[${letters}]*c[${letters}]*o?$`);
/** Only bash has these, before all others; a script that is an argument loads no such file. */
const noFile = /^--no(?:rc|profile)$/;

/**
 * The index of the script among the words of a shell, where it is read as behind `-c` alone: `bash --norc -euo pipefail -c TEXT`. Null
 * for other options, such as those that load files (`-l`, `-i`), expand other wildcards (`-O`, `-f`) or read other words (`-k`, `-H`).
 * There may be no word at that index.
 */
export function scriptIndexOf(base: string, words: readonly (string | null)[]): number | null {
  const isBash = base === 'bash';
  let at = 1;
  while (isBash && noFile.test(words[at] ?? '')) at += 1;
  for (;;) {
    // In some shells of this name, -E loads a file.
    if (!isBash && words[at]?.includes('E') === true) return null;
    const last = settingWidth(words, at, scriptOptions);
    if (last > 0) return at + last;
    const width = settingWidth(words, at, options);
    if (width === 0) return null;
    at += width;
  }
}
