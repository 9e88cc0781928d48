// A text is cut between characters: half of a surrogate pair is no text that UTF-8 or a strict reader of JSON takes.

/** Whether a cut at `at` (UTF-16 units) would go through a surrogate pair. */
export function splitsPair(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/** The longest start of a text that has at most so many UTF-16 units and no half of a character. */
export function firstCharacters(text: string, most: number): string {
  return text.slice(0, splitsPair(text, most) ? most - 1 : most);
}

/** The longest end of a text that has at most so many UTF-16 units and no half of a character. */
export function lastCharacters(text: string, most: number): string {
  const start = Math.max(0, text.length - most);
  return text.slice(splitsPair(text, start) ? start + 1 : start);
}

/** A text, or as much of its start as `firstCharacters` gives and an ellipsis. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${firstCharacters(text, most)}…`;
}

/** A text, or as much of its start as `firstCharacters` gives and how much more there is. */
export function cutAndCounted(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = firstCharacters(text, most);
  return `${start}… (${text.length - start.length} more characters)`;
}

/** The same with the last quarter of it from the end: what stands there is not lost. */
export function cutInside(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = lastCharacters(text, Math.floor(most / 4));
  return `${cutAndCounted(text.slice(0, text.length - end.length), most - end.length)}${end}`;
}
