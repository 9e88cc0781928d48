import { ownValue } from '../../core/record.ts';
import { baseName } from '../programs/base-name.ts';
import type { Words } from '../rules/pattern.ts';

const longest = 65_536;

function ofBase64(text: string): string | null {
  const plain = text.replace(/\s+/g, '');
  return /^[\w+/-]{2,}={0,2}$/.test(plain) ? Buffer.from(plain, 'base64').toString('utf8') : null;
}

function ofBase32(text: string): string | null {
  const plain = text.replace(/[\s=]+/g, '');
  if (!/^[A-Z2-7]{2,}$/.test(plain)) return null;
  const bits = [...plain].map((char) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString('utf8');
}

function ofHex(text: string): string | null {
  const plain = text.replace(/\\x|0x|[\s:]+/g, '');
  return /^(?:[\da-fA-F]{2})+$/.test(plain) ? Buffer.from(plain, 'hex').toString('utf8') : null;
}

function reversed(text: string): string {
  return text
    .split('\n')
    .map((line) => [...line].reverse().join(''))
    .join('\n');
}

const classes: Readonly<Record<string, string>> = { '[:lower:]': 'a-z', '[:upper:]': 'A-Z' };

/** The characters in a set of `tr`. */
function setOf(word: string): readonly string[] {
  const named = ownValue(classes, word) ?? word;
  const plain = named.replace(/(.)-(.)/gs, (_, from: string, to: string) => {
    const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
    return Array.from({ length: Math.max(0, Math.min(256, last - first + 1)) }, (_, index) =>
      String.fromCharCode(first + index),
    ).join('');
  });
  return [...plain.replaceAll('\\n', '\n').replaceAll('\\t', '\t')];
}

function translated(text: string, words: readonly string[]): string | null {
  const [from, to] = words.filter((word) => !/^-\w+$/.test(word)).map(setOf);
  const isRemoval = words.includes('-d');
  if (from === undefined || (to === undefined && !isRemoval)) return null;
  const put = (char: string) => {
    const at = from.lastIndexOf(char);
    if (at === -1) return char;
    return isRemoval ? '' : (to?.[Math.min(at, to.length - 1)] ?? '');
  };
  return [...text].map(put).join('');
}

/** Whether a word is the option of `base64` and `base32` to decode. */
function isDecoding(word: string): boolean {
  return /^-(D|-d\w*|(?=\w*d)\w+)$/.test(word);
}

/** What decoders and other programs make of a text, by their arguments; null if they would not. */
const decoders: Readonly<Record<string, (text: string, words: readonly string[]) => string | null>> = {
  base64: (text, words) => (words.some(isDecoding) ? ofBase64(text) : null),
  base32: (text, words) => (words.some(isDecoding) ? ofBase32(text) : null),
  openssl: (text, words) => {
    const isBase64 = words.some((word) => /^(base64|-base64|-a)$/.test(word));
    return isBase64 && words.includes('-d') ? ofBase64(text) : null;
  },
  xxd: (text, words) => (words.some((word) => /^-(r|rp|pr|revert)$/.test(word)) ? ofHex(text) : null),
  rev: reversed,
  tr: translated,
  cat: (text, words) => (words.every((word) => /^-$/.test(word)) ? text : null),
};

/** Whether a command is a decoder. */
export function decodes([program = null]: Words): boolean {
  return program !== null && Object.hasOwn(decoders, baseName(program));
}

/** What a command makes of a text; null if that is not known. */
export function decodedBy([program = null, ...words]: Words, text: string): string | null {
  const decode = program === null ? undefined : ownValue(decoders, baseName(program));
  if (decode === undefined || text.length > longest) return null;
  return decode(
    text,
    words.map((word) => word ?? ''),
  );
}
