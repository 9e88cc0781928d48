/** Most bytes of a line in a terminal that edits lines itself (N_TTY_BUF_SIZE less the newline, termios(3)). */
export const mostLineBytes = 4095;

/** Bytes that leave a terminal's line empty: line ends, C-c, C-d, C-u, C-z and C-\, by the default settings (termios(3)). */
const lineEnds: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x03, 0x04, 0x15, 0x1a, 0x1c]);

/** The lengths of a terminal's lines in bytes after typing. */
export interface TypedLines {
  /** Length of the longest line. */
  readonly longest: number;
  /** Length of the unfinished line; erased characters count. */
  readonly open: number;
}

/** Measures lines in bytes; the first already has `open` bytes. */
export function typedLines(bytes: Uint8Array, open = 0): TypedLines {
  let longest = open;
  let length = open;
  for (const byte of bytes) {
    length = lineEnds.has(byte) ? 0 : length + 1;
    if (length > longest) longest = length;
  }
  return { longest, open: length };
}
