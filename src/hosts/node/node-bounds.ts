import { type Content, type Display, text } from '../../core/content.ts';
import { ToolFailure } from '../../core/failure.ts';
import { addNotices, type Outcome } from '../../core/outcome.ts';
import { isRecord } from '../../core/record.ts';
import { firstCharacters, lastCharacters } from '../../core/text/cut-text.ts';
import { readOutcome } from './node-shapes.ts';

/** This machine's caps that limit how much a result may hold. */
export interface NodeCaps {
  readonly outputChars: number;
  readonly readBytes: number;
}

/** Characters that a result may have beyond its caps: its ending, its message, its notices. */
const besides = 8192;
/** Overhead in characters counted for each value of a list or record. */
const perEntry = 8;

/** The start of a text and, a quarter as long, its end. */
function headAndTail(value: string, most: number): string {
  const tail = most >> 2;
  const head = most - tail;
  const omitted = value.length - most;
  return `${firstCharacters(value, head)}\n[… ${omitted} more characters]\n${lastCharacters(value, tail)}`;
}

/** A budget of characters shared by several texts, and the number of those that did not fit. */
class Room {
  omitted = 0;
  #left: number;

  constructor(characters: number) {
    this.#left = characters;
  }

  cut(value: string): string {
    const room = this.#left;
    this.#left = Math.max(0, room - value.length);
    if (value.length <= room) return value;
    this.omitted += value.length - room;
    return headAndTail(value, room);
  }

  /** The entries that fit, the last of them cut. */
  cutAll<T>(entries: readonly T[], cut: (entry: T) => T): readonly T[] {
    const kept: T[] = [];
    for (const entry of entries) {
      if (this.#left === 0) this.omitted += JSON.stringify(entry).length;
      else {
        this.#left = Math.max(0, this.#left - perEntry);
        kept.push(cut(entry));
      }
    }
    return kept;
  }

  cutValue(value: unknown): unknown {
    if (typeof value === 'string') return this.cut(value);
    if (Array.isArray(value)) return this.cutAll(value, (entry) => this.cutValue(entry));
    return isRecord(value) ? this.cutRecord(value) : value;
  }

  cutRecord(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const entries = this.cutAll<readonly [string, unknown]>(Object.entries(record), ([name, value]) => [
      this.cut(name),
      this.cutValue(value),
    ]);
    return Object.fromEntries(entries);
  }
}

/** Most characters in the payload of a node's answer. */
export function mostCharacters({ outputChars, readBytes }: NodeCaps): number {
  return Math.max(outputChars, readBytes) + besides;
}

function boundDisplay(item: Display, room: Room): Display {
  return item.type === 'command'
    ? { ...item, command: room.cut(item.command) }
    : { ...item, text: room.cut(item.text) };
}

/**
 * The Outcome of a node, cut to the caps that this machine sets for its tools. A node keeps only to its own caps, which may
 * be wider, or to none.
 */
export function boundOutcome(outcome: Outcome, caps: NodeCaps): Outcome {
  const most = mostCharacters(caps);
  const [payload, words, facts] = [new Room(most), new Room(besides), new Room(most)];
  const content = outcome.content.map(
    (item): Content => (item.type === 'text' ? text(payload.cut(item.text)) : item),
  );
  const bounded = {
    ...outcome,
    content,
    message: words.cut(outcome.message),
    notices: words.cutAll(outcome.notices, (notice) => words.cut(notice)),
    details: facts.cutRecord(outcome.details),
    display: facts.cutAll(outcome.display, (item) => boundDisplay(item, facts)),
  };
  const omitted = payload.omitted + words.omitted + facts.omitted;
  if (omitted === 0) return outcome;
  return addNotices(bounded, [
    `The node sent ${omitted} characters more than the caps here allow; they are left out.`,
  ]);
}

/** A failure of a call on a node with its partial result bounded likewise; any other error unchanged. */
export function boundFailure(error: unknown, caps: NodeCaps): unknown {
  if (!(error instanceof ToolFailure)) return error;
  const partial = readOutcome(error.data.outcome);
  if (partial === null) return error;
  return new ToolFailure(error.code, error.message, {
    ...error.data,
    outcome: boundOutcome(partial, caps),
  });
}
