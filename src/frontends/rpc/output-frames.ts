import { isUtf8 } from 'node:buffer';
import { splitsPair } from '../../core/text/cut-text.ts';
import { jsonLine } from '../../core/text/json-line.ts';
import { decodeText, encodeText, openCharacter } from '../../core/text/utf8.ts';
import { isLongerThan } from '../../wire/json.ts';

/** Bytes of one stream to send together; `isText` if they are UTF-8 without NUL. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly isText: boolean;
}

const nothing = new Uint8Array(0);

/** Unsent bytes of one stream. */
export class PendingBytes {
  #parts: Uint8Array[] = [];
  size = 0;
  /** Whether bytes arrived since the last `take`; the start of a character alone is not worth a frame. */
  isFresh = false;

  push(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.size += bytes.length;
    this.isFresh = true;
  }

  /** Takes the unsent bytes, except an incomplete character at the end unless `isLast`. */
  take(isLast: boolean): Piece {
    const all = this.#parts.length === 1 ? (this.#parts[0] ?? nothing) : Buffer.concat(this.#parts);
    const open = isLast ? 0 : openCharacter(all);
    const bytes = all.subarray(0, all.length - open);
    this.#parts = open === 0 ? [] : [all.subarray(all.length - open)];
    this.size = open;
    this.isFresh = false;
    return { bytes, isText: isUtf8(bytes) && !bytes.includes(0) };
  }
}

/** The members `"text":…` or `"base64":…` for a piece, each at most `room` bytes. */
export function cutFrames(piece: Piece, room: number): readonly string[] {
  const most = Math.max(room - '"base64":""'.length, 64);
  return piece.isText ? textFrames(piece.bytes, most) : base64Frames(piece.bytes, most);
}

function textFrames(bytes: Uint8Array, room: number): readonly string[] {
  const text = decodeText(bytes);
  const frames: string[] = [];
  let from = 0;
  while (from < text.length) {
    const { json, units } = textFrame(text, from, room);
    frames.push(`"text":${json}`);
    from += units;
  }
  return frames;
}

/** Roughly the longest start of the text whose JSON fits; escapes may take six times the space, so it is measured. */
function textFrame(
  text: string,
  from: number,
  room: number,
): { readonly json: string; readonly units: number } {
  let units = Math.min(text.length - from, room);
  for (;;) {
    const end = from + units;
    if (splitsPair(text, end)) units -= 1;
    const json = jsonLine(text.slice(from, from + units));
    if (!isLongerThan(json, room)) return { json, units };
    units = Math.floor((units * room * 0.95) / encodeText(json).length);
  }
}

function base64Frames(bytes: Uint8Array, room: number): readonly string[] {
  const most = Math.floor(room / 4) * 3;
  const frames: string[] = [];
  for (let from = 0; from < bytes.length; from += most) {
    frames.push(`"base64":"${Buffer.from(bytes.subarray(from, from + most)).toString('base64')}"`);
  }
  return frames;
}
