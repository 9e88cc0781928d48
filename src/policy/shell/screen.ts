/** Most bytes of a script that is judged. */
export const mostBytes = 131_072;

/** Control characters except TAB and LF, bidi controls, zero-width characters, tags and lone surrogates. */
const refused =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/u;

/** Blanks at which only some shells split words. */
const blanks = /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Why a text is refused before it is parsed; null if it is not. */
export function screenText(text: string): string | null {
  if (Buffer.byteLength(text) > mostBytes) return `the command is longer than ${mostBytes} bytes`;
  const found = refused.exec(text);
  if (found === null) return null;
  if (text.startsWith('\r\n', found.index))
    return "the command's lines end in CR LF, of which a shell takes the CR as text: LF alone ends a line";
  const code = (text.codePointAt(found.index) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `the command holds the character U+${code}, which shells and people read differently`;
}

/** Marks that a two-byte locale takes for the second byte of a character. */
const swallowed = /[^\u0000-\u007f][\\`|{}[\]~^]/;

/** Why shells may read a text differently; null if not. In a plain locale, all of them decode characters alike. */
export function ambiguity(text: string, isPlainLocale: boolean): string | null {
  if (/(?<!\\)(\\\\)*\\$/.test(text)) return 'ends in a backslash, which not every shell keeps';
  if (blanks.test(text)) return 'holds blanks about which shells disagree';
  return !isPlainLocale && swallowed.test(text)
    ? 'holds a mark that some locales read as half of a character'
    : null;
}
