import { EscapeFilter } from '../../output/escapes.ts';
import { terminalMark } from '../../output/terminal-mark.ts';
import { TerminalText } from '../../output/terminal-text.ts';
import { Utf8Repair } from '../../output/utf8-repair.ts';
import { cutAtSizes, type SizeFrom } from '../terminal/terminal-sizes.ts';
import { withoutNuls } from './output-text.ts';
import { type AddedText, type ScanText, type StepEnd, stepOf } from './scan-text.ts';

/**
 * Output of a terminal: each line as it is when the cursor leaves it or goes back to its start, so that all states of a progress bar
 * are lines, and the line in progress as it is now. What is edited within a line is not seen.
 */
export class DrawnText implements ScanText {
  readonly #sizes: () => readonly SizeFrom[];
  #at: number;
  #escapes = new EscapeFilter(terminalMark);
  #repair = new Utf8Repair();
  #lines: TerminalText | null = null;

  /** `start` is the offset of the output, `before` what came right before it of the same line; `sizes` are those known by now. */
  constructor(sizes: () => readonly SizeFrom[], start: number, before: Uint8Array) {
    this.#sizes = sizes;
    this.#at = start - before.length;
    if (before.length === 0) return;
    this.push(before);
    this.#lines?.passOver();
  }

  push(bytes: Uint8Array): AddedText {
    let text = '';
    const steps: StepEnd[] = [];
    const pieces = [{ start: this.#at, bytes }];
    let taken = 0;
    for (const { size, bytes: part } of cutAtSizes({ pieces, sizes: this.#sizes() })) {
      const lines = this.#linesOf(size.cols);
      for (let at = 0; at < part.length; ) {
        const step = stepOf(part, at);
        const shown = this.#repair.push(withoutNuls(part.subarray(at, at + step)), true);
        lines.push(this.#escapes.push(shown));
        at += step;
        taken += step;
        const added = lines.take();
        text += added;
        if (added !== '') steps.push({ bytes: taken, chars: text.length });
      }
    }
    this.#at += bytes.length;
    const all = { bytes: bytes.length, chars: Number.POSITIVE_INFINITY };
    return {
      text,
      open: this.#lines?.open() ?? '',
      endOf: (least) => steps.find(({ chars }) => chars >= least) ?? all,
    };
  }

  skip(): void {
    this.#escapes = new EscapeFilter(terminalMark);
    this.#repair = new Utf8Repair();
    this.#lines = null;
  }

  #linesOf(cols: number): TerminalText {
    // A cursor that goes up begins a line.
    const size = { cols, rows: 0 };
    this.#lines ??= new TerminalText(size, { isFirst: false, hasStates: true });
    this.#lines.resize(size);
    return this.#lines;
  }
}
