/** A word as a person would write it in a shell. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : inSingleQuotes(word);
}

/** A word in quotes, within which a shell finds nothing. */
export function inSingleQuotes(word: string): string {
  return `'${word.replaceAll("'", () => `'\\''`)}'`;
}
