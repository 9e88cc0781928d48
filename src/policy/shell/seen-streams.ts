import type { Command, Redirection } from 'unbash';
import { namesPrevious } from './here.ts';
import { KeptStreams } from './kept-streams.ts';
import type { SeenWords } from './seen-words.ts';
import type { OpenedFile } from './sightings.ts';
import type { Location } from './trail.ts';

/** The texts on standard input, and the files read and written, of one command. */
export type Streams = Record<'input' | 'read' | 'written', string[]>;

export function noStreams(): Streams {
  return { input: [], read: [], written: [] };
}

/** Reads redirects anywhere in a script. */
export class SeenStreams {
  /** The files that they open. */
  readonly opened: OpenedFile[] = [];
  readonly #here: SeenWords;
  readonly #before: SeenWords;
  readonly #kept: KeptStreams;

  /** `here` reads words relative to the current folder, `before` relative to the previous one. */
  constructor(here: SeenWords, before: SeenWords) {
    this.#here = here;
    this.#before = before;
    this.#kept = new KeptStreams((word) => here.paths(word));
  }

  /** Adds the effect of a redirect to `streams`. */
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

  /** The effects of several redirects. */
  of(redirects: readonly Redirection[], location: Location): Streams {
    const streams = noStreams();
    for (const redirect of redirects) this.add(redirect, streams, location);
    return streams;
  }

  /** The files that a command writes, by its own redirects and by those of an earlier `exec`. */
  writtenBy({ written }: Streams): string[] {
    return [...written, ...this.#kept.printedTo];
  }

  /** Notes the redirects of an `exec`, which hold for later commands. */
  leave(node: Command): void {
    this.#kept.note(node);
  }
}
