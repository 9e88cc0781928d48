/** A text without a character repeated at its end. (A regular expression would take quadratic time.) */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/** A text up to the last of some characters, without it; null if it has none. (A regular expression would take quadratic time.) */
export function endedBy(text: string, characters: string): string | null {
  const end = Math.max(...[...characters].map((character) => text.lastIndexOf(character)));
  return end === -1 ? null : text.slice(0, end);
}
