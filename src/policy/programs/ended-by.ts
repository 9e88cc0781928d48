/** A text up to the last of some characters; null where it has none. A pattern would look for that anew from each beginning. */
export function endedBy(text: string, characters: string): string | null {
  const end = Math.max(...[...characters].map((character) => text.lastIndexOf(character)));
  return end === -1 ? null : text.slice(0, end);
}
