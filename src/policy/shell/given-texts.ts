import type { Word } from 'unbash';
import type { Candidate } from '../pattern.ts';

const mostTexts = 16;

const lookUp = /^(?:\$\(|`)\s*(?:which|type\s+-[pP]|command\s+-v)\s+([\w.+-]+)\s*(?:\)|`)$/;
const variable = /^("?)\$(?:(\w+)|\{(\w+)(?:\[[@*]\])?\})\1$/;

/** The program that `$(which x)` and its kin look up, or null. */
function lookedUp({ parts }: Word): Candidate {
  const outer = parts?.length === 1 ? parts[0] : undefined;
  const only = outer?.type === 'DoubleQuoted' && outer.parts.length === 1 ? outer.parts[0] : outer;
  const found = only?.type === 'CommandExpansion' ? lookUp.exec(only.text) : null;
  return found?.[1] ?? null;
}

/** Every literal text that a script gives its variables, in any order: for finding dangers, never for allowing. */
export class GivenTexts {
  readonly #texts = new Map<string, readonly string[]>();
  readonly #read = new Set<string>();
  readonly #fed: string[] = [];

  note(name: string, text: Candidate): void {
    const texts = this.#texts.get(name) ?? [];
    if (text !== null && texts.length < mostTexts) this.#texts.set(name, [...new Set([...texts, text])]);
  }

  /** Notes the words behind `read`: the variables it fills. */
  noteRead(words: readonly Candidate[]): void {
    for (const word of words) if (word !== null && /^[A-Za-z_]\w*$/.test(word)) this.#read.add(word);
  }

  /** Notes a text whose lines may be read. */
  noteFed(text: Candidate): void {
    if (text !== null) this.#fed.push(text);
  }

  /** Gives each variable that is read the lines of what may be. */
  settle(): void {
    if (this.#read.size === 0) return;
    const lines = this.#fed
      .flatMap((text) => text.split('\n', mostTexts))
      .filter((line) => line.trim() !== '');
    for (const name of this.#read) for (const line of lines) this.note(name, line);
  }

  /** The words that the name of a command may stand for: those of each text its variable is given, or null. */
  meantBy(word: Word): readonly (readonly Candidate[])[] | null {
    const looked = lookedUp(word);
    if (looked !== null) return [[looked]];
    const found = variable.exec(word.text);
    const texts = this.#texts.get(found?.[2] ?? found?.[3] ?? '') ?? [];
    if (texts.length === 0) return null;
    const isWhole = found?.[1] === '"' && !word.text.includes('[');
    return texts.map((text) => (isWhole ? [text] : text.split(/\s+/).filter((part) => part !== '')));
  }
}
