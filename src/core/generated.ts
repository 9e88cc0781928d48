/** A value from a generated file, with the type it was generated from; a test compares the file with its source. */
export function generated<T>(value: unknown): T {
  return value as T;
}
