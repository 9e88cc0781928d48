import { isRecord } from '../../core/record.ts';
import { cutText } from '../../core/text/cut-text.ts';
import { jsonLine } from '../../core/text/json-line.ts';
import { countWithin, mostThatFit } from '../../output/fits-line.ts';
import { lineLimits } from '../../output/notices.ts';
import { Shrinkable } from '../../wire/reply.ts';

type Facts = Readonly<Record<string, unknown>>;

/** Facts and lists of them as an answer, which is shortened if its line would exceed the limit, with notices of what is left out. */
export class WireFacts extends Shrinkable {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    super();
    this.#facts = facts;
  }

  override toJSON(): unknown {
    return this.#facts;
  }

  override shrink(maxBytes: number): unknown {
    return shortenFacts(this.#facts, maxBytes);
  }
}

/** Most characters kept of texts, tried in order until every list has an item left. */
const textLengths = [4096, 512, 120];

const why = `to keep the line under its limit (${lineLimits})`;

/** The version within `maxBytes` with the longest texts that leave each list an item, else the shortest; unchanged if none fits. */
function shortenFacts(facts: Facts, maxBytes: number): Facts {
  let last = facts;
  for (const most of textLengths) {
    const shorter = endLists(cutTexts(facts, most), maxBytes);
    if (shorter === null) continue;
    last = shorter;
    const isLeft = (key: string) => !Array.isArray(facts[key]) || isSomeLeft(facts[key], shorter[key]);
    if (Object.keys(facts).every(isLeft)) break;
  }
  return last;
}

function isSomeLeft(whole: readonly unknown[], kept: unknown): boolean {
  return whole.length === 0 || (Array.isArray(kept) && kept.length > 0);
}

function withNotices(facts: Facts, more: readonly string[]): Facts {
  if (more.length === 0) return facts;
  return { ...facts, notices: [...(Array.isArray(facts.notices) ? facts.notices : []), ...more] };
}

/** The facts with texts cut after `most` characters. */
function cutTexts(facts: Facts, most: number): Facts {
  let isCut = false;
  const cut = (value: unknown): unknown => {
    if (typeof value === 'string') {
      isCut ||= value.length > most;
      return cutText(value, most);
    }
    if (Array.isArray(value)) return value.map(cut);
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cut(one)]));
  };
  const shorter = Object.fromEntries(Object.entries(facts).map(([key, one]) => [key, cut(one)]));
  return withNotices(shorter, isCut ? [`Texts of more than ${most} characters were cut ${why}.`] : []);
}

const commaBytes = 1;

function bytesOf(value: unknown): number {
  return Buffer.byteLength(jsonLine(value));
}

/** The facts with the first items of each list, all lists within the same room; null if they do not fit without any. */
function endLists(facts: Facts, maxBytes: number): Facts | null {
  if (bytesOf(facts) <= maxBytes) return facts;
  const lists = Object.entries(facts).flatMap(([key, value]) =>
    Array.isArray(value) && key !== 'notices'
      ? [{ key, value, sizes: value.map((item) => bytesOf(item) + commaBytes) }]
      : [],
  );
  const within = (room: number): Facts => {
    const kept = lists.map(({ key, value, sizes }) => {
      const count = countWithin(sizes, room);
      return { key, list: value.slice(0, count), whole: value.length };
    });
    const notices = kept
      .filter(({ list, whole }) => list.length < whole)
      .map(({ key, list, whole }) => `"${key}" has the first ${list.length} of ${whole} ${why}.`);
    return withNotices(
      { ...facts, ...Object.fromEntries(kept.map(({ key, list }) => [key, list])) },
      notices,
    );
  };
  const room = mostThatFit(-1, maxBytes, (most) => bytesOf(within(most)) <= maxBytes);
  return room < 0 ? null : within(room);
}
