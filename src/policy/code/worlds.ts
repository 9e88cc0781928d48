/** A place where one of several may be: a loop, a function that is called in several places, a variable that is given several. */
interface Pick {
  readonly place: string;
  readonly count: number;
  readonly at: number;
}

/**
 * Reads the same again and again, each time with other picks, until each of all that may be was picked: in one reading a place has
 * one pick, so that the names of one loop go together.
 */
export class Worlds {
  #picks: Pick[] = [];
  /** How many of them were asked for. */
  #asked = 0;
  #known = new Map<string, number>();
  /** How often it was asked for one of several. */
  asked = 0;

  /** Which of so many it is in this reading. */
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

  /** Begins the next reading; whether there is one. */
  #next(): boolean {
    while (this.#picks.length > 0) {
      const last = this.#picks.pop();
      if (last === undefined || last.at + 1 >= last.count) continue;
      this.#picks.push({ ...last, at: last.at + 1 });
      return true;
    }
    return false;
  }

  /** Reads as often as there are ways to pick, at most so many times and while it tells to go on; whether that is all of them. */
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
