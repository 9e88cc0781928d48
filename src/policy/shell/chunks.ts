/** A list in parts of `size` items, which is more than 0; the last one may have fewer. */
export function chunksOf<Item>(list: readonly Item[], size: number): readonly (readonly Item[])[] {
  const starts = Array.from({ length: Math.ceil(list.length / size) }, (_, index) => index * size);
  return starts.map((start) => list.slice(start, start + size));
}
