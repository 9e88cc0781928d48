import { LF } from '../../core/text/control-bytes.ts';
import { decodeText } from '../../core/text/utf8.ts';
import { EscapeFilter } from '../../output/escapes.ts';
import { Utf8Repair } from '../../output/utf8-repair.ts';

/** Characters of earlier output over which a match may reach back. */
export const reachBack = 16_384;
/** Most bytes handed on at once of a line without end. */
const longestStep = 2048;

/** A position in an output. */
export interface StepEnd {
  readonly bytes: number;
  readonly chars: number;
}

/** The text that new output adds. */
export interface AddedText {
  readonly text: string;
  /** Provisional text after it; the next text starts with what becomes of it. */
  readonly open: string;
  /** The first end of a line, or of a step of a long one, at which the text has at least `chars` characters. */
  endOf(chars: number): StepEnd;
}

/** Turns output into text to search. */
export interface ScanText {
  push(bytes: Uint8Array): AddedText;
  /** Notes that output is missing between the last push and the next. */
  skip(): void;
}

/** Number of bytes handed on at once: up to the end of the line if it is near. */
export function stepOf(bytes: Uint8Array, from: number): number {
  const newline = bytes.subarray(from, from + longestStep).indexOf(LF);
  return Math.min(bytes.length - from, newline < 0 ? longestStep : newline + 1);
}

/** The newlines for a run of carriage returns: one before a line feed, else one for each. */
function lineEnds(returns: string): string {
  return returns.endsWith('\n') ? '\n' : '\n'.repeat(returns.length);
}

/** The incomplete end of a text: a sequence, a character, a run of carriage returns. */
class Edge {
  readonly #escapes: EscapeFilter;
  readonly #repair: Utf8Repair;
  #returns: string;

  constructor(escapes = new EscapeFilter(), repair = new Utf8Repair(), returns = '') {
    this.#escapes = escapes;
    this.#repair = repair;
    this.#returns = returns;
  }

  copy(): Edge {
    return new Edge(this.#escapes.copy(), this.#repair.copy(), this.#returns);
  }

  /** The text of the next bytes, without trailing carriage returns: whether a newline follows them is still unknown. */
  decode(bytes: Uint8Array): string {
    const all = this.#returns + decodeText(this.#repair.push(this.#escapes.push(bytes), true));
    let end = all.length;
    while (end > 0 && all[end - 1] === '\r') end -= 1;
    this.#returns = all.slice(Math.max(end, all.length - reachBack));
    // A lone carriage return starts a new line.
    return all.slice(0, end).replace(/\r+\n?/g, lineEnds);
  }
}

/** Output not printed to a terminal: all of it, without escape sequences; each state of a progress bar is a line. */
export class PrintedText implements ScanText {
  #edge = new Edge();

  push(bytes: Uint8Array): AddedText {
    const before = this.#edge.copy();
    const text = this.#edge.decode(bytes);
    return {
      text,
      open: '',
      endOf: (least) => {
        let [at, chars] = [0, 0];
        do {
          const next = at + stepOf(bytes, at);
          chars += before.decode(bytes.subarray(at, next)).length;
          at = next;
        } while (at < bytes.length && chars < least);
        return { bytes: at, chars };
      },
    };
  }

  skip(): void {
    this.#edge = new Edge();
  }
}
