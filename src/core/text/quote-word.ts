/** A word as a person would write it in a shell. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", () => `'\\''`)}'`;
}
