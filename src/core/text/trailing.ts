/** A text without the characters of one kind at its end. A pattern would look for the end anew from each of them, wherever they stand. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/** A text up to the last of some characters; null where it has none. A pattern would look for that anew from each beginning. */
export function endedBy(text: string, characters: string): string | null {
  const end = Math.max(...[...characters].map((character) => text.lastIndexOf(character)));
  return end === -1 ? null : text.slice(0, end);
}
