/** Entries a terminal keeps at least; of more, the oldest are lost. */
const mostKept = 32;

/** How one screen's program wants keys to be told (the keyboard protocol of kitty): a stack of flags, of which the last count. */
class KeyboardStack {
  #flags: number[] = [];

  get flags(): number {
    return this.#flags.at(-1) ?? 0;
  }

  push(flags: number): void {
    this.#flags.push(flags);
    if (this.#flags.length > mostKept) this.#flags.shift();
  }

  pop(count: number): void {
    if (count > 0) this.#flags.splice(-count);
  }

  /** `mode` 1 sets exactly these flags, 2 these besides, 3 clears them. */
  change(flags: number, mode: number): void {
    const before = this.#flags.pop() ?? 0;
    this.#flags.push(mode === 2 ? before | flags : mode === 3 ? before & ~flags : flags);
  }
}

/** The flags of both screens, each of which has a stack of its own. */
export class KeyboardFlags {
  readonly #main = new KeyboardStack();
  readonly #alternate = new KeyboardStack();

  /** Takes what follows `CSI`, for the screen that shows: `>F u` pushes, `<N u` pops, `=F;M u` changes. */
  control(sequence: string, isAlternate: boolean): void {
    const [, verb, first, second] = /^([><=])(\d*)(?:;(\d*))?u$/.exec(sequence) ?? [];
    const stack = isAlternate ? this.#alternate : this.#main;
    if (verb === '>') stack.push(Number(first));
    else if (verb === '<') stack.pop(Number(first || '1'));
    else if (verb === '=') stack.change(Number(first), Number(second || '1'));
  }

  /** The sequence that sets the flags of a screen in a terminal that has none; empty for none. */
  render(isAlternate: boolean): string {
    const { flags } = isAlternate ? this.#alternate : this.#main;
    return flags === 0 ? '' : `\x1b[>${flags}u`;
  }
}
