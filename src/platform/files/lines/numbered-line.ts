/** Digits that the number of a line has room for. */
const width = 6;
/** Blanks before a number of so many digits; `padStart` took a third of a page's time. */
const blanks = ['', '     ', '    ', '   ', '  ', ' '];

/** `%6d` and a tab, as `cat -n` numbers lines. */
export function numbered(number: number, text: string): string {
  const digits = String(number);
  return `${blanks[digits.length] ?? ''}${digits}\t${text}`;
}

/** Bytes that a line with such a number takes beyond its text: the number, the tab and the newline. */
export function bytesAround(number: number): number {
  return Math.max(String(number).length, width) + 2;
}
