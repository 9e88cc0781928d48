/** Serialises callers within this process that use the same key, in the order in which they came. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Whether somebody holds the turn of `key` or waits for it. */
  isTaken(key: string): boolean {
    return this.#last.has(key);
  }

  /** Waits for the callers before; the returned function lets the next one in. */
  async enter(key: string): Promise<() => void> {
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
