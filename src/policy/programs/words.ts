/** The words of a table, which are written with a blank between them. */
export function words(text: string): readonly string[] {
  return text.split(' ');
}
