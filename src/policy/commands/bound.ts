/** Cuts lists to a size, and notes whether one was longer. */
export class Bound {
  isCut = false;

  /** At most the first `most` items of a list. */
  first<Item>(list: readonly Item[], most: number): readonly Item[] {
    if (list.length <= most) return list;
    this.isCut = true;
    return list.slice(0, most);
  }
}
