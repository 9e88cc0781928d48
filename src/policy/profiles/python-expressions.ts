import { TextReader } from '../../core/text/text-reader.ts';
import { type Arg, textArg, textOf } from '../shell/arg.ts';
import { type Operand, plainReading, type Reading, versionOnly } from './profile.ts';
import * as words from './python-words.ts';

const mostDepth = 12;

/** Files that python may print lines of in an error message, as though they were the code: versions before 3.11 look for the first. */
const shownInErrors = ['<string>', '<unknown>'];

/**
 * Reads Python that shows what python tells of itself, what it reads on its standard input or what a file holds, most often of JSON. A
 * name stands for such a value or for none, and only functions and methods that read and make values are called.
 */
class ExpressionReader extends TextReader {
  /** Files that are read. */
  readonly files: string[] = [];
  /** Names of which each value is one of some paths, and all other names that are given. */
  readonly #paths = new Set<string>();
  readonly #others = new Set<string>();
  /** Names by which files are opened. */
  readonly #opened = new Set<string>();
  /** Names for a `Path`, those by which one is read, and all names that stand for a value: a `Path` has a `replace` that moves the file. */
  readonly #objects = new Set<string>();
  readonly #read = new Set<string>();
  readonly #used = new Set<string>();
  #depth = 0;

