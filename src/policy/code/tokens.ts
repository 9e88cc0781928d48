import { TextReader } from '../../core/text/text-reader.ts';
import { unknownPart } from '../rules/pattern.ts';
import type { CodeLanguage, Quote } from './language.ts';

/** A piece of code: a text, a name with what qualifies it, or a mark. */
export interface CodeToken {
  readonly kind: 'text' | 'name' | 'mark';
  readonly text: string;
  /** Of a text: its delimiter. */
  readonly quote?: string;
  /** Of a text: whether it is a command that runs, and whether it stands for the words in it. */
  readonly runs?: boolean;
  readonly splits?: boolean;
}

const mostTokens = 50_000;

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

/** Expressions that stand for the home. */
const home =
  /(?:(?:require\(["'](?:node:)?os["']\)|os)\.)?homedir\(\)|(?:pathlib\.)?Path\.home\(\)|Dir\.home\b(?:\(\))?|process\.env\.HOME\b|(?:os\.environ|ENV|process\.env|\$_(?:SERVER|ENV))\[["']HOME["']\]|(?:os\.)?(?:environ\.get|getenv|Deno\.env\.get|Sys\.getenv|ENV\.fetch)\(["']HOME["']\)|\$ENV\{["']?HOME["']?\}/;
const homeHere = new RegExp(home.source, 'y');

const name = /(?:\.|::|->)?[A-Za-z_$][\w$]*[?!]?(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*)*/y;
const blank = /[ \t\r\f\v]+|\\\n/y;
const mark = /=>|==|!=|&&|\|\||\.\.|[\s\S]/y;
/** A pattern between slashes, where a value cannot be divided. */
const pattern = /\/(?![*/])(?:[^/\\\n[]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n]){0,200}\]){1,200}\/[a-z]*/y;
const beforePattern =
  /^[=(,:;!&|?{}+~\n[]$|^(?:=>|==|!=|&&|\|\||if|unless|and|or|not|return|when|case|split|grep|typeof)$/;

/** Reads code into texts, names and marks, without comments: for finding dangers, never for allowing. */
class CodeReader extends TextReader {
  readonly tokens: CodeToken[] = [];
  readonly #language: CodeLanguage;
  /** By what would end a text, up to where none that begins does end. */
  readonly #unended = new Map<string, number>();

  constructor(code: string, language: CodeLanguage) {
    super(code);
    this.#language = language;
  }

  /** The text up to its end, escapes resolved; null where it does not end. */
  #textUpTo(close: string, spans: boolean): string | null {
    if (this.at < (this.#unended.get(close) ?? 0)) return null;
    let text = '';
    for (let at = this.at; at < this.text.length; at += 1) {
      if (this.text.startsWith(close, at)) {
        this.at = at + close.length;
        return text;
      }
      const char = this.text[at] ?? '';
      if (char === '\n' && !spans) return this.#noText(close, at);
      if (char === '\\') {
        at += 1;
        const next = this.text[at] ?? '';
        text += escapes[next] ?? next;
      } else text += char;
    }
    return this.#noText(close, this.text.length);
  }

  #noText(close: string, until: number): null {
    this.#unended.set(close, until);
    return null;
  }

  #quoted({ open, spans, runs, splits }: Quote): boolean {
    const start = this.at;
    const delimiter = this.take(open)?.at(-1);
    if (delimiter === undefined) return false;
    const text = this.#textUpTo(closing[delimiter] ?? delimiter, spans === true);
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
      ...(runs === true && { runs }),
      ...(splits === true && { splits }),
    });
    return true;
  }

  #isPattern(): boolean {
    const { patterns = [], hasSlashes } = this.#language;
    if (patterns.some((written) => this.take(written) !== null)) return true;
    if (hasSlashes !== true) return false;
    const before = this.tokens.at(-1);
    return (before === undefined || beforePattern.test(before.text)) && this.take(pattern) !== null;
  }

  #token(): void {
    if (this.take(blank) !== null || this.take(this.#language.comment) !== null || this.#isPattern()) return;
    if (this.take(homeHere) !== null) this.tokens.push({ kind: 'text', text: '~', quote: '' });
    else if (!this.#language.quotes.some((quote) => this.#quoted(quote))) {
      const named = this.take(name)?.[0];
      if (named !== undefined) this.tokens.push({ kind: 'name', text: named });
      else this.tokens.push({ kind: 'mark', text: this.take(mark)?.[0] ?? '' });
    }
  }

  read(): readonly CodeToken[] {
    while (this.at < this.text.length && this.tokens.length < mostTokens) this.#token();
    return this.tokens;
  }
}

/** The texts, names and marks of code. */
export function tokensOf(code: string, language: CodeLanguage): readonly CodeToken[] {
  return new CodeReader(code, language).read();
}
