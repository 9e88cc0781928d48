/** Keeps lists to a size, and notes whether one was longer. */
export class Bound {
  isCut = false;

  /** A list, or as much of its beginning as there may be. */
  first<Item>(list: readonly Item[], most: number): readonly Item[] {
    if (list.length <= most) return list;
    this.isCut = true;
    return list.slice(0, most);
  }
}
