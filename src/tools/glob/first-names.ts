/** Keeps only the first `limit` names in UTF-16 order, and counts all. */
export class FirstNames {
  readonly #limit: number;
  #kept: string[] = [];
  /** The last kept name once there are enough: later ones are not among the first. */
  #last: string | null = null;
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get total(): number {
    return this.#total;
  }

  add(name: string): void {
    this.#total += 1;
    if (this.#last !== null && name > this.#last) return;
    this.#kept.push(name);
    if (this.#kept.length >= this.#limit * 2) this.#cut();
  }

  /** At most `limit` names, sorted. */
  names(): readonly string[] {
    this.#cut();
    return this.#kept;
  }

  #cut(): void {
    this.#kept = this.#kept.sort().slice(0, this.#limit);
    if (this.#kept.length === this.#limit) this.#last = this.#kept.at(-1) ?? null;
  }
}
