/** Characters without a width of their own: marks, joiners, variation selectors. */
const none = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]/u;
/** East Asian wide and full-width characters (Unicode Standard Annex #11), and characters shown as emoji by default. */
const two =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{1b2fb}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u;
/** Halves of flags, each of which terminals count separately. */
const regional = /[\u{1f1e6}-\u{1f1ff}]/u;

/** Columns of a character in a terminal: 0, 1 or 2. */
export function columnsOf(character: string): 0 | 1 | 2 {
  if (character < '\u0300') return 1;
  if (none.test(character)) return 0;
  return two.test(character) && !regional.test(character) ? 2 : 1;
}
