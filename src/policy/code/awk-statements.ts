import { call, endOf, mark, name, printed, quoted, startOf, type Tokens, text } from './awk-tokens.ts';
import { type CodeToken, markAt } from './tokens.ts';

/** Pipes whose texts are put together. */
const mostPipes = 256;
const mostTogether = 16;

/** Awk's own functions by names that no other language has. */
const renamed = /^(?:split|substr|g?sub|gensub|toupper|tolower)$/;

/** Writes what awk does in statements of its own as calls: `print x | c`, `c | getline`, `print > f`. */
class Arranger {
  readonly #tokens: Tokens;
  readonly #made: CodeToken[] = [];
  /** By the command of a pipe, what was printed to it. */
  readonly #piped = new Map<string, Tokens[]>();
  #pipes = 0;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  /** `print … | c`, `printf … > f`; the index behind it, null for what is printed to nothing else. */
  #print(index: number): number | null {
    const tokens = this.#tokens;
    const to = endOf(tokens, index + 1, /^[|>;\n]$/);
    const sign = markAt(tokens, to);
    const isFormatted = tokens[index]?.text === 'printf';
    if (!/^[|>]$/.test(sign)) {
      if (/^[;\n}]?$/.test(sign))
        this.#made.push(...call('awk.prints', printed(tokens.slice(index + 1, to), isFormatted)));
      return /^[;\n}]?$/.test(sign) ? to : null;
    }
    let start = to + 1;
    while (/^[>&]$/.test(markAt(tokens, start))) start += 1;
    const end = endOf(tokens, start, /^[;\n]$/);
    const target = tokens.slice(start, end);
    const value = printed(tokens.slice(index + 1, to), isFormatted);
    if (sign === '|') this.#pipe(target, value);
    else {
      this.#made.push(...call('awk.writes', target), mark(';'));
      this.#run([text("printf '%s' "), ...quoted(value), text(' > '), ...quoted(target)]);
    }
    return end;
  }

  /** What is printed to a command, with all that was printed to the same before. */
  #pipe(command: Tokens, value: Tokens): void {
    const key = JSON.stringify(command);
    const before = this.#piped.get(key) ?? [];
    // What was printed before is what it came to there.
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

  /** `c | getline x`, `getline x < f`; the index behind it. */
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
      // What it is fed, of which `$0` is each line.
      this.#made.push(...this.#assigned(variable, [name('$0')]));
      return end;
    }
    this.#made.push(...call('awk.reads', file), ...this.#assigned(variable, call('open', file)));
    return end;
  }

  #assigned(variable: string, value: Tokens): Tokens {
    return [mark(';'), name(variable), mark('='), ...value, mark(';')];
  }

  /** `gsub(/x/, "y", v)` changes v, `split(v, list)` gives a list. */
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

  arranged(): Tokens {
    for (let index = 0; index < this.#tokens.length; ) {
      const token = this.#tokens[index] ?? mark('');
      const isName = token.kind === 'name';
      const behind = isName && /^printf?$/.test(token.text) ? this.#print(index) : null;
      if (behind !== null) index = behind;
      else if (isName && token.text === 'getline') index = this.#getline(index);
      else {
        if (isName && renamed.test(token.text)) this.#changing(index);
        else this.#made.push(token);
        index += 1;
      }
    }
    return this.#made;
  }
}

/** The tokens of an awk program with all that it does in statements of its own as calls. */
export function arrangedAwk(tokens: Tokens): Tokens {
  return new Arranger(tokens).arranged();
}
