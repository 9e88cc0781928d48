/** A cache of answers to the last few short texts: agents repeat commands, and a call is judged again after it was approved. */
export class Kept<Answer> {
  readonly #answers = new Map<string, Answer>();
  readonly #most: number;
  readonly #longest: number;

  /** Keeps at most `most` answers, with keys of at most `longest` characters. */
  constructor(most: number, longest: number) {
    this.#most = most;
    this.#longest = longest;
  }

  get(key: string): Answer | undefined {
    return this.#answers.get(key);
  }

  /** The kept answer for a key, else that of `make`, which is kept if `lasts` says so. */
  through(key: string, make: () => Answer, lasts: (answer: Answer) => boolean): Answer {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (lasts(made)) this.keep(key, made);
    return made;
  }

  keep(key: string, answer: Answer): void {
    if (key.length > this.#longest) return;
    if (this.#answers.size >= this.#most) {
      const oldest = this.#answers.keys().next().value;
      if (oldest !== undefined) this.#answers.delete(oldest);
    }
    this.#answers.set(key, answer);
  }
}
