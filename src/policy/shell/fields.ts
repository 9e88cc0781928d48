import type { Candidate, Words } from '../rules/pattern.ts';

/** Collects the words that a shell makes of one word, piece by piece; null is a word that is not fully known. */
export class Fields {
  readonly #done: Candidate[] = [];
  #text: Candidate = '';
  #isOpen = false;

  add(text: Candidate): void {
    this.#text = text === null || this.#text === null ? null : this.#text + text;
    this.#isOpen = true;
  }

  #close(): void {
    if (this.#isOpen) this.#done.push(this.#text);
    this.#text = '';
    this.#isOpen = false;
  }

  /** Adds unquoted text, which is split at blanks. */
  addSplit(text: Candidate): void {
    const [first = null, ...others] = text?.split(/\s+/) ?? [null];
    if (first !== '') this.add(first);
    for (const other of others) {
      this.#close();
      if (other !== '') this.add(other);
    }
  }

  /** Adds the elements of an array, each of which is a word. */
  addEach(elements: Words, isQuoted: boolean): void {
    for (const [index, element] of elements.entries()) {
      if (index > 0) this.#close();
      if (isQuoted) this.add(element);
      else this.addSplit(element);
    }
  }

  end(): Words {
    this.#close();
    return this.#done;
  }
}
