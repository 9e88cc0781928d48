/** Width of a line number in digits. */
const width = 6;
/** Padding by number of digits; `padStart` took a third of a page's time. */
const blanks = ['', '     ', '    ', '   ', '  ', ' '];

/** Numbers a line like `cat -n`: `%6d` and a tab. */
export function numbered(number: number, text: string): string {
  const digits = String(number);
  return `${blanks[digits.length] ?? ''}${digits}\t${text}`;
}

/** Bytes that a line with this number takes besides its text: the number, the tab and the newline. */
export function bytesAround(number: number): number {
  return Math.max(String(number).length, width) + 2;
}
