import type { Command, Redirection, Word } from 'unbash';
import { namesPrevious } from './here.ts';
import type { SeenWords } from './seen-words.ts';
import type { OpenedFile } from './sightings.ts';
import { descriptorCopied, descriptorsOf } from './streams.ts';
import type { Location } from './trail.ts';

/** A file descriptor by its number, or by the variable that holds it: `{name}>file`. */
type Descriptor = number | string;

type Redirect = Extract<Redirection, { type: 'Redirect' }>;

/** Like `descriptorCopied`, or the variable that holds the number. */
function copiedBy(node: Redirect): Descriptor | null | undefined {
  const [, variable] = /^"?\$\{?(\w+)\}?"?$/.exec(node.target?.text ?? '') ?? [];
  return variable !== undefined && /^[<>]&$/.test(node.operator) ? variable : descriptorCopied(node);
}

function namesOf(node: Redirect): readonly Descriptor[] {
  return node.descriptor?.type === 'FileDescriptorVariable' ? [node.descriptor.name] : descriptorsOf(node);
}

/** The files that `exec` opens for all later commands (POSIX, Shell Command Language 2.14, exec). */
class KeptStreams {
  readonly #paths: (word: Word) => readonly string[];
  readonly #files = new Map<Descriptor, readonly string[]>();

  /** `paths` returns the files that a word may mean. */
  constructor(paths: (word: Word) => readonly string[]) {
    this.#paths = paths;
  }

  /** Notes what `exec` without a command opens or closes for later commands. */
  note({ name, prefix, suffix }: Command): void {
    if (name?.value !== 'exec' || suffix.some(({ type }) => type === 'Word')) return;
    for (const item of [...prefix, ...suffix]) if (item.type === 'Redirect') this.#open(item);
  }

  #open(node: Redirect): void {
    const files = this.copied(node) ?? (node.target === undefined ? [] : this.#paths(node.target));
    for (const name of namesOf(node))
      if (files.length === 0) this.#files.delete(name);
      else this.#files.set(name, files);
  }

  /** The files of the descriptor that a redirect copies, none for 0, 1 and 2; null if it copies no known descriptor. */
  copied(node: Redirect): readonly string[] | null {
    const copied = copiedBy(node);
    if (copied === undefined) return [];
    if (copied === null) return null;
    return this.#files.get(copied) ?? (copied === 1 || copied === 2 ? [] : null);
  }

  /** The files that standard output and standard error of later commands go to. */
  get printedTo(): readonly string[] {
    return [1, 2].flatMap((descriptor) => this.#files.get(descriptor) ?? []);
  }
}

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
