import { type Content, text } from '../../core/content.ts';
import { addNotices, failureOutcome, type Outcome, outcome } from '../../core/outcome.ts';
import { isObject } from '../../core/record.ts';
import { firstCharacters, lastCharacters } from '../../core/text/cut-text.ts';
import { jsonLine } from '../../core/text/json-line.ts';
import { mediaTooLong } from '../../output/media-line.ts';
import { lineLimits } from '../../output/notices.ts';
import { spilledParts } from '../../output/spilled-parts.ts';
import { cutFirstLine, endPageAfter, type Page, pageOf } from './shorten-page.ts';

export interface Room {
  /** Most bytes of the result. */
  readonly maxBytes: number;
  /** Most bytes of its line, for notices. */
  readonly lineBytes: number;
  /** The size of a version when sent. */
  bytesOf(value: Outcome): number;
}

/**
 * The version of an Outcome that fits with the least loss: a page ends earlier or within its first line; otherwise the display or a
 * repeated tail is dropped if that is enough, then text loses its middle, then both, then everything but the facts; media is refused. A
 * notice reports each loss.
 */
export function shortenOutcome(value: Outcome, room: Room): Outcome {
  if (value.content.some(({ type }) => type !== 'text')) return refuseMedia(value, room);
  const page = pageOf(value);
  if (page !== null) return endEarlier(value, page, room) ?? bare(value, room);
  const notice = 'The display was left out to keep the line under its limit.';
  const undisplayed = addNotices({ ...value, display: [] }, [notice]);
  // The payload may exist only here; the caller knows what the display says.
  if (value.display.length > 0 && room.bytesOf(undisplayed) <= room.maxBytes) return undisplayed;
  const candidates = value.display.length === 0 ? [value] : [value, undisplayed];
  // Dropping the tail from the facts loses nothing, as the text has it too.
  const untailed = candidates.flatMap(withoutTail).find((version) => room.bytesOf(version) <= room.maxBytes);
  if (untailed !== undefined) return untailed;
  for (const base of [...candidates, ...candidates.flatMap(withoutTail)]) {
    const shorter = shortenText(base, room);
    if (shorter !== null) return shorter;
  }
  return bare(value, room);
}

function refuseMedia(value: Outcome, { maxBytes, lineBytes, bytesOf }: Room): Outcome {
  const mimeTypes = value.content.flatMap((item) =>
    item.type === 'image' ? [item.mimeType] : item.type === 'resource' ? [item.resource.mimeType] : [],
  );
  const bytes = bytesOf(value) + lineBytes - maxBytes;
  return failureOutcome(mediaTooLong(mimeTypes, bytes, lineBytes));
}

/** Bytes of a newline in JSON: `\n`. */
const newlineBytes = 2;

/** The page with as many lines as fit, or with the start of the first; null if nothing fits. */
function endEarlier(value: Outcome, page: Page, { maxBytes, lineBytes, bytesOf }: Room): Outcome | null {
  const { lines } = page;
  const version = (count: number): Outcome => endPageAfter(value, page, { count, lineBytes });
  // With some text: without any, the result would have another form.
  const around = bytesOf({ ...version(lines.length), content: [text('-')] }) - 1;
  const count = linesWithin(lines, maxBytes - around);
  if (count > 0) return version(count);
  const [first = ''] = lines;
  const cut = (chars: number): Outcome => cutFirstLine(value, page, { chars, lineBytes });
  const chars = mostWithin(maxBytes, (some) => bytesOf(cut(some)), first.length);
  return chars > 0 ? cut(chars) : null;
}

/** How many of the first lines fit into `bytes` bytes within a JSON string. */
function linesWithin(lines: readonly string[], bytes: number): number {
  let count = 0;
  let room = bytes + newlineBytes;
  for (const step of [64, 8, 1]) {
    while (count < lines.length) {
      const block = lines.slice(count, count + step);
      // Without the quotes.
      const size = Buffer.byteLength(jsonLine(block.join('\n'))) - 2 + newlineBytes;
      if (size > room) break;
      room -= size;
      count += block.length;
    }
  }
  return count;
}

/** The version without `details.tail`, which the text has too; empty if there is none. */
function withoutTail(value: Outcome): readonly Outcome[] {
  if (typeof value.details.tail !== 'string' || value.details.tail === '') return [];
  const notice = 'details.tail was left out to keep the line under its limit; process poll has it.';
  return [addNotices({ ...value, details: { ...value.details, tail: '' } }, [notice])];
}

