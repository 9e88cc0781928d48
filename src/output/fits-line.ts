import { jsonLine } from '../core/text/json-line.ts';
import { lineLimits } from './notices.ts';

/** Bytes of a line reserved for all but the text: frame, facts, ending, notices. */
const frameBytes = 6144;

/** Most bytes of a character in JSON: `\u001b`. */
const mostBytes = 6;

/**
 * Whether a text fits a line of `lineBytes` bytes together with its notices. A longer one would lose its middle on the wire,
 * and a cursor or offset would move past text that nobody saw.
 */
export function fitsLine(text: string, lineBytes: number): boolean {
  if (lineBytes === Number.POSITIVE_INFINITY) return true;
  const room = lineBytes - Math.min(frameBytes, Math.ceil(lineBytes / 2));
  if (text.length * mostBytes + 2 <= room) return true;
  return text.length <= room && Buffer.byteLength(jsonLine(text)) <= room;
}

/** Limits of a payload: its characters, and the bytes of the line that carries it. */
export interface PayloadLimits {
  readonly mostChars: number;
  readonly lineBytes: number;
}

/** The first limit that a payload exceeds, in words; null if it exceeds none. */
export function passedLimit(payload: string, { mostChars, lineBytes }: PayloadLimits): string | null {
  if (payload.length > mostChars) return `${mostChars} characters (caps.outputChars)`;
  return fitsLine(payload, lineBytes) ? null : `a line of ${lineBytes} bytes (${lineLimits})`;
}

/** Smallest page in bytes. */
const leastPage = 256;

/**
 * The largest page of `most` bytes, or that halved as often as needed, whose text fits a line with its notices. A text is
 * mostly as long as its bytes, so sizes likely to fit are tried first, and larger ones only while there is room for more.
 */
export function fittingPage<Page extends { readonly text: string }>(
  most: number,
  lineBytes: number,
  pageOf: (bytes: number) => Page,
): Page {
  const bytesOf = (halvings: number): number => Math.floor(most / 2 ** halvings);
  let halved = 0;
  while (bytesOf(halved) > lineBytes) halved += 1;
  let page = pageOf(bytesOf(halved));
  if (!fitsLine(page.text, lineBytes)) {
    while (bytesOf(halved) > leastPage && !fitsLine(page.text, lineBytes)) {
      halved += 1;
      page = pageOf(bytesOf(halved));
    }
    return page;
  }
  for (; halved > 0; halved -= 1) {
    const larger = pageOf(bytesOf(halved - 1));
    if (!fitsLine(larger.text, lineBytes)) return page;
    // There is no more.
    if (larger.text === page.text) return larger;
    page = larger;
  }
  return page;
}

/** How many of the first sizes fit into `room` together. */
export function countWithin(sizes: readonly number[], room: number): number {
  let left = room;
  const end = sizes.findIndex((size) => {
    left -= size;
    return left < 0;
  });
  return end < 0 ? sizes.length : end;
}

/**
 * The largest count from `least` on and below `all` that fits; `least` if no other does. All smaller counts must fit.
 * Searches upwards from the smallest, because testing a large count may take long.
 */
export function mostThatFit(least: number, all: number, fits: (count: number) => boolean): number {
  let [low, step] = [least, 1];
  while (low + step < all && fits(low + step)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, all);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}
