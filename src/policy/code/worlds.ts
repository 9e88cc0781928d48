/** A choice among alternatives: the element of a loop, the caller of a function, the value of a variable. */
interface Pick {
  readonly place: string;
  readonly count: number;
  readonly at: number;
}

/**
 * Repeats a reading with different choices until all combinations were made. Within one reading, a place keeps its choice, so
 * that the names of one loop belong together.
 */
export class Worlds {
  #picks: Pick[] = [];
  /** The number of choices made in this reading. */
  #asked = 0;
  #known = new Map<string, number>();
  /** The number of times that a choice was requested, over all readings. */
  asked = 0;

  /** The index chosen among `count` alternatives in this reading. */
  pick(place: string, count: number): number {
    if (count < 2) return 0;
    this.asked += 1;
    const known = this.#known.get(place);
    if (known !== undefined) return known;
    const planned = this.#picks[this.#asked];
    const at = planned?.at ?? 0;
    if (planned === undefined) this.#picks.push({ place, count, at });
    this.#asked += 1;
    this.#known.set(place, at);
    return at;
  }

  /** Prepares the next reading; returns whether there is one. */
  #next(): boolean {
    while (this.#picks.length > 0) {
      const last = this.#picks.pop();
      if (last === undefined || last.at + 1 >= last.count) continue;
      this.#picks.push({ ...last, at: last.at + 1 });
      return true;
    }
    return false;
  }

  /** Reads once per combination, at most `most` times and while `read` returns true; returns whether that covers all combinations. */
  each(most: number, read: () => boolean): boolean {
    this.#picks = [];
    for (let round = 0; round < most; round += 1) {
      this.#asked = 0;
      this.#known = new Map();
      if (!read()) return false;
      if (!this.#next()) return true;
    }
    return false;
  }
}
