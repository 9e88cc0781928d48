import type { Command, Redirection, Word } from 'unbash';
import { descriptorCopied, descriptorsOf } from './streams.ts';

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
export class KeptStreams {
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
