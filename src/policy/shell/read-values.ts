import type { Command } from 'unbash';
import { optionValues } from '../programs/option-value.ts';
import type { Words } from '../rules/pattern.ts';
import type { SeenVariables } from './seen-variables.ts';

const mostLines = 16;

/** A command that reads: the variables, the separators within a line and the end of a line. */
interface Reading {
  readonly kind: 'line' | 'words' | 'lines';
  readonly names: readonly string[];
  readonly marks: string;
  readonly end: string | null;
  /** Most characters that are read; null for no limit. */
  readonly count: number | null;
}

/** Replaces the separators of a text by blanks and newlines. */
function divided(text: string, { marks, end }: Reading): string {
  if (marks === '' && end === null) return text;
  return [...text].map((char) => (char === end ? '\n' : marks.includes(char) ? ' ' : char)).join('');
}

/** Collects what a script may read into its variables. */
export class ReadValues {
  readonly #variables: SeenVariables;
  readonly #read: Reading[] = [];
  readonly #fed: string[] = [];

  constructor(variables: SeenVariables) {
    this.#variables = variables;
  }

  /** Adds texts whose lines may be read. */
  feed(...texts: readonly string[]): void {
    this.#fed.push(...texts);
  }

  /** Gives each variable the lines that may be read into it. */
  settle(): void {
    for (const reading of this.#read) {
      const texts = this.#fed.map((text) => divided(text, reading).split('\n', mostLines));
      const fed = texts.map((lines) => lines.filter((line) => line.trim() !== ''));
      if (reading.kind === 'lines') this.#noteLines(reading, [fed.flat(), ...fed]);
      else for (const line of fed.flat()) this.#noteRead(reading, line);
    }
  }

  #noteLines({ names }: Reading, all: readonly (readonly string[])[]): void {
    for (const name of names)
      for (const lines of all) this.#variables.note(name, lines.length === 0 ? [null] : lines);
  }

  #noteRead({ kind, names, count }: Reading, line: string): void {
    if (kind === 'lines') return;
    for (const part of count === null ? [line] : [line, line.slice(0, count)])
      this.#noteLine(kind, names, part);
  }

  /** Notes a command that reads, with its IFS, delimiter and count. */
  note(
    kind: Reading['kind'],
    { prefix }: Command,
    [names, words]: readonly [readonly string[], Words],
  ): void {
    const found = prefix.find((item) => item.type === 'Assignment' && item.name === 'IFS');
    const value = found?.type === 'Assignment' && found.value.type === 'Word' ? found.value.value : '';
    const [until] = optionValues(words, ['-d']);
    const end = until === undefined ? null : (until[0] ?? '\0');
    const [most] = optionValues(words, ['-n', '-N']);
    const count = kind === 'lines' || most === undefined ? null : Number(most) || null;
    this.#read.push({ kind, names, marks: value, end, count });
  }

  #noteLine(kind: 'line' | 'words', names: readonly string[], line: string): void {
    const words = line.split(/\s+/).filter((word) => word !== '');
    for (const [index, name] of names.entries()) {
      this.#variables.note(name, kind === 'line' ? [line] : words);
      const own = index === names.length - 1 ? words.slice(index).join(' ') : words[index];
      if (names.length > 1 && own !== undefined) this.#variables.note(name, [own]);
    }
  }
}
