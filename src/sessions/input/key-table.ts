/** How xterm encodes a key with a code of its own (ctlseqs, "PC-Style Function Keys"; TERM is xterm-256color). */
export type KeyCode =
  /** `CSI X`; `SS3 X` while the program has asked for application cursor keys; `CSI 1;m X` with modifiers. */
  | { readonly kind: 'cursor'; readonly final: string }
  /** `SS3 X`; `CSI 1;m X` with modifiers. */
  | { readonly kind: 'function'; readonly final: string }
  /** `CSI n ~`; `CSI n;m ~` with modifiers. */
  | { readonly kind: 'numbered'; readonly number: number }
  /** A character: Control maps it into the control range, Meta puts ESC before it. */
  | { readonly kind: 'character'; readonly text: string }
  /** Accepts no modifier but Meta. */
  | { readonly kind: 'fixed'; readonly text: string };

const cursor = (final: string): KeyCode => ({ kind: 'cursor', final });
const numbered = (number: number): KeyCode => ({ kind: 'numbered', number });
const character = (text: string): KeyCode => ({ kind: 'character', text });
const fixed = (text: string): KeyCode => ({ kind: 'fixed', text });

/** Numbers of F5 to F20; the gaps are the VT220's. */
const functionNumbers = [15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34];

function functionKeys(): Readonly<Record<string, KeyCode>> {
  const keys: Record<string, KeyCode> = {};
  for (const [index, final] of [...'PQRS'].entries()) keys[`F${index + 1}`] = { kind: 'function', final };
  for (const [index, number] of functionNumbers.entries()) keys[`F${index + 5}`] = numbered(number);
  return keys;
}

function keypadKeys(): Readonly<Record<string, KeyCode>> {
  const keys: Record<string, KeyCode> = { KPEnter: fixed('\r') };
  for (const char of '0123456789/*-+.') keys[`KP${char}`] = character(char);
  return keys;
}

/** Keys by their tmux names, and by other names people use for them. */
export const keyTable: Readonly<Record<string, KeyCode>> = {
  Enter: fixed('\r'),
  Return: fixed('\r'),
  Tab: fixed('\t'),
  BTab: fixed('\x1b[Z'),
  Escape: fixed('\x1b'),
  Esc: fixed('\x1b'),
  Space: character(' '),
  BSpace: character('\x7f'),
  Backspace: character('\x7f'),
  Up: cursor('A'),
  Down: cursor('B'),
  Right: cursor('C'),
  Left: cursor('D'),
  Home: cursor('H'),
  End: cursor('F'),
  IC: numbered(2),
  Insert: numbered(2),
  DC: numbered(3),
  Delete: numbered(3),
  PageUp: numbered(5),
  PgUp: numbered(5),
  PPage: numbered(5),
  PageDown: numbered(6),
  PgDn: numbered(6),
  NPage: numbered(6),
  ...functionKeys(),
  ...keypadKeys(),
};
