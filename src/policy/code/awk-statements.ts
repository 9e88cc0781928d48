import { AwkFields } from './awk-fields.ts';
import {
  call,
  endOf,
  mark,
  name,
  type PrintedMarks,
  printed,
  printedMarks,
  quoted,
  startOf,
  type Tokens,
  text,
} from './awk-tokens.ts';
import { type CodeToken, markAt } from './tokens.ts';

/** Most pipes that are collected, and most texts that are joined for one. */
const mostPipes = 256;
const mostTogether = 16;

/** Functions of awk that get names which no other language has. */
const renamed = /^(?:split|substr|g?sub|gensub|toupper|tolower)$/;

/** Rewrites awk statements as calls: `print x | c`, `c | getline`, `print > f`. */
class Arranger {
  readonly #tokens: Tokens;
  readonly #marks: PrintedMarks;
  readonly #made: CodeToken[] = [];
  readonly #fields: AwkFields;
  /** What was printed to pipes so far, by their command. */
  readonly #piped = new Map<string, Tokens[]>();
  #pipes = 0;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
    this.#marks = printedMarks(tokens);
    this.#fields = new AwkFields(tokens, this.#marks);
  }

  /** Handles `print … | c` and `printf … > f`; returns the index behind it, or null if the output goes elsewhere. */
  #print(index: number): number | null {
    const tokens = this.#tokens;
    const to = endOf(tokens, index + 1, /^[|>;\n]$/);
    const sign = markAt(tokens, to);
    const isFormatted = tokens[index]?.text === 'printf';
    if (!/^[|>]$/.test(sign)) {
      if (/^[;\n}]?$/.test(sign))
        this.#made.push(
          ...call('awk.prints', printed(tokens.slice(index + 1, to), isFormatted, this.#marks)),
        );
      return /^[;\n}]?$/.test(sign) ? to : null;
    }
    let start = to + 1;
    while (/^[>&]$/.test(markAt(tokens, start))) start += 1;
    const end = endOf(tokens, start, /^[;\n]$/);
    const target = tokens.slice(start, end);
    const value = printed(tokens.slice(index + 1, to), isFormatted, this.#marks);
    if (sign === '|') this.#pipe(target, value);
    else {
      this.#made.push(...call('awk.writes', target), mark(';'));
      this.#run([text("printf '%s' "), ...quoted(value), text(' > '), ...quoted(target)]);
    }
    return end;
  }

  /** Handles printing to a command, also together with what was printed to it before. */
  #pipe(command: Tokens, value: Tokens): void {
    const key = JSON.stringify(command);
    const before = this.#piped.get(key) ?? [];
    // Printed values are kept in a variable, as they may change later.
    this.#pipes += 1;
    const kept = `awk_piped_${this.#pipes}`;
    this.#made.push(...this.#assigned(kept, value));
    const all = [...(before.length < mostTogether ? before : []), [name(kept)]];
    if (this.#piped.size < mostPipes || before.length > 0) this.#piped.set(key, all);
    const values = before.length === 0 ? [value] : [value, all.flat()];
    for (const one of values)
      this.#run([
        ...[text("printf '%s' "), ...quoted(one), text(' | { ')],
        ...[mark('('), ...command, mark(')'), text('\n}')],
      ]);
  }

  #run(script: Tokens): void {
    this.#made.push(...call('system', script), mark(';'));
  }

  /** Handles `c | getline x` and `getline x < f`; returns the index behind it. */
  #getline(index: number): number {
    const isVariable = this.#tokens[index + 1]?.kind === 'name' && this.#tokens[index + 1]?.text !== 'in';
    const variable = isVariable ? (this.#tokens[index + 1]?.text ?? '$0') : '$0';
    const behind = index + (isVariable ? 2 : 1);
    const bar = markAt(this.#tokens, index - 1) === '&' ? index - 2 : index - 1;
    if (markAt(this.#tokens, bar) === '|') {
      this.#made.splice(this.#made.length - (index - bar));
      const command = this.#made.splice(startOf(this.#made, this.#made.length));
      this.#made.push(
        ...call('system', command),
        text(''),
        ...this.#assigned(variable, call('awk.output', command)),
      );
      return behind;
    }
    if (markAt(this.#tokens, behind) !== '<') {
      if (isVariable) this.#made.push(...this.#assigned(variable, [name('$0')]));
      return behind;
    }
    const end = endOf(this.#tokens, behind + 1, /^(?:[;\n>]|&&|\|\|)$/);
    const file = this.#tokens.slice(behind + 1, end);
    const [first] = file;
    if (first?.kind === 'text' && /^(?:-|\/dev\/stdin)$/.test(first.text)) {
      // Reads its standard input, each line of which may be `$0`.
      this.#made.push(...this.#assigned(variable, [name('$0')]));
      return end;
    }
    this.#made.push(...call('awk.reads', file), ...this.#assigned(variable, call('open', file)));
    return end;
  }

  #assigned(variable: string, value: Tokens): Tokens {
    return [mark(';'), name(variable), mark('='), ...value, mark(';')];
  }

  /** Handles `gsub(/x/, "y", v)`, which changes v, and `split(v, list)`, which sets a list. */
  #changing(index: number): void {
    const called = this.#tokens[index]?.text ?? '';
    this.#made.push(name(`awk.${called}`));
    if (markAt(this.#tokens, index + 1) !== '(' || !/^(?:split|g?sub)$/.test(called)) return;
    const end = endOf(this.#tokens, index + 2, /^\)$/);
    const first = endOf(this.#tokens, index + 2, /^,$/);
    const second = endOf(this.#tokens, first + 1, /^,$/);
    const at = called === 'split' ? first + 1 : second + 1;
    const changed = at < end ? this.#tokens[at] : name('$0');
    if (changed?.kind !== 'name') return;
    const args =
      called === 'split'
        ? this.#tokens.slice(index + 2, end)
        : [...this.#tokens.slice(index + 2, Math.min(second, end)), mark(','), changed];
    this.#made.pop();
    this.#made.push(...this.#assigned(changed.text, call(`awk.${called}`, args)), name(`awk.${called}`));
  }

  /** Rewrites what begins at a token; returns the index behind it. */
  #step(index: number): number {
    const token = this.#tokens[index] ?? mark('');
    this.#fields.note(index);
    const called = token.kind === 'name' ? token.text : '';
    const behind = /^printf?$/.test(called) ? this.#print(index) : null;
    if (behind !== null) return behind;
    if (called === 'getline') return this.#getline(index);
    if (renamed.test(called)) this.#changing(index);
    else this.#made.push(token);
    this.#made.push(...this.#fields.behind(token));
    return index + 1;
  }

  arranged(): Tokens {
    for (let index = 0; index < this.#tokens.length; ) index = this.#step(index);
    return this.#made;
  }
}

/** The tokens of an awk program with its statements rewritten as calls. */
export function arrangedAwk(tokens: Tokens): Tokens {
  return new Arranger(tokens).arranged();
}
