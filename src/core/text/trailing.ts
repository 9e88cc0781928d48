/** A text without the characters of one kind at its end. A pattern would look for the end anew from each of them, wherever they stand. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
