import type { Command, Redirection } from 'unbash';
import { namesPrevious } from './here.ts';
import { KeptStreams } from './kept-streams.ts';
import type { SeenWords } from './seen-words.ts';
import type { OpenedFile } from './sightings.ts';
import type { Location } from './trail.ts';

/** What the redirects of a command say. */
export type Streams = Record<'input' | 'read' | 'written', string[]>;

export function noStreams(): Streams {
  return { input: [], read: [], written: [] };
}

/** Reads redirects, wherever in a script they stand. */
export class SeenStreams {
  /** Files that they open. */
  readonly opened: OpenedFile[] = [];
  readonly #here: SeenWords;
  readonly #before: SeenWords;
  readonly #kept: KeptStreams;

  /** Words that lead on from where the shell is, and from where it was before. */
  constructor(here: SeenWords, before: SeenWords) {
    this.#here = here;
    this.#before = before;
    this.#kept = new KeptStreams((word) => here.paths(word));
  }

  /** Adds what a redirect says. */
  add(node: Redirection, streams: Streams, { trail, previous }: Location): void {
    if (node.type === 'HereDoc') {
      streams.input.push(node.body.text);
      return;
    }
    if (node.target === undefined) return;
    const isBefore = namesPrevious(node.target);
    const words = isBefore ? this.#before : this.#here;
    if (node.type === 'HereString') {
      streams.input.push(...[words.text(node.target)].filter((text) => text !== null));
      return;
    }
    const isWritten = node.operator.includes('>');
    const copied = this.#kept.copied(node);
    if (copied !== null) streams[isWritten ? 'written' : 'read'].push(...copied);
    for (const path of copied === null ? words.paths(node.target) : []) {
      streams[isWritten ? 'written' : 'read'].push(path);
      this.opened.push({ path, isWritten, trail: isBefore ? previous : trail });
    }
  }

  /** What several say. */
  of(redirects: readonly Redirection[], location: Location): Streams {
    const streams = noStreams();
    for (const redirect of redirects) this.add(redirect, streams, location);
    return streams;
  }

  /** The files that a command writes, by its own redirects and by those that `exec` left it. */
  writtenBy({ written }: Streams): string[] {
    return [...written, ...this.#kept.printedTo];
  }

  /** Notes what a command leaves to those behind it. */
  leave(node: Command): void {
    this.#kept.note(node);
  }
}
