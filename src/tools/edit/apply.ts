import { wholeFileBytes } from '../../platform/files/file-bytes.ts';
import type { Edit } from './input.ts';
import { lineEndFinder } from './line-ends.ts';
import { eachMatch, type Matches, mostCounted, type Span, type Tier } from './match.ts';
import type { Pause } from './pause.ts';

/** Parts of a text after which they are joined. */
const partsOfBlock = 8192;

/** The result of one edit. */
export interface Applied {
  readonly text: string;
  readonly replacements: number;
  readonly tier: Tier;
}

/** An edit that cannot be applied: it has no match or too many. */
export interface Unapplied {
  readonly matches: Matches;
}

/** `new` with the line ends of the place; unchanged if the caller wrote carriage returns and the match is exact. */
function insertionFor(text: string, edit: Edit, tier: Tier): (span: Span) => string {
  const isLiteral = tier === 'exact' && (edit.old.includes('\r') || edit.new.includes('\r'));
  if (isLiteral || !edit.new.includes('\n')) return () => edit.new;
  const plain = edit.new.replaceAll('\r\n', '\n');
  const returned = plain.replaceAll('\n', '\r\n');
  const hasReturn = lineEndFinder(text);
  return (span) => (hasReturn(span) ? returned : plain);
}

/** Throws because no later call could edit the result. */
export type TooLong = () => never;

/** Replaces parts of a text from start to end, and joins what stays with what is new. */
class Splice {
  readonly #text: string;
  readonly #tooLong: TooLong;
  #length = 0;
  #blocks: string[] = [];
  #parts: string[] = [];
  #from = 0;

  constructor(text: string, tooLong: TooLong) {
    this.#text = text;
    this.#tooLong = tooLong;
  }

  put({ start, end }: Span, fresh: string): void {
    this.#parts.push(this.#text.slice(this.#from, start), fresh);
    this.#length += start - this.#from + fresh.length;
    if (this.#length > wholeFileBytes) this.#tooLong();
    this.#from = end;
    if (this.#parts.length >= partsOfBlock) this.#join();
  }

  end(): string {
    this.#parts.push(this.#text.slice(this.#from));
    this.#join();
    return this.#blocks.join('');
  }

  /** Bounds memory: parts take many times their content, and there may be one for every other character. */
  #join(): void {
    this.#blocks.push(this.#parts.join(''));
    this.#parts = [];
  }
}

/** Applies one edit: no byte outside the matches can change. Memory is bounded by the texts, however many matches there are. */
export async function applyEdit(
  text: string,
  edit: Edit,
  pause: Pause,
  tooLong: TooLong,
): Promise<Applied | Unapplied> {
  const splice = new Splice(text, tooLong);
  return edit.replaceAll
    ? replaceEvery(text, edit, { splice, pause })
    : replaceOnly(text, edit, { splice, pause });
}

interface Way {
  readonly splice: Splice;
  readonly pause: Pause;
}

async function replaceEvery(text: string, edit: Edit, { splice, pause }: Way): Promise<Applied | Unapplied> {
  let replacements = 0;
  let insertion: ReturnType<typeof insertionFor> | null = null;
  const tier = await eachMatch(text, edit, pause, (span, found) => {
    insertion ??= insertionFor(text, edit, found);
    splice.put(span, insertion(span));
    replacements += 1;
    return true;
  });
  return tier === null ? { matches: { tier, spans: [] } } : { text: splice.end(), replacements, tier };
}

async function replaceOnly(text: string, edit: Edit, { splice, pause }: Way): Promise<Applied | Unapplied> {
  const spans: Span[] = [];
  const tier = await eachMatch(text, edit, pause, (span) => spans.push(span) < mostCounted);
  const [only, another] = spans;
  if (tier === null || only === undefined || another !== undefined) return { matches: { tier, spans } };
  splice.put(only, insertionFor(text, edit, tier)(only));
  return { text: splice.end(), replacements: 1, tier };
}
