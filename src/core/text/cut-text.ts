// Texts are cut between characters: UTF-8 and strict JSON readers reject half of a surrogate pair.

/** Whether a cut at `at` (in UTF-16 units) would split a surrogate pair. */
export function splitsPair(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/** The longest start of a text with at most `most` UTF-16 units that splits no character. */
export function firstCharacters(text: string, most: number): string {
  return text.slice(0, splitsPair(text, most) ? most - 1 : most);
}

/** The longest end of a text with at most `most` UTF-16 units that splits no character. */
export function lastCharacters(text: string, most: number): string {
  const start = Math.max(0, text.length - most);
  return text.slice(splitsPair(text, start) ? start + 1 : start);
}

/** A text; if longer than `most`, its start and an ellipsis. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${firstCharacters(text, most)}…`;
}

/** A text; if longer than `most`, its start and the number of characters left out. */
export function cutAndCounted(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = firstCharacters(text, most);
  return `${start}… (${text.length - start.length} more characters)`;
}

/** The same, but the last quarter of `most` is taken from the end of the text. */
export function cutInside(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = lastCharacters(text, Math.floor(most / 4));
  return `${cutAndCounted(text.slice(0, text.length - end.length), most - end.length)}${end}`;
}
