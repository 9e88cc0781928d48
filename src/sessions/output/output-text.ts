import { ESC } from '../../core/text/control-bytes.ts';
import { charLength, openCharacter } from '../../core/text/utf8.ts';
import { EscapeFilter, lineMark } from '../../output/escapes.ts';
import { HeadTail } from '../../output/head-tail.ts';
import { LineAssembler } from '../../output/line-assembler.ts';
import { binaryLine } from '../../output/notices.ts';
import { Sniffer } from '../../output/sniff.ts';
import { screenMode, terminalMark } from '../../output/terminal-mark.ts';
import { TerminalText } from '../../output/terminal-text.ts';
import { Utf8Repair } from '../../output/utf8-repair.ts';
import { cutAtSizes, type SizeFrom } from '../terminal/terminal-sizes.ts';

/** Longest escape sequence in bytes whose rest is waited for. */
export const longestHeld = 4096;

export interface OutputText {
  readonly text: string;
  readonly isBinary: boolean;
  /** Whether the output positions the cursor on the screen, so that the text differs from what the screen shows. */
  readonly isDrawn: boolean;
  /** Whether bytes that are not UTF-8 were replaced. */
  readonly isRepaired: boolean;
  /** Whether carriage returns are shown within lines. */
  readonly hasReturns: boolean;
}

/** The flags of no output, or of output shown unchanged. */
export const nothingSaid = { isDrawn: false, isRepaired: false, hasReturns: false } as const;

/** Matches a switch to another screen (DECSET 1049 and its forerunners) and cursor positioning by row: signs of a full-screen program. */
const drawing = new RegExp(`${String.fromCharCode(ESC)}\\[(\\?${screenMode}h|\\d+(;\\d*)?[Hf])`);

/** Matches text put elsewhere between saving and restoring the cursor (DECSC, DECRC): a status line beside what is printed. */
const aside = new RegExp(`${String.fromCharCode(ESC)}7[^\n]{0,4096}?${String.fromCharCode(ESC)}8`, 'g');
/** Matches the switch back from another screen. */
const leaving = new RegExp(`^.*${String.fromCharCode(ESC)}\\[\\?${screenMode}l`, 's');

function isDrawing(bytes: Uint8Array): boolean {
  return bytes.includes(ESC) && drawing.test(Buffer.from(bytes).toString('latin1').replaceAll(aside, ''));
}

/** The index in terminal output behind the last switch back from another screen; 0 for none. */
export function behindScreen(bytes: Uint8Array): number {
  return leaving.exec(Buffer.from(bytes).toString('latin1'))?.[0].length ?? 0;
}

/** The terminal to which output was printed. */
export interface PrintedTo {
  /** Oldest first, at least one. */
  readonly sizes: readonly SizeFrom[];
  /** The offset of the output. */
  readonly start: number;
  /** The output right before it that may still be on the screen, as far as it is known. */
  readonly before: Uint8Array;
}

/**
 * Renders raw output for reading: no escape sequences, lines as a terminal leaves them, broken UTF-8 made visible, NULs of a
 * terminal dropped. Without a terminal (null), overwritten text is kept, too.
 */
export function outputText(raw: Uint8Array, terminal: PrintedTo | null): OutputText {
  const sniffer = new Sniffer(terminal === null ? 'log' : 'terminal');
  if (sniffer.push(raw) || sniffer.isBinary())
    return { text: binaryLine(raw.length), isBinary: true, ...nothingSaid };
  return terminal === null ? linesOf(raw) : terminalLines(raw, terminal);
}

function linesOf(bytes: Uint8Array): OutputText {
  const escapes = new EscapeFilter(lineMark);
  const repair = new Utf8Repair();
  // Each byte may become a three-byte replacement character; nothing is left out here.
  const shown = new HeadTail({ outputChars: bytes.length * 3 + 64, outputLines: Number.MAX_SAFE_INTEGER });
  const lines = new LineAssembler(shown, Number.MAX_SAFE_INTEGER);
  // Bytes returned by one call are valid only until the next.
  lines.push(escapes.push(repair.push(bytes, true)));
  lines.push(escapes.push(repair.end()));
  lines.push(escapes.end());
  lines.end();
  const { text } = shown.finish({ bytes: lines.bytes, newlines: 0 });
  const [isRepaired, hasReturns] = [repair.hasRepaired, lines.returns > 0];
  return { text, isBinary: false, isDrawn: isDrawing(bytes), isRepaired, hasReturns };
}

/** Removes NULs, which a terminal ignores. */
export function withoutNuls(bytes: Uint8Array): Uint8Array {
  return bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes;
}

function terminalLines(raw: Uint8Array, { sizes, start, before }: PrintedTo): OutputText {
  const escapes = new EscapeFilter(terminalMark);
  const repair = new Utf8Repair();
  const [size = { cols: 1, rows: 1 }] = sizes;
  const lines = new TerminalText(size, { isFirst: start === before.length });
  const take = (from: number, bytes: Uint8Array): void => {
    for (const { size, bytes: part } of cutAtSizes({ pieces: [{ start: from, bytes }], sizes })) {
      lines.resize(size);
      lines.push(escapes.push(repair.push(withoutNuls(part), true)));
    }
  };
  take(start - before.length, before);
  lines.passOver();
  take(start, raw);
  lines.push(escapes.push(repair.end()));
  lines.push(escapes.end());
  return {
    text: lines.end(),
    isBinary: false,
    isDrawn: isDrawing(raw),
    isRepaired: repair.hasRepaired,
    hasReturns: false,
  };
}

/** Number of trailing bytes that start a character or escape sequence whose rest has not come: they belong to the next page. */
export function openBytes(bytes: Uint8Array): number {
  return Math.max(openCharacter(bytes), openSequence(bytes));
}

/** Length of the first character or escape sequence, or of the whole text if that is too long; null while its end has not come. */
export function firstUnit(bytes: Uint8Array): number | null {
  const filter = new EscapeFilter();
  const chars = charLength(bytes[0] ?? 0);
  for (let end = 1; end <= Math.min(bytes.length, longestHeld); end += 1) {
    filter.push(bytes.subarray(end - 1, end));
    if (!filter.isOpen && end >= chars) return end;
  }
  return bytes.length > longestHeld ? bytes.length : null;
}

function openSequence(bytes: Uint8Array): number {
  const filter = new EscapeFilter();
  let start = 0;
  for (let at = bytes.indexOf(ESC); at !== -1; ) {
    if (!filter.isOpen) start = at;
    const next = bytes.indexOf(ESC, at + 1);
    filter.push(bytes.subarray(at, next === -1 ? bytes.length : next));
    at = next;
  }
  const held = bytes.length - start;
  return filter.isOpen && held <= longestHeld ? held : 0;
}
