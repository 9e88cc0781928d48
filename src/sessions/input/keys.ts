import { refuseField } from '../../core/failure.ts';
import { nearest } from '../../core/names/nearest.ts';
import type { OtherKeys } from '../../core/place.ts';
import { ownValue } from '../../core/record.ts';
import { encodeText } from '../../core/text/utf8.ts';
import { type KeyCode, keyTable } from './key-table.ts';
import { insteadOfControl } from './without-terminal.ts';

/** What the program that reads the keys accepts. */
export interface KeyModes {
  /** Whether it asked for application cursor keys (DECCKM). */
  readonly applicationCursor: boolean;
  /** Whether it has a terminal; without one only keys that are plain characters mean anything. */
  readonly terminal: boolean;
  /** The form in which it asked for keys that terminals have no code for; null if it did not. */
  readonly otherKeys: OtherKeys | null;
}

export interface KeyInput {
  readonly literal?: string | undefined;
  /** Bytes as two hex digits each, with `0x` allowed; a text may hold several. */
  readonly hex?: readonly string[] | undefined;
  readonly keys?: readonly string[] | undefined;
}

export interface EncodedKeys {
  readonly bytes: Uint8Array;
  /** How many of the bytes each stroke has: the literal text, the bytes in hex, each key. */
  readonly strokes: readonly number[];
  /** Notices about words that are not keys and were typed as text, with what may have been meant. */
  readonly notices: readonly string[];
}

interface Modifiers {
  readonly control: boolean;
  readonly meta: boolean;
  readonly shift: boolean;
}

/** Encodes `literal`, then `hex`, then `keys`. Throws `invalid_input` for invalid hex and for keys without a code. */
export function encodeKeys({ literal, hex, keys }: KeyInput, modes: KeyModes): EncodedKeys {
  const notices: string[] = [];
  const parts: Uint8Array[] = [encodeText(literal ?? ''), Buffer.concat((hex ?? []).map(hexBytes))];
  for (const key of keys ?? []) {
    if (isUnknownWord(key)) notices.push(typedNotice(key));
    parts.push(encodeText(encodeKey(key, modes)));
  }
  const strokes = parts.map(({ length }) => length).filter((length) => length > 0);
  return { bytes: Buffer.concat(parts), strokes, notices };
}

/** Parses hex bytes. Throws `invalid_input` for anything else. */
function hexBytes(word: string): Uint8Array {
  const pairs = word.replace(/\s*(?:0x)?([0-9a-f]{2})\s*/giy, '$1');
  if (pairs === '' || pairs.length % 2 === 1 || !/^[0-9a-f]+$/i.test(pairs)) {
    refuseField('hex', `holds "${word}", which is not pairs of hex digits`);
  }
  return Buffer.from(pairs, 'hex');
}

/** Names ignore case, as in tmux: `enter` is the key too. */
const keysByName: ReadonlyMap<string, KeyCode> = new Map(
  Object.entries(keyTable).map(([name, code]) => [name.toLowerCase(), code]),
);

function isSingle(text: string): boolean {
  return text.length <= 2 && [...text].length === 1;
}

function isUnknownWord(key: string): boolean {
  const { name } = splitModifiers(key);
  return !keysByName.has(name.toLowerCase()) && !isSingle(name);
}

/** The tmux name of a key with modifiers in other notations: `Ctrl-C`, `alt+x`; null for other words. */
function tmuxName(key: string): string | null {
  const [, modifier = '', name = ''] = /^(c|ctrl|control|m|alt|meta|s|shift)[-+](.+)$/iu.exec(key) ?? [];
  const letter = { a: 'M', m: 'M', s: 'S' }[modifier.charAt(0).toLowerCase()] ?? 'C';
  if (isSingle(name)) return `${letter}-${letter === 'S' ? name : name.toLowerCase()}`;
  return keysByName.has(name.toLowerCase()) ? `${letter}-${name}` : null;
}

function typedNotice(key: string): string {
  const hint = tmuxName(key) ?? nearest(key, Object.keys(keyTable));
  return `"${key}" is not a key and was typed as text${hint === null ? '' : `; did you mean "${hint}"?`}`;
}

/** Splits `C-M-x`, `s-Up`, `^x` as tmux reads them, in either case; a word that only looks so (`C-`) is text. */
function splitModifiers(key: string): { readonly name: string; readonly modifiers: Modifiers } {
  const found = new Set<string>();
  let start = 0;
  while (start + 2 < key.length && 'CMScms'.includes(key.charAt(start)) && key[start + 1] === '-') {
    found.add(key.charAt(start).toUpperCase());
    start += 2;
  }
  let name = key.slice(start);
  if (/^\^.$/su.test(name)) {
    found.add('C');
    name = name.slice(1);
  }
  return { name, modifiers: { control: found.has('C'), meta: found.has('M'), shift: found.has('S') } };
}

/** The characters that a key sends. A word that is no key and has no modifier is typed as it is. */
export function encodeKey(key: string, modes: KeyModes): string {
  const { name, modifiers } = splitModifiers(key);
  const known = keysByName.get(name.toLowerCase());
  const code: KeyCode | undefined = known ?? (isSingle(name) ? { kind: 'character', text: name } : undefined);
  if (code === undefined) {
    if (name !== key) refuseField('keys', `holds "${key}": "${name}" is not a key${hintFor(name)}`);
    return key;
  }
  return modes.terminal ? encodeFor(code, modifiers, { key, modes }) : encodePlain(code, modifiers, key);
}

