import { TextReader } from '../../core/text/text-reader.ts';
import { unknownPart } from '../rules/pattern.ts';
import type { CodeLanguage, Quote } from './language.ts';

/** A token: a string, a qualified name or a mark. */
export interface CodeToken {
  readonly kind: 'text' | 'name' | 'mark';
  readonly text: string;
  /** For a string: the delimiter, the opening that it is part of, and the content with escapes resolved but interpolations as written. */
  readonly quote?: string;
  readonly opening?: string;
  readonly raw?: string;
  /** For the end of a line: the indentation of the next one. */
  readonly indent?: number;
  /** For a string: whether it is a command that is run, and whether it stands for the words in it. */
  readonly runs?: boolean;
  readonly splits?: boolean;
}

/** The mark at an index; empty for any other token or none. */
export function markAt(tokens: readonly CodeToken[], index: number): string {
  const { kind, text } = tokens[index] ?? { kind: 'mark', text: '' };
  return kind === 'mark' ? text : '';
}

const mostTokens = 50_000;
/** Most tokens of a condition before a pattern. */
const longestCondition = 256;

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

/** Expressions for the home folder. */
const home =
  /(?:(?:require\(["'](?:node:)?os["']\)|os)\.)?homedir\(\)|(?:pathlib\.)?Path\.home\(\)|Dir\.home\b(?:\(\))?|process\.env\.HOME\b|(?:os\.environ|ENV|process\.env|\$_(?:SERVER|ENV))\[["']HOME["']\]|(?:os\.)?(?:environ\.get|getenv|Deno\.env\.get|Sys\.getenv|ENV\.fetch)\(["']HOME["']\)|\$ENV\{["']?HOME["']?\}/;
const homeHere = new RegExp(home.source, 'y');

const name = /(?:\.(?!\$)|::|->)?[A-Za-z_$][\w$]*[?!]?(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*)*/y;
const blank = /[ \t\r\f\v]+|\\\n/y;
const indentation = /[ \t]*/y;
/** Escapes by character code. */
const numbered = /x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|([0-3][0-7]{2})/y;
const putHere = /[#$]\{[^{}\n\\]{0,400}\}/y;
const mark = /\d+|=>|==|!=|&&|\|\||\.\.|[\s\S]/y;
/** A regular expression between slashes, where a division is not possible. */
const pattern = /\/(?![*/])(?:[^/\\\n[]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n]){0,200}\]){1,200}\/[a-z]*/y;
const beforePattern =
  /^[=(,:;!&|?{}+~\n[]$|^(?:=>|==|!=|&&|\|\||if|unless|and|or|not|return|when|case|split|grep|typeof)$/;

/** Blanks before a parenthesis, and keywords behind which they have no meaning. */
const apart = /[ \t]+(?=\()/y;
const ownWords =
  /^(?:print|printf|getline|while|if|for|in|return|switch|exit|delete|function|do|else|system|sprintf|split|substr|g?sub|gensub|to(?:upper|lower)|length|index|match|close|int)$/;

/** How a string is written. */
interface TextForm {
  readonly spans: boolean;
  readonly isRaw: boolean;
  readonly isFilled: boolean;
  /** The bracket that opens it, if it may be nested; null otherwise. */
  readonly nested: string | null;
}

/** The meaning of a part of a string, and where the part ends. */
interface Piece {
  readonly meant: string;
  readonly last: number;
}

/** Splits code into strings, names and marks, without comments: for finding dangers, never for allowing. */
class CodeReader extends TextReader {
  readonly tokens: CodeToken[] = [];
  readonly #language: CodeLanguage;
  /** By closing delimiter, the position up to which no string that begins is closed. */
  readonly #unended = new Map<string, number>();

  constructor(code: string, language: CodeLanguage) {
    super(code);
    this.#language = language;
  }

  /** The string up to its closing delimiter, with escapes resolved; null if it is not closed. */
  #textUpTo(close: string, { spans, nested, ...how }: TextForm): string | null {
    if (this.at < (this.#unended.get(close) ?? 0)) return null;
    let text = '';
    let depth = 0;
    for (let at = this.at; at < this.text.length; at += 1) {
      const piece = this.#piece(at, how);
      const char = this.text[at] ?? '';
      if (char === '\n' && !spans) return this.#noText(close, at);
      text += piece?.meant ?? char;
      if (piece !== null) at = piece.last;
      else if (depth === 0 && this.text.startsWith(close, at)) {
        this.at = at + close.length;
        return text.slice(0, -1);
      } else if (char === nested) depth += 1;
      else if (nested !== null && char === close) depth -= 1;
    }
    return this.#noText(close, this.text.length);
  }

  /** An escape, or an interpolation that may contain the delimiter: `#{x["y"]}`; null for other characters. */
  #piece(at: number, { isRaw, isFilled }: Pick<TextForm, 'isRaw' | 'isFilled'>): Piece | null {
    if (this.text[at] === '\\') return this.#escaped(at + 1, isRaw);
    if (!isFilled || this.text[at + 1] !== '{') return null;
    putHere.lastIndex = at;
    const meant = putHere.exec(this.text)?.[0];
    return meant === undefined ? null : { meant, last: at + meant.length - 1 };
  }

  /** The meaning of an escape, and where it ends. */
  #escaped(at: number, isRaw: boolean): Piece {
    const next = this.text[at] ?? '';
    numbered.lastIndex = at;
    const [whole, ...codes] = isRaw ? [] : (numbered.exec(this.text) ?? []);
    if (whole === undefined) return { meant: escapes[next] ?? next, last: at };
    const [code, octal] = [codes.slice(0, 3).find((digits) => digits !== undefined), codes[3]];
    const point = code === undefined ? Number.parseInt(octal ?? '0', 8) : Number.parseInt(code, 16);
    return { meant: point > 0x10ffff ? next : String.fromCodePoint(point), last: at + whole.length - 1 };
  }

  #noText(close: string, until: number): null {
    this.#unended.set(close, until);
    return null;
  }

  #quoted({ open, spans, runs, splits }: Quote): boolean {
    const start = this.at;
    const taken = this.take(open);
    const delimiter = taken?.at(-1);
    if (taken === null || delimiter === undefined) return false;
    const isRaw = /^[bf]?r/i.test(taken[0]) && delimiter !== taken[0];
    const text = this.#textUpTo(closing[delimiter] ?? delimiter, {
      spans: spans === true,
      isRaw,
      isFilled: this.#language.fills?.opening.test(taken[0]) === true,
      nested: closing[delimiter] === undefined ? null : delimiter,
    });
    if (text === null) {
      this.at = start;
      return false;
    }
    const { interpolation } = this.#language;
    const put = (_: string, value: string) => {
      const name = /^\s*(\w+)\s*$/.exec(value)?.[1];
      return home.test(value) ? '$HOME' : name === undefined ? unknownPart : `\${${name}}`;
    };
    const shown = (interpolation === undefined ? text : text.replace(interpolation, put))
      .replaceAll('$ENV{HOME}', '$HOME')
      .replace(/%[sdr]/g, () => unknownPart);
    this.tokens.push({
      kind: 'text',
      text: shown,
      quote: delimiter,
      opening: taken[0],
      raw: text,
      ...(runs === true && { runs }),
      ...(splits === true && { splits }),
    });
    return true;
  }

  #isPattern(): boolean {
    const { patterns = [], hasSlashes, slashes } = this.#language;
    if (patterns.some((written) => this.take(written) !== null)) return true;
    if (hasSlashes !== true || this.next !== '/' || !this.#isBeforePattern()) return false;
    const taken = this.take(slashes?.pattern ?? pattern)?.[0];
    const isText = taken !== undefined && this.#language.concatenates === true;
    if (isText) this.tokens.push({ kind: 'text', text: taken.slice(1, taken.lastIndexOf('/')), quote: '/' });
    return taken !== undefined;
  }

  /** Whether what was read so far ends where a value may begin. */
  #isBeforePattern(): boolean {
    const before = this.tokens.at(-1);
    if (before === undefined || beforePattern.test(before.text)) return true;
    if (this.#language.slashes?.before.test(before.text) === true) return true;
    return markAt(this.tokens, this.tokens.length - 1) === ')' && this.#isCondition();
  }

  /** Whether the parenthesis that was just closed held the condition of a statement. */
  #isCondition(): boolean {
    let depth = 0;
    const first = Math.max(this.tokens.length - longestCondition, 0);
    for (let at = this.tokens.length - 1; at > first; at -= 1) {
      const own = markAt(this.tokens, at);
      if (own === ')') depth += 1;
      else if (own === '(') depth -= 1;
      if (depth === 0) return /^(?:if|while|for)$/.test(this.tokens[at - 1]?.text ?? '');
    }
    return false;
  }

  #token(): void {
    if (this.take(blank) !== null || this.take(this.#language.comment) !== null || this.#isPattern()) return;
    if (this.take(homeHere) !== null) this.tokens.push({ kind: 'text', text: '~', quote: '' });
    else if (!this.#language.quotes.some((quote) => this.#quoted(quote))) {
      const named = this.take(name)?.[0];
      if (named === undefined) this.#mark();
      else this.#name(named);
    }
  }

  /** Adds a name; and an empty string behind one that is no function if a parenthesis follows after blanks. */
  #name(text: string): void {
    this.tokens.push({ kind: 'name', text });
    const isApart = this.#language.concatenates === true && /[ \t]/.test(this.next) && !ownWords.test(text);
    if (isApart && this.take(apart) !== null) this.tokens.push({ kind: 'text', text: '', quote: '"' });
  }

  #mark(): void {
    const text = this.take(mark)?.[0] ?? '';
    const indent = text === '\n' ? (this.take(indentation)?.[0].length ?? 0) : undefined;
    this.tokens.push({ kind: 'mark', text, ...(indent !== undefined && { indent }) });
  }

  read(): readonly CodeToken[] {
    while (this.at < this.text.length && this.tokens.length < mostTokens) this.#token();
    return this.tokens;
  }
}

/** The strings, names and marks of code. */
export function tokensOf(code: string, language: CodeLanguage): readonly CodeToken[] {
  return new CodeReader(code, language).read();
}
