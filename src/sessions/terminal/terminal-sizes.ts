import type { TerminalSize } from '../../platform/process/child.ts';
import type { LogPiece } from '../../platform/sessions/session-log-files.ts';

/** A terminal size, and the output offset from which on it applies. */
export interface SizeFrom extends TerminalSize {
  readonly at: number;
}

/** Most sizes remembered; output drawn before the oldest is long gone from the screen. */
const mostKnown = 64;

/** The sizes a terminal has had. */
export class TerminalSizes {
  #known: readonly SizeFrom[];

  constructor(known: readonly SizeFrom[]) {
    this.#known = known;
  }

  /** Oldest first; empty without a terminal. */
  get known(): readonly SizeFrom[] {
    return this.#known;
  }

  get current(): TerminalSize | null {
    const last = this.#known.at(-1);
    return last === undefined ? null : { cols: last.cols, rows: last.rows };
  }

  /** Notes a size from output offset `at` on; false if it is the current one. */
  change({ cols, rows }: TerminalSize, at: number): boolean {
    const last = this.#known.at(-1);
    if (last?.cols === cols && last.rows === rows) return false;
    const before = this.#known.filter((size) => size.at < at);
    this.#known = [...before, { at, cols, rows }].slice(-mostKnown);
    return true;
  }
}

/** The sizes that a session reports, or else the single known one; empty without a terminal. */
export function toldSizes(
  told: { readonly size: TerminalSize | null; readonly sizes: readonly SizeFrom[] } | null,
  atStart: TerminalSize | null,
): readonly SizeFrom[] {
  if (told !== null && told.sizes.length > 0) return told.sizes;
  const size = told?.size ?? atStart;
  return size === null ? [] : [{ at: 0, ...size }];
}

/** The last of a terminal's output, and its sizes during it, oldest first, at least one. */
export interface Replay {
  readonly pieces: readonly LogPiece[];
  readonly sizes: readonly SizeFrom[];
  /** What the terminal is given before. */
  readonly modes?: string;
}

/** Output between two size changes, and the size it was made for. */
export interface Drawn {
  readonly size: TerminalSize;
  /** Offset of the first byte. */
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** Cuts the pieces where the size changes; the last one has the current size, with empty output if need be. */
export function* cutAtSizes({ pieces, sizes }: Replay): Generator<Drawn> {
  const none = new Uint8Array(0);
  const end = pieces.reduce((_, { start, bytes }) => start + bytes.length, 0);
  for (const [index, size] of sizes.entries()) {
    const from = index === 0 ? 0 : size.at;
    const to = sizes[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    for (const { start, bytes } of pieces) {
      const skipped = Math.max(0, from - start);
      const part = bytes.subarray(skipped, Math.max(0, to - start));
      if (part.length > 0) yield { size, start: start + skipped, bytes: part };
    }
    if (to === Number.POSITIVE_INFINITY) yield { size, start: end, bytes: none };
  }
}
