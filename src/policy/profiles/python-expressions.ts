import { TextReader } from '../../core/text/text-reader.ts';
import { type Arg, textArg, textOf } from '../shell/arg.ts';
import { type Operand, plainReading, type Reading, versionOnly } from './profile.ts';

const mostDepth = 12;

/** Names that python gives something which could be called for each value: `sorted(d, key=eval)`. */
const taken =
  'json|sys|csv|tomllib|lambda|print|open|file|eval|exec|execfile|compile|input|raw_input|help|breakpoint|exit|quit|getattr|setattr|delattr|vars|globals|locals|dir|type|reload|apply|copyright|credits|license';
const name = `(?!(?:${taken})\\b)(?:[A-Za-z]\\w*|_)`;
const ownName = new RegExp(`${name}(?![\\w('"])`, 'y');
const assigns = new RegExp(`${name}(?:\\s*,\\s*${name})?\\s*\\+?=(?!=)\\s*`, 'y');
const imports = /import\s+(?:json|sys|csv|tomllib)(?:\s*,\s*(?:json|sys|csv|tomllib))*(?=\s*(?:[;\n]|$))/y;
const opened =
  /open\(\s*(['"])([\w@./-]+)\1\s*(?:,\s*(['"])r[bt]?\3\s*)?(?:,\s*encoding\s*=\s*(['"])[uU][tT][fF]-?8\4\s*)?\)/y;
/**
 * What python tells of itself, and the standard input. The list where it looks for modules only where no name can come to stand for it,
 * since `p += [x]` would change it.
 */
