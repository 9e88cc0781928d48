import type { Command, Redirection, Word } from 'unbash';
import { descriptorCopied, descriptorsOf } from './streams.ts';

/** A descriptor by its number, or by the variable that holds that: `{name}>file`. */
type Descriptor = number | string;

type Redirect = Extract<Redirection, { type: 'Redirect' }>;

/** The same as `descriptorCopied` tells, or the variable that holds the number. */
function copiedBy(node: Redirect): Descriptor | null | undefined {
  const [, variable] = /^"?\$\{?(\w+)\}?"?$/.exec(node.target?.text ?? '') ?? [];
  return variable !== undefined && /^[<>]&$/.test(node.operator) ? variable : descriptorCopied(node);
}

function namesOf(node: Redirect): readonly Descriptor[] {
  return node.descriptor?.type === 'FileDescriptorVariable' ? [node.descriptor.name] : descriptorsOf(node);
}

/** The files that `exec` opens for all that comes behind it (POSIX, Shell Command Language 2.14, exec). */
export class KeptStreams {
  readonly #paths: (word: Word) => readonly string[];
  readonly #files = new Map<Descriptor, readonly string[]>();

  /** `paths` tells which files a word may mean. */
  constructor(paths: (word: Word) => readonly string[]) {
    this.#paths = paths;
  }

  /** Notes what a command opens or closes for those behind it: that is what `exec` alone does. */
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

  /** The files behind the descriptor that a redirect copies, none where that is one of the usual three; null where it copies no known one. */
  copied(node: Redirect): readonly string[] | null {
    const copied = copiedBy(node);
    if (copied === undefined) return [];
    if (copied === null) return null;
    return this.#files.get(copied) ?? (copied === 1 || copied === 2 ? [] : null);
  }

  /** Files that whatever commands print, or say on standard error, goes to. */
  get printedTo(): readonly string[] {
    return [1, 2].flatMap((descriptor) => this.#files.get(descriptor) ?? []);
  }
}
