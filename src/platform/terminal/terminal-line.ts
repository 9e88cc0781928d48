/** Bytes of a line that a terminal takes while it edits lines itself (N_TTY_BUF_SIZE less the newline, termios(3)). */
export const mostLineBytes = 4095;

/** What leaves a terminal's line empty: its ends, C-c, C-d, C-u, C-z and C-\, as terminals are set when they are made (termios(3)). */
const lineEnds: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x03, 0x04, 0x15, 0x1a, 0x1c]);

/** How long a terminal's lines become by what is typed. */
export interface TypedLines {
  /** Of the longest line. */
  readonly longest: number;
  /** Of the line that is not ended; what keys take back counts. */
  readonly open: number;
}

/** The lengths of lines in bytes, the first of which has `open` already. */
export function typedLines(bytes: Uint8Array, open = 0): TypedLines {
  let longest = open;
  let length = open;
  for (const byte of bytes) {
    length = lineEnds.has(byte) ? 0 : length + 1;
    if (length > longest) longest = length;
  }
  return { longest, open: length };
}
