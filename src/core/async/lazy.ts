/** A function that returns the result of `make`, called on first use and cached; a call that throws is not cached. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A function that returns the result of `make` for an object, called on first use and cached per object; a throw is not cached. */
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
