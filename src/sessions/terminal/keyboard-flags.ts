/** Most stack entries kept, as many as a terminal keeps at least; older ones are dropped. */
const mostKept = 32;

/** The keyboard flags of one screen (kitty's keyboard protocol): a stack, of which the top applies. */
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

  /** `mode` 1 sets exactly these flags, 2 adds them, 3 clears them. */
  change(flags: number, mode: number): void {
    const before = this.#flags.pop() ?? 0;
    this.#flags.push(mode === 2 ? before | flags : mode === 3 ? before & ~flags : flags);
  }
}

/** The flags of both screens, each with a stack of its own. */
export class KeyboardFlags {
  readonly #main = new KeyboardStack();
  readonly #alternate = new KeyboardStack();

  /** Handles the text after `CSI` for the current screen: `>F u` pushes, `<N u` pops, `=F;M u` changes. */
  control(sequence: string, isAlternate: boolean): void {
    const [, verb, first, second] = /^([><=])(\d*)(?:;(\d*))?u$/.exec(sequence) ?? [];
    const stack = this.#of(isAlternate);
    if (verb === '>') stack.push(Number(first));
    else if (verb === '<') stack.pop(Number(first || '1'));
    else if (verb === '=') stack.change(Number(first), Number(second || '1'));
  }

  /** Whether a screen's keys without a code of their own come as `CSI … u`: flag 1 asks for those, flag 8 for all keys. */
  isOn(isAlternate: boolean): boolean {
    return (this.#of(isAlternate).flags & 0b1001) !== 0;
  }

  /** The sequence that sets a screen's flags in a fresh terminal; empty for none. */
  render(isAlternate: boolean): string {
    const { flags } = this.#of(isAlternate);
    return flags === 0 ? '' : `\x1b[>${flags}u`;
  }

  #of(isAlternate: boolean): KeyboardStack {
    return isAlternate ? this.#alternate : this.#main;
  }
}
