/** Lets those who want the same thing have it one after the other, in the order in which they came. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Waits for the earlier ones on `key`; the returned function lets the next one in. */
  async take(key: string): Promise<() => void> {
    const before = this.#last.get(key);
    let leave = (): void => {};
    const mine = new Promise<void>((resolve) => {
      leave = resolve;
    });
    this.#last.set(key, mine);
    await before;
    return () => {
      if (this.#last.get(key) === mine) this.#last.delete(key);
      leave();
    };
  }
}
