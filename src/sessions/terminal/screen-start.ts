import { screenMode } from '../../output/terminal-mark.ts';
import type { TerminalModes } from './terminal-modes.ts';

/** Most bytes of output replayed, as a second or two go by for them. */
export const mostReplayed = 16_777_216;
/** Bytes of output replayed where nothing is put into a place: lines have scrolled off the screen long before. */
export const replayedBytes = 1_048_576;

/** Where a replay of a terminal's output starts that leaves its screen as it is. */
export interface ScreenStart {
  /** Offset in the output. */
  readonly from: number;
  /** What the terminal is given before. */
  readonly modes: string;
  /** Whether something drawn before may still stand on the screen, and is missing. */
  readonly isCut: boolean;
}

/** An empty screen. */
interface Cleared extends Omit<ScreenStart, 'isCut'> {
  /** Whether anything was put into a place of it since, which may stand there however much is printed. */
  readonly isPlaced: boolean;
}

/** Matches sequences that put what follows into a row other than the first, move lines on the screen or set its margins. */
const placing = /^(?!(?:1?;?1?)[Hf]$)[\d;]*[HfdrLMST]$/;
const leaving = new RegExp(`^\\?${screenMode}l$`);
const entering = new RegExp(`^\\?${screenMode}h$`);

/** Follows when a terminal's screens, the main one and the other, were last empty. */
export class ScreenStarts {
  #main: Cleared = { from: 0, modes: '', isPlaced: false };
  #other: Cleared = this.#main;

  /** Takes the text after `CSI` of a sequence that ends at the offset `at`, or ESC and the byte after it; the modes are those behind it. */
  control(sequence: string, at: number, modes: TerminalModes): void {
    const isReset = sequence === '\x1bc';
    if (isReset || sequence === '2J' || entering.test(sequence))
      this.#set(modes, { from: at, modes: isReset ? '' : startOf(modes), isPlaced: false });
    else if (leaving.test(sequence)) this.#main = { ...this.#main, isPlaced: true };
    else if (placing.test(sequence)) this.#set(modes, { ...this.#current(modes), isPlaced: true });
  }

  /** The start for the screen as it is after `total` bytes. */
  start(total: number, modes: TerminalModes): ScreenStart {
    const { from, modes: before, isPlaced } = this.#current(modes);
    const least = Math.max(0, total - (isPlaced ? mostReplayed : replayedBytes));
    if (total <= replayedBytes) return { from: 0, modes: '', isCut: false };
    return from >= least
      ? { from, modes: before, isCut: false }
      : { from: least, modes: startOf(modes), isCut: isPlaced };
  }

  #current({ isAlternate }: TerminalModes): Cleared {
    return isAlternate ? this.#other : this.#main;
  }

  #set({ isAlternate }: TerminalModes, cleared: Cleared): void {
    if (isAlternate) this.#other = cleared;
    else this.#main = cleared;
  }
}

function startOf(modes: TerminalModes): string {
  return `${modes.isAlternate ? '\x1b[?1049h' : ''}${modes.render()}`;
}
