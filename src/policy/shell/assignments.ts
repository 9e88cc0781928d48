import type { Assignment, Word } from 'unbash';
import type { Candidate } from '../rules/pattern.ts';
import { namingOf } from './named-elements.ts';
import type { Held, SeenVariables } from './seen-variables.ts';
import type { SeenWords } from './seen-words.ts';

const longest = 65_536;

/** Other results of assignments. */
interface Found {
  /** Commands equivalent to assignments that name programs and texts. */
  readonly namings: (readonly string[])[];
}

/** Collects the values that assignments give variables. */
export class Assignments {
  /** Variables and their texts as written. */
  readonly plainly: (readonly [string, string])[] = [];
  readonly #variables: SeenVariables;
  readonly #words: SeenWords;
  readonly #found: Found;

  constructor(variables: SeenVariables, words: SeenWords, found: Found) {
    this.#variables = variables;
    this.#words = words;
    this.#found = found;
  }

  note(assignment: Assignment): void {
    // The parser takes a pattern as a name: `x+(a)=1`, which assigns nothing in any shell.
    if (!/^[A-Za-z_]\w*$/.test(assignment.name)) return;
    this.#array(assignment);
    this.#added(assignment);
    this.#plain(assignment);
  }

  /** Notes the final text of a variable that a loop appends to: `for x in a b; do c="$c $x"; done`. */
  #added({ name, append, index, value }: Assignment): void {
    const isOwn = value.type === 'Word' && [`$${name}`, `\${${name}`].some((own) => value.text.includes(own));
    if (value.type !== 'Word' || index !== undefined || !(append === true || isOwn)) return;
    const choices = this.#words.choices([value], () => true);
    let text = this.#variables.last(name)[0] ?? '';
    for (const choice of choices) {
      const own = this.#words.values.under(new Map([...choice, [name, [text]]]), () =>
        this.#words.value(value),
      );
      if (own === null || text.length > longest) return;
      text = append === true ? text + own : own;
    }
    if (choices.length > 0) this.#variables.note(name, [text]);
  }

  /** The elements of an array, including those that a loop appends one by one. */
  #elements(words: readonly Word[], isAdded: boolean): Held {
    return words.flatMap((word) => {
      const choices = isAdded ? this.#words.choices([word], () => true) : [];
      if (choices.length === 0) return this.#words.texts(word);
      return choices.flatMap((choice) => this.#words.values.under(choice, () => this.#words.texts(word)));
    });
  }

  #array({ name, append, value }: Assignment): void {
    if (value.type !== 'ArrayValue') return;
    const elements = this.#elements(value.elements, append === true);
    for (const element of elements) {
      const [, key, text] = /^\[(\w+)\]=(.*)$/s.exec(element ?? '') ?? [];
      if (key !== undefined && text !== undefined) this.#noteKeyed(name, key, text);
    }
    this.#variables.note(name, append === true ? [...this.#variables.last(name), ...elements] : elements);
  }

  #noteKeyed(name: string, key: string, text: Candidate): void {
    this.#variables.note(`${name}[${key}]`, [text]);
    const naming = text === null ? null : namingOf(name, key, text);
    if (naming !== null) this.#found.namings.push(naming);
  }

  noteAt(name: string, index: string | undefined, text: Candidate): void {
    if (index !== undefined) this.#noteKeyed(name, index, text);
    this.#variables.note(name, index === undefined ? [text] : [...this.#variables.last(name), text]);
  }

  #plain({ name, append, index, value }: Assignment): void {
    if (value.type !== 'Word') return;
    const own = this.#words.value(value);
    const text = append === true && own !== null ? `${this.#variables.last(name)[0] ?? ''}${own}` : own;
    this.noteAt(name, index?.value, text);
    if (index !== undefined) return;
    if (text !== null) this.plainly.push([name, text]);
    // A partly known text may be a command all the same.
    if (text === null) this.#variables.note(name, [this.#words.draft(value)]);
  }
}
