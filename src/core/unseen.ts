/** Characters a terminal does not show as themselves (controls, bidi, zero width), as the inside of a class with the flag u. */
export const unseenCharacters = '\\p{Cc}\\p{Cf}\\u2028\\u2029';

const unseen = new RegExp(`[${unseenCharacters}]`, 'gu');

/** Text with such characters as `\u{…}`, so that nothing in it can move the cursor or turn the reading direction. */
export function escapeUnseen(text: string): string {
  return text.replace(unseen, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same for text of several lines: line ends and TAB stay. */
export function escapeUnseenLines(text: string): string {
  return text.replace(/[^\n\t]+/g, escapeUnseen);
}
