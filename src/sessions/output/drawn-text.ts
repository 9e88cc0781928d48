import { LF } from '../../core/text/control-bytes.ts';
import { EscapeFilter } from '../../output/escapes.ts';
import { terminalMark } from '../../output/terminal-mark.ts';
import { TerminalText } from '../../output/terminal-text.ts';
import { Utf8Repair } from '../../output/utf8-repair.ts';
import type { TerminalSize } from '../../platform/process/child.ts';
import { cutAtSizes, type SizeFrom } from '../terminal/terminal-sizes.ts';
import { withoutNuls } from './output-text.ts';
import { type AddedText, type ScanText, type StepEnd, stepOf } from './scan-text.ts';

/** Most bytes of whole lines taken at once. */
const mostWhole = 16_384;
const none = new Uint8Array(0);

interface Step extends StepEnd {
  readonly size: TerminalSize;
  /** The bytes of the step if they are several lines, else null. */
  readonly lines: Uint8Array | null;
}

/**
 * Terminal output to search: each line as it is when the cursor leaves it or goes back to its start, so that all states of a
 * progress bar are lines, and the unfinished line as it is now. Edits within a line are not seen.
 */
export class DrawnText implements ScanText {
  readonly #sizes: () => readonly SizeFrom[];
  #at: number;
  #escapes = new EscapeFilter(terminalMark);
  #repair = new Utf8Repair();
  #lines: TerminalText | null = null;
  readonly #hasWholeLines: boolean;

  /** `start` is the offset of the output, `before` the part of its line right before it; `sizes` returns those known so far. */
  constructor(
    sizes: () => readonly SizeFrom[],
    start: number,
    before: Uint8Array,
    { hasWholeLines }: { readonly hasWholeLines: boolean } = { hasWholeLines: true },
  ) {
    this.#hasWholeLines = hasWholeLines;
    this.#sizes = sizes;
    this.#at = start - before.length;
    if (before.length === 0) return;
    this.push(before);
    this.#lines?.passOver();
  }

  push(bytes: Uint8Array): AddedText {
    let text = '';
    let taken = 0;
    const steps: Step[] = [];
    const pieces = [{ start: this.#at, bytes }];
    for (const { size, bytes: part } of cutAtSizes({ pieces, sizes: this.#sizes() })) {
      const lines = this.#linesOf(size.cols);
      for (let at = 0; at < part.length; ) {
        const lasting = this.#isFresh(lines) ? wholeLines(part, at) : 0;
        const step = part.subarray(at, at + Math.max(lasting, stepOf(part, at)));
        lines.push(this.#escapes.push(this.#repair.push(withoutNuls(step), true)));
        at += step.length;
        const added = lines.take();
        if (added !== '')
          steps.push({
            bytes: taken + at,
            chars: text.length + added.length,
            size,
            lines: lasting > 0 ? step : null,
          });
        text += added;
      }
      taken += part.length;
    }
    this.#at += bytes.length;
    const all = { bytes: bytes.length, chars: Number.POSITIVE_INFINITY };
    return {
      text,
      open: this.#lines?.open() ?? '',
      endOf: (least) => {
        const step = steps.find(({ chars }) => chars >= least);
        return step === undefined ? all : endWithin(step, least);
      },
    };
  }

  skip(): void {
    this.#escapes = new EscapeFilter(terminalMark);
    this.#repair = new Utf8Repair();
    this.#lines = null;
  }

  /** Whether a line starts and nothing is pending. */
  #isFresh(lines: TerminalText): boolean {
    return this.#hasWholeLines && lines.isFresh && !this.#escapes.isOpen && this.#repair.isIdle;
  }

  #linesOf(cols: number): TerminalText {
    // With 0 rows, a cursor that goes up starts a line.
    const size = { cols, rows: 0 };
    this.#lines ??= new TerminalText(size, { isFirst: false, hasStates: true });
    this.#lines.resize(size);
    return this.#lines;
  }
}

/** Length of the whole lines from `from` on that are taken at once. */
function wholeLines(bytes: Uint8Array, from: number): number {
  return bytes.subarray(from, from + mostWhole).lastIndexOf(LF) + 1;
}

/** The end of a line within whole lines, found by taking them again one by one. */
function endWithin({ bytes, chars, size, lines }: Step, least: number): StepEnd {
  if (lines === null) return { bytes, chars };
  const again = new DrawnText(() => [{ at: 0, ...size }], 0, none, { hasWholeLines: false }).push(lines);
  const before = { bytes: bytes - lines.length, chars: chars - again.text.length };
  const end = again.endOf(least - before.chars);
  return { bytes: before.bytes + end.bytes, chars: before.chars + Math.min(end.chars, again.text.length) };
}
