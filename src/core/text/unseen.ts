/**
 * Characters that a terminal does not show as themselves (controls, bidi, zero width), as the inside of a class with the flag u:
 * Unicode's Cc, Cf, Zl and Zp. Written out, those beyond the BMP as themselves, because the published schema of the configuration has
 * them and not every language knows `\p{…}` or `\u{…}` (Python's re does not).
 */
export const unseenCharacters =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e\\u200b-\\u200f' +
  '\\u2028-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb' +
  '\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}';

// Compiled on use: these wide classes would add half a millisecond to every start.

/** Whether a text has such characters. */
export function holdsUnseen(text: string): boolean {
  return new RegExp(`[${unseenCharacters}]`, 'u').test(text);
}

/** Text with such characters as `\u{…}`, so that nothing in it can move the cursor or turn the reading direction. */
export function escapeUnseen(text: string): string {
  return text.replace(new RegExp(`[${unseenCharacters}]`, 'gu'), escapeOne);
}

/** The same for text of several lines: newlines and tabs stay. */
export function escapeUnseenLines(text: string): string {
  return text.replace(/[^\n\t]+/g, escapeUnseen);
}

function escapeOne(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * Text for a person to decide on: every character is shown as itself or as an escape. Also escapes lookalikes of blanks and invisible
 * ones: odd blanks, fillers, variation selectors, lone surrogates, private and unassigned code points.
 */
export function escapeDeceptive(text: string): string {
  const deceptive =
    /(?![ \n\t])\s|[\u115f\u1160\u2800\u3164\uffa0]|\p{Default_Ignorable_Code_Point}|[\p{Cs}\p{Co}\p{Cn}]/gu;
  return escapeUnseenLines(text).replace(deceptive, escapeOne);
}

/** The same on one line. */
export function escapeLine(text: string): string {
  return escapeDeceptive(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** Lines of text from a call, each after a bar, so that none can pass for a line of ours. */
export function behindBar(text: string): readonly string[] {
  return escapeDeceptive(text)
    .split('\n')
    .map((line) => `  | ${line}`);
}
