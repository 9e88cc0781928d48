import { unknownPart } from '../rules/pattern.ts';
import type { CodeToken } from './tokens.ts';

/** What makes a path or words of a text, and leaves what it says. */
const transparent =
  /^(?:(?:os\.)?path\.(?:expanduser|abspath|realpath|normpath|normalize)|(?:pathlib\.)?Path|str|c|b|\.(?:expanduser|resolve|strip|trim|to_s|concat|decode|toString))$/;
/** What puts texts together or takes one apart. */
const shaping = /^\.(?:split|join|format)$/;
const transparentMark = /^[()[\]{}+.*~@\n]$|^\.\.$/;
/** Names of parameters that hold a command. */
const parameter = /^(?:args|cmd|command)$/;
/** One argument or element of a list: its text, with a variable for what only the run knows. */
export interface Element {
  readonly text: string;
  readonly isKnown: boolean;
}

function isTransparent(tokens: readonly CodeToken[], index: number): boolean {
  const { kind, text } = tokens[index] ?? { kind: 'mark', text: '' };
  if (kind === 'name')
    return transparent.test(text) || (parameter.test(text) && /^[=:]$/.test(tokens[index + 1]?.text ?? ''));
  return transparentMark.test(text) || (/^[=:]$/.test(text) && parameter.test(tokens[index - 1]?.text ?? ''));
}

class Elements {
  readonly found: Element[] = [];
  #text = '';
  #isKnown = true;
  #isEmpty = true;
  #isSplit = false;
  #separator: string | null = null;
  #isFilled = false;

  /** Ends one. */
  close(): void {
    if (this.#isSplit && this.#isKnown) this.#addWords(this.#text);
    else if (!this.#isEmpty) this.found.push({ text: this.#text, isKnown: this.#isKnown });
    [this.#text, this.#isKnown, this.#isEmpty] = ['', true, true];
    [this.#isSplit, this.#isFilled] = [false, false];
  }

  add(text: string): void {
    // What is put into a text takes the place of its first part that is not known.
    if (this.#isFilled && this.#text.includes(unknownPart))
      this.#text = this.#text.replace(unknownPart, () => text);
    else this.#text += text;
    this.#isEmpty = false;
  }

  addUnknown(): void {
    this.add(this.#isKnown ? unknownPart : '');
    this.#isKnown = false;
  }

  #addWords(text: string): void {
    for (const word of text.split(/\s+/)) if (word !== '') this.found.push({ text: word, isKnown: true });
  }

  addWords(text: string): void {
    this.close();
    this.#addWords(text);
  }

  /** Begins to put texts into the one before. */
  fill(): void {
    this.#isFilled = true;
  }

  /** Makes words of what is there, or comes. */
  split(): void {
    this.#isSplit = true;
  }

  /** Takes a text for what joins others. */
  join(): void {
    this.#separator = this.#text;
    [this.#text, this.#isEmpty] = ['', true];
  }

  /** What was found, as one text where it is joined. */
  end(): readonly Element[] {
    this.close();
    const separator = this.#separator;
    if (separator === null) return this.found;
    const isKnown = this.found.every((element) => element.isKnown);
    return [{ text: this.found.map(({ text }) => text).join(separator), isKnown }];
  }
}

/** Where the arguments end that begin at `start`. */
function endOf(tokens: readonly CodeToken[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index += 1) {
    const { kind, text } = tokens[index] ?? { kind: 'mark', text: '' };
    if (kind !== 'mark') continue;
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    if (depth <= 0) return index;
  }
  return tokens.length;
}

/** Takes what puts texts together or takes one apart; where to read on. */
function shape(elements: Elements, tokens: readonly CodeToken[], index: number): number {
  const name = tokens[index]?.text;
  const isBehindText = tokens[index - 1]?.kind === 'text';
  if (name === '.format' || name === '%') {
    elements.fill();
    return index;
  }
  if (name === '.split') elements.split();
  else if (isBehindText) elements.join();
  const takesSeparator = name === '.split' ? index > 0 && tokens[index - 1]?.text !== '(' : !isBehindText;
  return takesSeparator ? endOf(tokens, index + 1) : index;
}

/** Whether a mark ends an element: a comma, or where lists are put together, whose elements are not. */
function isEnd(tokens: readonly CodeToken[], index: number): boolean {
  const { kind, text } = tokens[index] ?? { kind: 'mark', text: '' };
  if (kind !== 'mark') return false;
  const [before, next] = [tokens[index - 1]?.text, tokens[index + 1]?.text];
  if (text === '+') return before === ']' || next === '[';
  return text === ',' || text === '=>' || (text === '[' && before === ']');
}

function isShaping(tokens: readonly CodeToken[], index: number): boolean {
  const { kind, text } = tokens[index] ?? { kind: 'mark', text: '' };
  return (kind === 'name' && shaping.test(text)) || (text === '%' && tokens[index - 1]?.kind === 'text');
}

/** The arguments, those in lists each for itself. */
export function elementsOf(tokens: readonly CodeToken[]): readonly Element[] {
  const elements = new Elements();
  for (let index = 0; index < tokens.length; index += 1) {
    const { kind, text, splits } = tokens[index] ?? { kind: 'mark', text: '' };
    if (isEnd(tokens, index)) elements.close();
    else if (kind === 'text' && splits === true) elements.addWords(text);
    else if (kind === 'text' || text === '/') elements.add(text);
    else if (isShaping(tokens, index)) index = shape(elements, tokens, index);
    else if (!isTransparent(tokens, index)) elements.addUnknown();
  }
  return elements.end();
}
