/** The words of a table, which are written with a blank between them. */
export function words(text: string): readonly string[] {
  return text.split(' ');
}

/** The same value for several names of a table. */
export function each<Value>(names: string, value: Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(words(names).map((name) => [name, value]));
}

/** The words of a table as a set. */
export function setOf(text: string): ReadonlySet<string> {
  return new Set(words(text));
}
