import { jsonLine } from '../core/text/json-line.ts';
import { lineLimits } from './notices.ts';

/** Bytes of a line that are not the text: the frame, the facts, the sentence, what is said of the text. */
const frameBytes = 6144;

/** Bytes that JSON makes of a character at most: `\u001b`. */
const mostBytes = 6;

/**
 * Whether a text fits a line of `lineBytes` bytes together with what is said of it. What does not would lose its middle on
 * the wire, and a cursor or an offset would pass what nobody saw.
 */
export function fitsLine(text: string, lineBytes: number): boolean {
  if (lineBytes === Number.POSITIVE_INFINITY) return true;
  const room = lineBytes - Math.min(frameBytes, Math.ceil(lineBytes / 2));
  if (text.length * mostBytes + 2 <= room) return true;
  return text.length <= room && Buffer.byteLength(jsonLine(text)) <= room;
}

/** What a payload is to stay within: characters, and the bytes of the line that it goes on. */
export interface PayloadLimits {
  readonly mostChars: number;
  readonly lineBytes: number;
}

/** The limit that a payload would pass, as it is said; null for one that stays within all. */
export function passedLimit(payload: string, { mostChars, lineBytes }: PayloadLimits): string | null {
  if (payload.length > mostChars) return `${mostChars} characters (caps.outputChars)`;
  return fitsLine(payload, lineBytes) ? null : `a line of ${lineBytes} bytes (${lineLimits})`;
}

/** Bytes of a page that is not made smaller. */
const leastPage = 256;

/**
 * The page of at most `most` bytes, or of half as many as often as it takes, whose text fits a line together with what is said of it.
 * A text is mostly as long as its bytes, so those that may fit are made first, and larger ones only where there is room for more.
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

/**
 * The largest count from `least` on and below `all` that fits, as all smaller ones do; `least` where no other does. It looks from
 * the smallest on, and never far past what fits: a large count may take long to be looked at.
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