  /** A text, with values in it where it is an f-string: `f'{k}: {len(v)}'`. */
  #text(): boolean {
    const [, prefix, quote] = this.take(/(f|r|b|rb|br)?(['"])/y) ?? [];
    if (quote !== "'" && quote !== '"') return false;
    if (!(prefix === 'f' ? this.#formatted(quote) : this.#whole(quote))) return false;
    // A line of dashes.
    this.take(/ ?\* ?\d{1,3}(?![\w.])/y);
    return true;
  }

  #formatted(quote: "'" | '"'): boolean {
    for (;;) {
      this.take(words.quotedText[quote]);
      if (this.next === quote) break;
      if (this.take(/\{(?!\{)/y) !== null) {
        if (!this.#value() || this.take(words.formatted) === null) return false;
      } else if (this.take(/\{\{|\}\}/y) === null) return false;
    }
    this.at += 1;
    return true;
  }

  /** A text without values, but for those that are put into it: `'%s: %d' % (k, n)`, `'{}: {}'.format(k, n)`. */
  #whole(quote: "'" | '"'): boolean {
    const text = this.take(words.wholeText[quote])?.[1];
    if (text === undefined) return false;
    if (this.take(/[ \t]*%[ \t]*/y) !== null) return words.isPercentForm(text) && this.#operand();
    if (this.take(/\.format\(/y) !== null) return words.isFormatForm(text) && this.#values(/\)/y);
    return true;
  }

  /** `for k, v in d.items() if v`, behind the first value. */
  #going(): boolean {
    while (this.take(/\s+for\s+/y) !== null) {
      if (!this.#loop(() => this.#operand())) return false;
      while (this.take(/\s+if\s+/y) !== null) if (!this.#compared()) return false;
    }
    return true;
  }

  /** `k, v in d.items()`; of a list of paths, files may be opened by the name. */
  #loop(values: () => boolean): boolean {
    const name = this.take(/([A-Za-z]\w*)(?=\s+in\s+\[\s*['"])/y)?.[1];
    if (name === undefined) return this.#names() && this.take(/\s+in\s+/y) !== null && values();
    this.at -= name.length;
    if (this.take(words.ownName) === null || this.take(/\s+in\s+/y) === null) return false;
    const paths = this.take(words.pathList)?.[1];
    (paths === undefined ? this.#others : this.#paths).add(name);
    if (paths === undefined) return values();
    return [...paths.matchAll(words.pathInList)].every(([, , path]) => this.#takeFile(path));
  }

  #names(): boolean {
    do {
      const name = this.take(words.ownName)?.[0];
      if (name === undefined) return false;
      this.#others.add(name);
    } while (this.take(/\s*,\s*/y) !== null);
    return true;
  }

  /** What begins a function of one value: `lambda x:`. */
  #lambda(): boolean {
    if (this.take(/lambda(?=[\s:])\s*/y) === null) return true;
    return this.take(/:\s*/y) !== null || (this.#names() && this.take(/\s*:\s*/y) !== null);
  }

  /** Values up to what closes them, where they may have names: `(d, indent=2)`, `[x['name'] for x in d]`, `{k: v}`. */
  #values(end: RegExp): boolean {
    for (this.take(/\s*/y); this.take(end) === null; this.take(/\s*(?:,\s*)?/y)) {
      if (this.take(words.toErrors) !== null) continue;
      // Not two: what a table holds may be any name.
      if (this.take(words.keyword) === null) this.take(/\*(?!\*)/y);
      if (!this.#lambda() || !this.#value()) return false;
      if (this.take(/\s*:\s*/y) !== null && !this.#value()) return false;
      if (!this.#going()) return false;
      if (this.take(/\s*(?=[,)\]}])/y) === null) return false;
    }
    return true;
  }

  /** `[0]`, `['name']`, `[:5]`, `[i:i + 20]`, `[::-1]`. */
  #index(): boolean {
    for (let colons = 0; colons < 3; colons += 1) {
      this.take(/\s*/y);
      if (this.take(/\]/y) !== null) return colons > 0;
      if (this.take(/(?=:)/y) === null && !this.#value()) return false;
      this.take(/\s*/y);
      if (this.take(/\]/y) !== null) return true;
      if (this.take(/:/y) === null) return false;
    }
    return false;
  }

  #takeFile(path: string | undefined): boolean {
    if (path === undefined) return false;
    this.files.push(path);
    return path !== '-' && !path.split('/').includes('..');
  }

  /** A file that is opened, or read whole; null for something else. */
  #file(): boolean | null {
    const named = this.take(words.openedByName)?.[1];
    const read = named === undefined ? this.take(words.readByName)?.[1] : undefined;
    if (named !== undefined) this.#opened.add(named);
    if (read !== undefined) this.#read.add(read);
    if (named !== undefined || read !== undefined) return true;
    const found = this.take(words.opened) ?? this.take(words.readByPath);
    return found === null ? null : this.#takeFile(found[2]);
  }

  #base(): boolean {
    const file = this.#file();
    if (file !== null) return file;
    if (this.take(words.told) !== null || this.take(words.plain) !== null) return true;
    if (this.take(/type\(/y) !== null) return this.#value() && this.take(/\s*\)(?:\.__name__\b)?/y) !== null;
    // With more values than one, it could name a file that is shown in an error message.
    if (this.take(words.parsesCode) !== null) return this.#value() && this.take(/\s*\)/y) !== null;
    if (this.take(words.ranges) !== null) return true;
    if (this.take(words.functions) !== null) return this.take(/\(/y) === null || this.#values(/\)/y);
    const opening = this.take(/[[({]/y)?.[0];
    if (opening !== undefined) return this.#values({ '[': /\]/y, '(': /\)/y, '{': /\}/y }[opening] ?? /$/y);
    return this.take(/(?=(?:[frb]|rb|br)?['"])/y) === null ? this.#own() : this.#text();
  }

  #own(): boolean {
    const name = this.take(words.ownName)?.[0];
    if (name !== undefined) this.#used.add(name);
    return name !== undefined;
  }

  /** `[0]`, `.get('a')`, `.days`; null for the end of them. */
  #part(): boolean | null {
    if (this.take(/\[/y) !== null) return this.#index();
    if (this.take(words.wholeMethods) !== null || this.take(words.fields) !== null) return true;
    if (this.take(words.methods) === null) return null;
    return this.take(/\(/y) !== null && this.#values(/\)/y);
  }

  #operand(): boolean {
    this.take(/-(?=[\w(])|not\s+/y);
    this.take(words.multiplies);
    if (!this.#base()) return false;
    for (let part = this.#part(); part !== null; part = this.#part()) if (!part) return false;
    while (this.take(words.multiplied) !== null || this.take(words.modulo) !== null);
    return true;
  }

  #compared(): boolean {
    do {
      if (!this.#operand()) return false;
    } while (this.take(words.operators) !== null);
    return true;
  }

  /** A value, or one of two: `d['a'] if d else 'none'`. */
  #value(): boolean {
    this.#depth += 1;
    if (this.#depth > mostDepth || !this.#compared()) return false;
    if (this.take(/[ \t]+if[ \t]+/y) !== null)
      if (!this.#compared() || this.take(/[ \t]+else[ \t]+/y) === null || !this.#compared()) return false;
    this.#depth -= 1;
    return true;
  }

  /** What a value is given to: `a, b =`, `n +=`, `d[k] =`; whether it is that or nothing. */
  #target(): boolean {
    const given = this.take(words.assigns);
    if (given !== null) {
      for (const name of given.slice(1)) this.#others.add(name ?? '');
      return true;
    }
    const start = this.at;
    if (this.take(/(?=[A-Za-z_]\w*\[)/y) === null || this.take(words.ownName) === null) return true;
    while (this.take(/\[/y) !== null) if (!this.#index()) return false;
    if (this.take(words.assignsWithin) === null) this.at = start;
    return true;
  }

  /** `p = Path('a.json')`, by which the file may be read; null for something else. */
  #path(): boolean | null {
    const [, name, , path] = this.take(words.namesPath) ?? [];
    if (name === undefined) return null;
    this.#objects.add(name);
    return this.#takeFile(path);
  }

  #statement(): boolean {
    if (this.take(words.imports) !== null || this.take(words.clause) !== null) return true;
    const path = this.#path();
    if (path !== null) return path;
    if (this.take(/for\s+/y) !== null) return this.#loop(() => this.#value()) && this.take(/\s*:/y) !== null;
    if (this.take(/(?:if|elif)\s+/y) !== null) return this.#value() && this.take(/\s*:/y) !== null;
    if (this.take(/with\s+(?=open\()/y) !== null)
      return this.#value() && this.take(/\s+as\s+/y) !== null && this.#names() && this.take(/\s*:/y) !== null;
    if (this.take(/assert\s+/y) !== null)
      return this.#value() && (this.take(/\s*,\s*/y) === null || this.#value());
    return this.#target() && this.#value();
  }

  #blanks(): void {
    do this.take(/[\s;]*/y);
    while (this.take(words.remark) !== null);
  }

  /** Whether the whole is such code, however its lines are indented. */
  read(): boolean {
    for (this.#blanks(); !this.isAtEnd; this.#blanks()) {
      if (!this.#statement() || this.take(/(?<=:)|[ \t]*(?:[;\n]|$|(?=#))/y) === null) return false;
    }
    const isKept = (name: string) =>
      !this.#others.has(name) && !this.#paths.has(name) && !this.#used.has(name);
    return (
      [...this.#opened].every((name) => this.#paths.has(name) && !this.#others.has(name)) &&
      [...this.#read].every((name) => this.#objects.has(name)) &&
      [...this.#objects].every(isKept)
    );
  }
}

/** The files that `python -c` reads, where that is all it does: `-c` and the code are the first words. */
export function readPython([, code, ...others]: readonly Arg[]): Reading | string {
  const text = textOf(code);
  if (text === null || others.length > 0) return versionOnly;
  const reader = new ExpressionReader(text);
  if (!reader.read()) return versionOnly;
  const read = (file: string): Operand => ({ kind: 'read', arg: textArg(file), exposed: false });
  return plainReading([
    ...reader.files.map(read),
    ...shownInErrors.map((file) => ({ ...read(file), tried: true })),
  ]);
}