function hintFor(name: string): string {
  const hint = nearest(name, Object.keys(keyTable));
  return hint === null ? '; text goes into "literal"' : `; did you mean "${hint}"?`;
}

/** Encodes a key without a terminal: a newline ends a line, and nothing reads escapes or turns control characters into signals. */
function encodePlain(code: KeyCode, modifiers: Modifiers, key: string): string {
  const isPlain = !modifiers.control && !modifiers.meta && !modifiers.shift;
  if (isPlain && code.kind === 'fixed' && code.text === '\r') return '\n';
  if (isPlain && code.kind === 'fixed' && code.text === '\t') return '\t';
  if (isPlain && code.kind === 'character' && code.text >= ' ' && code.text !== '\x7f') return code.text;
  const isControl = modifiers.control && !modifiers.meta && !modifiers.shift && code.kind === 'character';
  const meant = isControl ? insteadOfControl(code.text) : null;
  return refuseField(
    'keys',
    `holds "${key}", which needs a terminal; the session has none (start it with "pty")${meant === null ? '' : `; ${meant}`}`,
  );
}

/** A key as it was named, and what its reader accepts. */
interface Named {
  readonly key: string;
  readonly modes: KeyModes;
}

/** The number of the modifiers in a code. */
function numberOf({ control, meta, shift }: Modifiers): number {
  return 1 + (shift ? 1 : 0) + (meta ? 2 : 0) + (control ? 4 : 0);
}

function encodeFor(code: KeyCode, modifiers: Modifiers, named: Named): string {
  const number = numberOf(modifiers);
  switch (code.kind) {
    case 'cursor':
      if (number > 1) return `\x1b[1;${number}${code.final}`;
      return `\x1b${named.modes.applicationCursor ? 'O' : '['}${code.final}`;
    case 'function':
      return number > 1 ? `\x1b[1;${number}${code.final}` : `\x1bO${code.final}`;
    case 'numbered':
      return number > 1 ? `\x1b[${code.number};${number}~` : `\x1b[${code.number}~`;
    case 'fixed':
      return encodeFixed(code.text, modifiers, named);
    case 'character':
      return encodeCharacter(code.text, modifiers, named);
  }
}

const backTab = '\x1b[Z';

function encodeFixed(text: string, modifiers: Modifiers, named: Named): string {
  const { control, meta, shift } = modifiers;
  if (shift && text === '\t' && !control) return `${meta ? '\x1b' : ''}${backTab}`;
  if (!control && !shift) return meta ? `\x1b${text}` : text;
  return text === backTab
    ? encodeOther('\t', { ...modifiers, shift: true }, named)
    : encodeOther(text, modifiers, named);
}

function encodeCharacter(text: string, modifiers: Modifiers, named: Named): string {
  const { control, meta, shift } = modifiers;
  const sent = control ? controlCharacter(text) : shift ? shiftedCharacter(text) : text;
  // A control character does not tell Shift, which may make another key of a character.
  const isLost = control && shift && (named.modes.otherKeys !== null || shiftedCharacter(text) === null);
  if (sent === null || isLost) return encodeOther(text, modifiers, named);
  return meta ? `\x1b${sent}` : sent;
}

/**
 * Encodes a key that has a code only where its program asked for one. Throws `invalid_input` elsewhere, and for a character that Shift
 * changes as the keyboard's layout says.
 */
function encodeOther(text: string, modifiers: Modifiers, { key, modes }: Named): string {
  const { control, meta, shift } = modifiers;
  const { otherKeys } = modes;
  // Kitty's codes name the key; xterm's name the character on it, as Shift alone does.
  const isByLayout = shift && text > ' ' && text !== '\x7f' && shiftedCharacter(text) === null;
  if (isByLayout && !(otherKeys !== 'xterm' && (control || meta)))
    refuseField('keys', `holds "${key}", which terminals have no code for`);
  if (otherKeys === null)
    refuseField('keys', `holds "${key}", which terminals have no code for unless their program asks for one`);
  const number = numberOf(modifiers);
  if (otherKeys === 'kitty') return `\x1b[${text.toLowerCase().codePointAt(0)};${number}u`;
  return `\x1b[27;${number};${(shift ? text.toUpperCase() : text).codePointAt(0)}~`;
}

/** The character that Shift makes of another; null where that depends on the keyboard. */
function shiftedCharacter(text: string): string | null {
  if (text === ' ') return text;
  const shifted = text.toUpperCase();
  return shifted !== text && isSingle(shifted) ? shifted : null;
}

/** Characters besides letters that Control maps to a control character, as terminals do since the VT220. */
const controlled: Readonly<Record<string, string>> = {
  ' ': '\0',
  '@': '\0',
  '2': '\0',
  '[': '\x1b',
  '3': '\x1b',
  '\\': '\x1c',
  '4': '\x1c',
  ']': '\x1d',
  '5': '\x1d',
  '^': '\x1e',
  '6': '\x1e',
  _: '\x1f',
  '/': '\x1f',
  '7': '\x1f',
  '?': '\x7f',
  '8': '\x7f',
  '\x7f': '\b',
};

function controlCharacter(text: string): string | null {
  if (/^[a-z]$/i.test(text)) return String.fromCharCode(text.charCodeAt(0) & 0x1f);
  return ownValue(controlled, text) ?? null;
}
