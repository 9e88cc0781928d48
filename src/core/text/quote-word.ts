/** A word for a shell, quoted if needed. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : inSingleQuotes(word);
}

/** A word in single quotes, in which a shell expands nothing. */
export function inSingleQuotes(word: string): string {
  return `'${word.replaceAll("'", () => `'\\''`)}'`;
}
