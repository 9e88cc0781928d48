/**
 * C-\ in the forms of terminals whose program asked for keys with modifiers: kitty's keyboard protocol (key and its alternates;
 * modifiers and event; text) and xterm's modifyOtherKeys.
 */
const reported = /\x1b\[(?:92(?::\d*)*;(?<kitty>\d+)(?::(?<event>\d))?(?:;[\d:]*)?u|27;(?<xterm>\d+);92~)/g;

/** Modifiers are told as one more than these bits; the locks of letters and digits stand for nothing. */
const control = 4;
const locks = 64 | 128;
const releaseEvent = '3';

/** Where the key that detaches, C-\, begins in what a person typed; null where it was not typed. */
export function findDetachKey(bytes: Uint8Array): number | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const plain = text.indexOf('\x1c');
  const starts = plain === -1 ? [] : [plain];
  for (const { index, groups = {} } of text.matchAll(reported)) {
    const modifiers = Number(groups.kitty ?? groups.xterm) - 1;
    if ((modifiers & ~locks) === control && groups.event !== releaseEvent) starts.push(index);
  }
  return starts.length === 0 ? null : Math.min(...starts);
}
