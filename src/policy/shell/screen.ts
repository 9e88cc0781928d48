/** Most bytes of a script that is looked at. */
export const mostBytes = 131_072;

/** Control characters but TAB and LF, bidi controls, zero-width characters, tags and halves of surrogate pairs. */
const refused =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/u;

/** Blanks that some shells split words at and others do not. */
const blanks = /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Why a text is refused before any parsing, or null. */
export function screenText(text: string): string | null {
  if (Buffer.byteLength(text) > mostBytes) return `the command is longer than ${mostBytes} bytes`;
  const found = refused.exec(text);
  if (found === null) return null;
  const code = (text.codePointAt(found.index) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `the command holds the character U+${code}, which shells and people read differently`;
}

/** Marks that a two-byte locale takes for the second half of the character before them. */
const swallowed = /[^\u0000-\u007f][\\`|{}[\]~^]/;

/** Why shells may read a text in different ways, or null; in a plain locale each takes characters for what they are. */
export function ambiguity(text: string, isPlainLocale: boolean): string | null {
  if (/(?<!\\)(\\\\)*\\$/.test(text)) return 'ends in a backslash, which not every shell keeps';
  if (blanks.test(text)) return 'holds blanks about which shells disagree';
  return !isPlainLocale && swallowed.test(text)
    ? 'holds a mark that some locales read as half of a character'
    : null;
}
