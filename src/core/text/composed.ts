export function isAscii(text: string): boolean {
  return /^[\u0000-\u007f]*$/.test(text);
}

/** A text with its characters composed (NFC), so that those which look the same are equal: some systems write accents apart. */
export function composed(text: string): string {
  return isAscii(text) ? text : text.normalize('NFC');
}

/** The same without the difference of capitals. */
export function folded(text: string): string {
  return composed(text).toLowerCase();
}
