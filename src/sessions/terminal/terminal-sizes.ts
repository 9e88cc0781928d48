import type { TerminalSize } from '../../platform/process/child.ts';

/** A size that a terminal has from an offset of its output on. */
export interface SizeFrom extends TerminalSize {
  readonly at: number;
}

/** Changes that are known; what was drawn before the oldest one is long gone from the screen. */
const mostKnown = 64;

/** The sizes a terminal has had. */
export class TerminalSizes {
  #known: readonly SizeFrom[];

  constructor(known: readonly SizeFrom[]) {
    this.#known = known;
  }

  /** Oldest first; empty where there is no terminal. */
  get known(): readonly SizeFrom[] {
    return this.#known;
  }

  get current(): TerminalSize | null {
    const last = this.#known.at(-1);
    return last === undefined ? null : { cols: last.cols, rows: last.rows };
  }

  /** Whether that is another size. `at` is the offset of the output that comes next. */
  change({ cols, rows }: TerminalSize, at: number): boolean {
    const last = this.#known.at(-1);
    if (last?.cols === cols && last.rows === rows) return false;
    const before = this.#known.filter((size) => size.at < at);
    this.#known = [...before, { at, cols, rows }].slice(-mostKnown);
    return true;
  }
}

/** The sizes that a session tells of, or the one that is known of it; empty where it has no terminal. */
export function toldSizes(
  told: { readonly size: TerminalSize | null; readonly sizes: readonly SizeFrom[] } | null,
  atStart: TerminalSize | null,
): readonly SizeFrom[] {
  if (told !== null && told.sizes.length > 0) return told.sizes;
  const size = told?.size ?? atStart;
  return size === null ? [] : [{ at: 0, ...size }];
}
