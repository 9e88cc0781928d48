/** What `make` gives, made when it is first wanted and kept; nothing is kept of a `make` that throws. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
