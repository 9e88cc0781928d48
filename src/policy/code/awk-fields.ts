import { endOf, mark, name, type PrintedMarks, type Tokens } from './awk-tokens.ts';
import { type CodeToken, markAt } from './tokens.ts';

/** Most fields of which a line is put together anew. */
const mostFields = 16;

/** Fields that code sets, by which awk puts the line together anew: `$1 = "x"` changes `$0`. */
export class AwkFields {
  readonly #tokens: Tokens;
  readonly #marks: PrintedMarks;
  /** The last tokens of statements that set a field, with the number of fields then. */
  readonly #anew = new Map<CodeToken, number>();
  #open = 0;
  #last = 0;

  constructor(tokens: Tokens, marks: PrintedMarks) {
    this.#tokens = tokens;
    this.#marks = marks;
  }

  /** Notes a token. Fields that are set outside of braces are those of a line that is read. */
  note(index: number): void {
    const { kind, text } = this.#tokens[index] ?? mark('');
    if (kind === 'mark') this.#open += text === '{' ? 1 : text === '}' ? -1 : 0;
    const number = kind === 'name' ? Number(/^\$([1-9]\d?)$/.exec(text)?.[1] ?? 0) : 0;
    if (number === 0 || markAt(this.#tokens, index + 1) !== '=') return;
    this.#last = Math.max(this.#last, number);
    const before = this.#tokens[endOf(this.#tokens, index + 2, /^[;\n]$/) - 1];
    if (this.#open > 0 && this.#last <= mostFields && before !== undefined)
      this.#anew.set(before, this.#last);
  }

  /** What follows a token: the statement that puts the line together, if it is the last of one that sets a field. */
  behind(token: CodeToken): Tokens {
    const fields = this.#anew.get(token) ?? 0;
    if (fields === 0) return [];
    const all = Array.from({ length: fields }, (_, at) => [
      ...(at === 0 ? [] : this.#marks.between),
      mark('('),
      name(`$${at + 1}`),
      mark(')'),
    ]);
    return [mark(';'), name('$0'), mark('='), ...all.flat(), mark(';')];
  }
}