/** The version with head and tail of its texts and the count of omitted characters; null if it does not fit without text. */
function shortenText(value: Outcome, { maxBytes, bytesOf }: Room): Outcome | null {
  const total = value.content.reduce((sum, item) => sum + (item.type === 'text' ? item.text.length : 0), 0);
  const keep = mostWithin(maxBytes, (some) => bytesOf(keepText(value, some, total)), total);
  const shorter = keepText(value, keep, total);
  return keep > 0 || bytesOf(shorter) <= maxBytes ? shorter : null;
}

/**
 * The largest count up to `most` whose size is within `limit`; 0 is not measured. Sizes grow almost linearly, so the next guess is
 * interpolated; every third step halves instead, in case they do not.
 */
function mostWithin(limit: number, sizeOf: (count: number) => number, most: number): number {
  const whole = sizeOf(most);
  if (whole <= limit) return most;
  let [low, high] = [
    { count: 0, size: 0 },
    { count: most, size: whole },
  ];
  for (let step = 1; high.count - low.count > 1; step += 1) {
    const share = step % 3 === 0 ? 0.5 : (limit - low.size) / (high.size - low.size);
    const guess = low.count + Math.floor(share * (high.count - low.count));
    const count = Math.min(Math.max(guess, low.count + 1), high.count - 1);
    const size = sizeOf(count);
    if (size <= limit) low = { count, size };
    else high = { count, size };
  }
  return low.count;
}

/** The Outcome with about `keep` of the `total` characters of its texts, distributed by length. */
function keepText(value: Outcome, keep: number, total: number): Outcome {
  if (keep >= total) return value;
  let omitted = 0;
  const content = value.content.map((item): Content => {
    if (item.type !== 'text') return item;
    const cut = cutMiddle(item.text, Math.floor((item.text.length * keep) / total));
    omitted += cut.omitted;
    return { type: 'text', text: cut.text };
  });
  const spill = spillPathOf(value.details);
  const where = spill === null ? '; raise maxLineBytes in initialize to get them' : `; full output: ${spill}`;
  const notice = `${omitted} characters left out to keep the line under its limit (${lineLimits})${where}`;
  return addNotices({ ...value, content }, [notice]);
}

/** Head and tail of a text with the count of omitted characters between two `ends`; splits no surrogate pair. */
function cutMiddle(
  text: string,
  keep: number,
  ends = '\n',
): { readonly text: string; readonly omitted: number } {
  const head = firstCharacters(text, Math.ceil(keep / 2));
  const tail = lastCharacters(text, Math.floor(keep / 2));
  const omitted = text.length - head.length - tail.length;
  if (omitted <= 0) return { text, omitted: 0 };
  return { text: `${head}${ends}[… ${omitted} characters left out …]${ends}${tail}`, omitted };
}

/** Path of the full output: of one output, or of both split streams; null for none. */
function spillPathOf(details: Outcome['details']): string | null {
  const places = spilledParts(details).map(({ path, facts }) => `${path}${shortOf(facts)}`);
  return places.length === 0 ? null : places.join(', ');
}

/** A remark on a file that does not have all output. */
function shortOf({ spillBytes, droppedBytes }: Readonly<Record<string, unknown>>): string {
  if (typeof spillBytes !== 'number') return '';
  return ` (only ${droppedBytes === undefined ? 'the first ' : ''}${spillBytes} bytes)`;
}

/** The result without payload, display and longer facts: ids, numbers and the like are kept if they fit. */
function bare(value: Outcome, { maxBytes, lineBytes, bytesOf }: Room): Outcome {
  const most = Math.floor(maxBytes / 16);
  const message = value.message.length > most ? cutMiddle(value.message, most, ' ').text : value.message;
  const spill = spillPathOf(value.details);
  const where = spill === null ? '' : `; full output: ${spill}`;
  const notice = `The answer was left out: its line would pass ${lineBytes} bytes (${lineLimits})${where}`;
  const empty = { ...outcome({ status: value.status, message, notices: [notice] }), isError: value.isError };
  const known = { ...empty, details: Object.fromEntries(Object.entries(value.details).filter(isShort)) };
  return bytesOf(known) <= maxBytes ? known : empty;
}

/** Most characters of a fact that is kept then. */
const shortFact = 64;

function isShort([, fact]: readonly [string, unknown]): boolean {
  return typeof fact === 'string' ? fact.length <= shortFact : !isObject(fact);
}