const told =
  /sys\.(?:stdin|version|version_info|platform|executable|prefix|maxsize)(?![\w(])|(?<=\bin |\b(?:print|join|len)\()sys\.path(?=[):])|sys\.path(?=\[-?\d)/y;
const plain = /(?:True|False|None|\d{1,15}(?:\.\d{1,9}| ?\* ?\d{1,9}| ?\*\* ?\d{1,3})?)(?![\w.])/y;
const functions =
  /(?:(?:json|tomllib)\.loads?|json\.dumps|csv\.(?:reader|DictReader)|sys\.exit|print)(?=\()|(?:len|sorted|list|dict|set|tuple|sum|max|min|str|int|float|bool|round|abs|enumerate|zip|reversed|any|all|repr|isinstance)(?!\w)/y;
/** What reads a value, or makes another one of it. */
const methods =
  /[ \t]*\.(?:get|keys|values|items|read|readlines?|strip|lstrip|rstrip|split|splitlines|lower|upper|title|replace|startswith|endswith|count|index|join)(?=\()/y;
const operators = /[ \t]*(?:==|!=|<=|>=|[<>+-]|\/\/?|(?:not\s+in|in|and|or|is\s+not|is)(?=[\s('"[{]))[ \t]*/y;
const clause =
  /(?:else|try|except(?:\s+(?:json\.)?[A-Z]\w*(?:\s+as\s+[a-z]\w*)?)?)\s*:|(?:pass|break|continue)\b/y;
const keyword =
  /(?:sep|end|indent|sort_keys|ensure_ascii|reverse|default|key|flush|start|delimiter)\s*=(?!=)\s*/y;

/** What stands in quotes up to the next one, or to a value in an f-string. */
const quotedText = { "'": /(?:[^'\\\n{}]|\\[ntr'"\\])*/y, '"': /(?:[^"\\\n{}]|\\[ntr'"\\])*/y } as const;
const formatted = /(?:![rs])?(?::[<>^]?[,+]?\d{0,3}[,d]?(?:\.\d{1,2})?[fds%]?)?\}/y;

/**
 * Reads Python that shows what python tells of itself, what it reads on its standard input or what a file holds, most often of JSON. A
 * name stands for such a value or for none, and only functions and methods that read values are called.
 */
class ExpressionReader extends TextReader {
  /** Files that are read. */
  readonly files: string[] = [];
  #depth = 0;

  /** A text, with values in it where it is an f-string: `f'{k}: {len(v)}'`. */
  #text(): boolean {
    const [, f, quote] = this.take(/(f?)(['"])/y) ?? [];
    if (quote !== "'" && quote !== '"') return false;
    for (;;) {
      this.take(quotedText[quote]);
      if (this.next === quote) break;
      const isValue = f === 'f' && this.take(/\{(?!\{)/y) !== null;
      if (isValue) {
        if (!this.#value() || this.take(formatted) === null) return false;
      } else if (this.take(/\{\{|\}\}/y) === null && (f === 'f' || this.take(/[{}]/y) === null)) return false;
    }
    this.at += 1;
    // A line of dashes.
    this.take(/ ?\* ?\d{1,3}(?![\w.])/y);
    return true;
  }

  /** `for k, v in d.items() if v`, behind the first value. */
  #going(): boolean {
    while (this.take(/\s+for\s+/y) !== null) {
      if (!this.#names() || this.take(/\s+in\s+/y) === null || !this.#operand()) return false;
      while (this.take(/\s+if\s+/y) !== null) if (!this.#compared()) return false;
    }
    return true;
  }

  #names(): boolean {
    do {
      if (this.take(ownName) === null) return false;
    } while (this.take(/\s*,\s*/y) !== null);
    return true;
  }

  /** Values up to what closes them, where they may have names: `(d, indent=2)`, `[x['name'] for x in d]`, `{k: v}`. */
  #values(end: RegExp): boolean {
    for (this.take(/\s*/y); this.take(end) === null; this.take(/\s*,?\s*/y)) {
      const isNamed = this.take(keyword) !== null;
      if (isNamed && this.take(/lambda\s+/y) !== null)
        if (!this.#names() || this.take(/\s*:\s*/y) === null) return false;
      if (!this.#value()) return false;
      if (this.take(/\s*:\s*/y) !== null && !this.#value()) return false;
      if (!this.#going()) return false;
      if (this.take(/\s*(?=[,)\]}])/y) === null) return false;
    }
    return true;
  }

  /** `[0]`, `['name']`, `[:5]`. */
  #index(): boolean {
    this.take(/\s*/y);
    if (this.take(/-?\d*\s*:\s*-?\d*\s*\]/y) !== null) return true;
    return this.#value() && this.take(/\s*\]/y) !== null;
  }

  #base(): boolean {
    const file = this.take(opened)?.[2];
    if (file !== undefined) {
      this.files.push(file);
      return file !== '-' && !file.split('/').includes('..');
    }
    if (this.take(told) !== null || this.take(plain) !== null) return true;
    if (this.take(/type\(/y) !== null) return this.#value() && this.take(/\s*\)(?:\.__name__\b)?/y) !== null;
    if (this.take(functions) !== null) return this.take(/\(/y) === null || this.#values(/\)/y);
    if (this.take(/\[/y) !== null) return this.#values(/\]/y);
    if (this.take(/\(/y) !== null) return this.#values(/\)/y);
    if (this.take(/\{/y) !== null) return this.#values(/\}/y);
    return this.take(/(?=f?['"])/y) === null ? this.take(ownName) !== null : this.#text();
  }

  #operand(): boolean {
    this.take(/-(?=\d)|not\s+/y);
    if (!this.#base()) return false;
    for (;;) {
      if (this.take(/\[/y) !== null) {
        if (!this.#index()) return false;
      } else if (this.take(methods) !== null) {
        if (this.take(/\(/y) === null || !this.#values(/\)/y)) return false;
      } else if (this.take(/\.(?:major|minor|micro)(?![\w(])/y) === null) return true;
    }
  }

  #compared(): boolean {
    do {
      if (!this.#operand()) return false;
    } while (this.take(operators) !== null);
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

  #statement(): boolean {
    if (this.take(imports) !== null || this.take(clause) !== null) return true;
    if (this.take(/for\s+/y) !== null)
      return this.#names() && this.take(/\s+in\s+/y) !== null && this.#value() && this.take(/\s*:/y) !== null;
    if (this.take(/(?:if|elif)\s+/y) !== null) return this.#value() && this.take(/\s*:/y) !== null;
    if (this.take(/with\s+(?=open\()/y) !== null)
      return this.#value() && this.take(/\s+as\s+/y) !== null && this.#names() && this.take(/\s*:/y) !== null;
    this.take(assigns);
    return this.#value();
  }

  /** Whether the whole is such code, however its lines are indented. */
  read(): boolean {
    for (this.take(/\s*/y); !this.isAtEnd; this.take(/[\s;]*/y)) {
      if (!this.#statement() || this.take(/(?<=:)|[ \t]*(?:[;\n]|$)/y) === null) return false;
    }
    return true;
  }
}

/** The files that `python -c` reads, where that is all it does: `-c` and the code are the first words. */
export function readPython([, code, ...others]: readonly Arg[]): Reading | string {
  const text = textOf(code);
  if (text === null || others.length > 0) return versionOnly;
  const reader = new ExpressionReader(text);
  if (!reader.read()) return versionOnly;
  return plainReading(
    reader.files.map((file): Operand => ({ kind: 'read', arg: textArg(file), exposed: false })),
  );
}
