/** A list in parts of so many items, the last of which may have fewer; `size` is more than 0. */
export function chunksOf<Item>(list: readonly Item[], size: number): readonly (readonly Item[])[] {
  const starts = Array.from({ length: Math.ceil(list.length / size) }, (_, index) => index * size);
  return starts.map((start) => list.slice(start, start + size));
}
