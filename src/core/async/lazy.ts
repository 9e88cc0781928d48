/** What `make` gives, made when it is first wanted and kept; nothing is kept of a `make` that throws. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What `make` gives for an object, made when it is first wanted for that one and kept with it; nothing is kept of a `make` that throws. */
export function lazyFor<Key extends object, T extends object | null>(make: (key: Key) => T): (key: Key) => T {
  const made = new WeakMap<Key, T>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
