import type { JSONVisitor } from 'jsonc-parser';
import { cannot } from '../core/failure.ts';
import { isRecord } from '../core/record.ts';
import { fieldName, shown } from './values.ts';

/** The value of a config text, and the lines of its parts. */
export interface ParsedText {
  readonly value: unknown;
  /** Line, from 1, of each key and list element by field name, for example `rules[0].allow`. */
  readonly lines: ReadonlyMap<string, number>;
}

/** Most characters of a config text and most levels of nesting, both far above any honest file. */
export const mostCharacters = 1_048_576;
const mostDepth = 32;

/** Names that reach an object's prototype instead of its own keys. */
const unusableKeys: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor']);

const noKey = ['there is no key', 'a key in double quotes'] as const;

/** State and wanted state for jsonc-parser's error codes from 1 to 16. */
const problems: readonly (readonly [state: string, wanted: string])[] = [
  ['there is the unknown word', 'a value such as true, 10 or "text"'],
  ['there is a malformed number', 'a number such as 10'],
  noKey,
  ['there is no value', 'a value such as true, 10 or "text"'],
  ['there is no colon', '":" between key and value'],
  ['there is no comma', '"," before this'],
  ['an object is not closed', '"}"'],
  ['a list is not closed', '"]"'],
  ['there is more after the end', 'one value only'],
  ['there is a comment', 'none'],
  ['a comment is not closed', '"*/"'],
  ['a text is not closed', 'a double quote on the same line'],
  ['a number is not complete', 'a number such as 10'],
  ['a text holds an incomplete \\u escape', 'four hexadecimal digits'],
  ['a text holds an unknown escape', 'one of JSON, such as \\\\ or \\n'],
  ['a text holds a control character', 'its escape, such as \\t'],
];
const malformed = ['it is malformed', 'JSON with comments'] as const;
const empty = ['it is empty', 'an object or a list, {} or [] for none'] as const;
/** jsonc-parser's error codes for a word that is none of JSON's, and for a missing value. */
const unknownWord = 1;
const noValue = 4;

/**
 * Parses JSON with comments and trailing commas; a byte order mark is accepted. `source` names the text in messages. Throws
 * `invalid_config` with line and column for malformed text and duplicate keys, and for texts beyond the limits.
 */
export async function parseText(text: string, source: string): Promise<ParsedText> {
  if (text.length > mostCharacters) {
    throw refusal(source, `it has ${text.length} characters`, `at most ${mostCharacters}`);
  }
  const content = text.startsWith('\ufeff') ? text.slice(1) : text;
  const { visit } = await import('jsonc-parser');
  const builder = new Builder(source, content);
  visit(content, builder, { allowTrailingComma: true });
  return { value: builder.root, lines: builder.lines };
}

function refusal(where: string, state: string, wanted: string) {
  return cannot('read configuration', where, state, wanted, 'invalid_config');
}

interface Frame {
  readonly path: readonly (string | number)[];
  readonly node: Record<string, unknown> | unknown[];
  key: string;
}

/** Builds the value and its lines from jsonc-parser's visitor; throws at the first problem. */
class Builder implements JSONVisitor {
  root: unknown;
  readonly lines = new Map<string, number>();
  readonly #source: string;
  readonly #content: string;
  readonly #frames: Frame[] = [];
  /** Whether a key may come next: the last that was read is `{`, or a comma in an object. */
  #isBeforeKey = false;

  constructor(source: string, content: string) {
    this.#source = source;
    this.#content = content;
  }

  onSeparator = (mark: string): void => {
    this.#isBeforeKey = mark === ',' && isRecord(this.#frames.at(-1)?.node);
  };

  onObjectBegin = (_offset: number, _length: number, line: number, column: number): void => {
    this.#open({}, line, column);
    this.#isBeforeKey = true;
  };

  onArrayBegin = (_offset: number, _length: number, line: number, column: number): void => {
    this.#open([], line, column);
  };

  onObjectEnd = (): void => {
    this.#frames.pop();
    this.#isBeforeKey = false;
  };

  onArrayEnd = (): void => void this.#frames.pop();

  onObjectProperty = (key: string, _offset: number, _length: number, line: number, column: number): void => {
    const frame = this.#frames.at(-1);
    if (frame === undefined || !isRecord(frame.node)) return;
    const name = shown(key);
    if (unusableKeys.has(key))
      throw this.#refusal(line, column, `the key ${name} is reserved`, 'another key');
    if (Object.hasOwn(frame.node, key)) {
      throw this.#refusal(line, column, `the key ${name} stands here a second time`, 'every key once');
    }
    frame.key = key;
    this.lines.set(fieldName([...frame.path, key]), line + 1);
  };

  onLiteralValue = (value: unknown, _offset: number, _length: number, line: number): void => {
    this.#place(value, line);
  };

  onError = (code: number, offset: number, length: number, line: number, column: number): void => {
    const [state, wanted] = this.#problem(code);
    const word = code === unknownWord ? ` ${shown(this.#content.slice(offset, offset + length))}` : '';
    throw this.#refusal(line, column, `${state}${word}`, wanted);
  };

  #problem(code: number): readonly [state: string, wanted: string] {
    if (code === noValue && this.#frames.length === 0) return empty;
    if (code === noValue && this.#isBeforeKey) return noKey;
    const [state, wanted] = problems[code - 1] ?? malformed;
    return code === unknownWord && this.#isBeforeKey ? [state, noKey[1]] : [state, wanted];
  }

  #open(node: Frame['node'], line: number, column: number): void {
    if (this.#frames.length >= mostDepth) {
      throw this.#refusal(line, column, 'it is nested too deep', `at most ${mostDepth} levels`);
    }
    this.#frames.push({ path: this.#place(node, line), node, key: '' });
  }

  /** Stores a value at the visitor's position and returns its path. */
  #place(value: unknown, line: number): readonly (string | number)[] {
    const frame = this.#frames.at(-1);
    if (frame === undefined) {
      this.root = value;
      return [];
    }
    if (Array.isArray(frame.node)) {
      const path = [...frame.path, frame.node.length];
      frame.node.push(value);
      this.lines.set(fieldName(path), line + 1);
      return path;
    }
    frame.node[frame.key] = value;
    return [...frame.path, frame.key];
  }

  #refusal(line: number, column: number, state: string, wanted: string) {
    return refusal(`${this.#source}:${line + 1}:${column + 1}`, state, wanted);
  }
}
