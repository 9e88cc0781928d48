import { TextReader } from '../../core/text/text-reader.ts';
import { type Arg, textArg, textOf } from '../shell/arg.ts';
import { manifestsAbove } from './node-manifests.ts';
import type { Operand } from './profile.ts';

const mostDepth = 8;

/** A path of a file that leads nowhere but where it says, without a look at it. */
const isPlainPath = (path: string): boolean => !path.split('/').includes('..');

/** A name that code may give to what it reads: none of those that stand for something already. */
const name =
  '(?!(?:console|require|process|Object|JSON|module|exports|global|globalThis|self|eval|arguments|typeof|new|this|super|await|yield|async|of|in)\\b)([A-Za-z_]\\w*)';
const ownName = new RegExp(`(?:const|let|var)\\s+${name}\\s*=(?![=>])\\s*`, 'y');
/** What goes through values, with one name for each or two for what a list of pairs holds, the last with a parenthesis before it. */
const looping = new RegExp(
  `for\\s*\\(\\s*(?:const|let)\\s+(?:${name}|\\[\\s*${name}\\s*,\\s*${name}\\s*\\])\\s+of\\s+`,
  'y',
);
const mapping = new RegExp(
  `\\??\\.(?:map|filter|some|every|find)\\(\\s*(?:${name}|\\(\\s*${name}\\s*\\))\\s*=>\\s*(?!\\{)`,
  'y',
);
const fileSystem = /require\(\s*(['"`])(?:node:)?fs\1\s*\)/y;
const reading = /\.readFileSync\(\s*(['"`])([\w@/.-]+)\1\s*(?:,\s*(['"`])utf-?8\3\s*)?\)/y;
const literal =
  /(?:true|false|null|undefined|NaN|Infinity|0[xX][\da-fA-F]{1,16}|\d[\d_]{0,30}(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?|Math\.(?:PI|E|random\(\)))(?![\w$.])|'(?:[^'\\\r\n]|\\[nt'"\\])*'|"(?:[^"\\\r\n]|\\[nt'"\\])*"/y;
const computing =
  /Math\.(?:abs|ceil|floor|round|trunc|sign|min|max|pow|sqrt|cbrt|hypot|exp|log|log2|log10|sin|cos|tan|atan|atan2)\(\s*/y;
/** What stands before a value: no two of one sign, which would change a name. */
const unary = /(?:(?:[!~]|\+(?!\+)|-(?!-))\s*)*/y;
const clock =
  /Date\.now\(\)|new Date\(\d{0,15}\)(?:\.(?:toISOString|getTime|getFullYear)\(\))?|typeof [A-Za-z]\w*(?![\w$.([`])/y;
const field = /(?:\?\.|\.)[A-Za-z_]\w*(?![\w$(`])|(?:\?\.)?\[(?:\d{1,9}|'[^'\\\r\n]*'|"[^"\\\r\n]*")\]/y;
/** Methods of texts and lists that make another one, with all that they are given. */
const method =
  /\??\.(?:slice\(\s*(?:-?\d{1,6}(?:\s*,\s*-?\d{1,6})?)?\s*\)|(?:join|split|includes|startsWith|endsWith|indexOf)\(\s*(?:'(?:[^'\\\r\n]|\\[nt'"\\])*'|"(?:[^"\\\r\n]|\\[nt'"\\])*")\s*\)|(?:sort|trim|toUpperCase|toLowerCase|reverse|flat)\(\))/y;
/** Never a stroke and another or a star, behind which a remark would begin, nor what begins one of HTML. */
const operator =
  /\s*(?:\+(?!\+)|-(?!-)|===?|!==?|<<|<=?(?!!)|>>>?|>=?|\*\*?|\/(?![/*])|%|&&?|\|\|?|\^|\?\?)\s*/y;
/** What ends a declaration: a line only where the next one cannot go on with it, as a call would. */
const declared = /\s*;\s*|[ \t]*\n\s*(?![\s`([+\-*/.,<>=?&|^%])/y;
const empty = /\{\s*\}|\[\s*\]/y;

/**
 * Reads JavaScript that shows what node tells of itself or what a file holds, most often of JSON; no name is known but those that it
 * gives to such values, and nothing but its own is called.
 */
class ExpressionReader extends TextReader {
  /** Files that are taken in as modules, which their ending makes JSON, and those whose text is read. */
  readonly files: string[] = [];
  readonly parsed: string[] = [];
  readonly #names = new Set<string>();
  readonly #fileSystems = new Set<string>();

  /** `process.version`, `require('./package.json')`, a name of the code's own. */
  #base(depth: number): boolean {
    if (this.take(/process\.(?:versions?|platform|arch|execPath|release|cwd\(\))(?![\w$(])/y) !== null)
      return true;
    if (this.take(literal) !== null || this.take(clock) !== null) return true;
    if (this.take(computing) !== null) return this.#values(depth + 1);
    if (this.take(/`/y) !== null) return this.#template(depth);
    if (this.take(/\(\s*/y) !== null) return this.#chosen(depth + 1) && this.take(/\s*\)/y) !== null;
    if (this.take(/JSON\.parse\(\s*/y) !== null) return this.#text() && this.take(/\s*\)/y) !== null;
    if (this.take(/(?=require\(\s*['"`](?:node:)?fs['"`])|(?=[A-Za-z_]\w*\.readFileSync\()/y) !== null)
      return this.#text();
    const own = this.take(/(?!require\b)[A-Za-z_]\w*(?![\w$(`])/y)?.[0];
    if (own !== undefined) return this.#names.has(own);
    const file = this.take(/require\(\s*(['"`])(\.\/[\w@/.-]+\.json)\1\s*\)/y)?.[2];
    if (file === undefined || !isPlainPath(file)) return false;
    this.files.push(file);
    return true;
  }

  /** `require('fs').readFileSync('data.json', 'utf8')`. */
  #text(): boolean {
    const own = this.take(/(?!require\b)[A-Za-z_]\w*/y)?.[0];
    const isKnown = own === undefined ? this.take(fileSystem) !== null : this.#fileSystems.has(own);
    const file = isKnown ? this.take(reading)?.[2] : undefined;
    if (file === undefined || !isPlainPath(file)) return false;
    this.parsed.push(file);
    return true;
  }

  /** A template behind its first mark: `${p.name}@${p.version}`. */
  #template(depth: number): boolean {
    for (;;) {
      this.take(/(?:[^`\\$]|\\[nt`$\\]|\$(?!\{))*/y);
      if (this.take(/`/y) !== null) return true;
      if (this.take(/\$\{\s*/y) === null || !this.#chosen(depth + 1) || this.take(/\s*\}/y) === null)
        return false;
    }
  }

  /** Gives names to values, before any is shown: `const p = require('./package.json');`. */
  #declarations(): boolean {
    for (let own = this.take(ownName)?.[1]; own !== undefined; own = this.take(ownName)?.[1]) {
      if (this.take(/(?=require\(\s*(['"`])(?:node:)?fs\1\s*\)\s*(?:;|\n))/y) !== null) {
        this.take(fileSystem);
        this.#fileSystems.add(own);
      } else if (this.#chosen(0)) this.#names.add(own);
      else return false;
      if (this.take(declared) === null) return false;
    }
    return true;
  }

  #value(depth: number): boolean {
    if (depth > mostDepth) return false;
    this.take(unary);
    const opened = this.take(/(Object\.(?:keys|values|entries)|JSON\.stringify)\(\s*/y)?.[1];
    if (opened === undefined) return this.#base(depth) && this.#parts(depth);
    if (!this.#chosen(depth + 1)) return false;
    if (opened === 'JSON.stringify') this.take(/\s*,\s*null\s*,\s*\d{1,2}/y);
    return this.take(/\s*\)/y) !== null && this.#parts(depth);
  }

  /** Fields, what makes another value of one, and what is done with each of a list. */
  #parts(depth: number): boolean {
    for (;;) {
      const [, bare, bracketed] = this.take(mapping) ?? [];
      const own = bare ?? bracketed;
      if (own !== undefined) {
        if (!this.#within([own], () => this.#chosen(depth + 1)) || this.take(/\s*\)/y) === null) return false;
      } else if (this.take(method) === null && this.take(field) === null) {
        // A value of its own: `scripts[k]`.
        const key = this.take(/(?:\?\.)?\[([A-Za-z_]\w*)\]/y)?.[1];
        if (key === undefined) return true;
        if (!this.#names.has(key)) return false;
      }
    }
  }

  /** Reads with names that are known there alone. */
  #within(names: readonly string[], read: () => boolean): boolean {
    const added = names.filter((one) => !this.#names.has(one));
    for (const one of added) this.#names.add(one);
    const isRead = read();
    for (const one of added) this.#names.delete(one);
    return isRead;
  }

  /** Values with operators between them, or something empty in the place of one. */
  #joined(depth: number): boolean {
    do {
      if (this.take(empty) === null && !this.#value(depth)) return false;
    } while (this.take(operator) !== null);
    return true;
  }

  /** A value, or one of two: `p.a ? 'yes' : 'no'`. */
  #chosen(depth: number): boolean {
    if (depth > mostDepth || !this.#joined(depth)) return false;
    if (this.take(/\s*\?(?![.?])\s*/y) === null) return true;
    return this.#joined(depth) && this.take(/\s*:\s*/y) !== null && this.#joined(depth);
  }

  /** A call that shows values. */
  #shows(): boolean {
    return this.take(/console\.(?:log|error)\(\s*/y) !== null && this.#values(0);
  }

  /** Values up to the parenthesis that closes them. */
  #values(depth: number): boolean {
    do {
      if (!this.#chosen(depth)) return false;
    } while (this.take(/\s*,\s*/y) !== null);
    return this.take(/\s*\)/y) !== null;
  }

  /** `for (const k of Object.keys(p)) console.log(k)`, or a call that shows values once. */
  #statement(): boolean {
    const [head, ...found] = this.take(looping) ?? [];
    if (head === undefined) return this.#shows();
    const names = found.filter((one) => one !== undefined);
    if (!this.#chosen(0) || this.take(/\s*\)\s*/y) === null) return false;
    return this.#within(names, () => {
      if (this.take(/\{\s*/y) === null) return this.#shows();
      return this.#shows() && this.take(/\s*(?:;\s*)?\}/y) !== null;
    });
  }

  /** Whether the whole is one value, or where that is not shown by itself, calls that show some. */
  read(isShown: boolean): boolean {
    this.take(/\s*/y);
    if (!this.#declarations()) return false;
    if (isShown) return this.#chosen(0) && this.#ends();
    do {
      if (!this.#statement()) return false;
    } while (this.take(/\s*(?:;\s*)?(?=console|for\b)/y) !== null);
    return this.#ends();
  }

  #ends(): boolean {
    this.take(/\s*(?:;\s*)?/y);
    return this.isAtEnd;
  }
}

/** The files of JSON that `node -p` or `node -e` reads, where that is all it does; null where it may do more. */
export function filesOfNode([, option, code, ...others]: readonly Arg[]): readonly Operand[] | null {
  const name = textOf(option) ?? '';
  const text = textOf(code);
  const isShown = /^(-p|-pe|--print)$/.test(name);
  if (text === null || others.length > 0 || !(isShown || /^(-e|--eval)$/.test(name))) return null;
  const reader = new ExpressionReader(text);
  if (!reader.read(isShown)) return null;
  const operand = (file: string): Operand => ({ kind: 'read', arg: textArg(file), exposed: false });
  return [
    ...reader.files.map((file) => ({ ...operand(file), ending: '.json' })),
    ...reader.parsed.map(operand),
    ...reader.files.flatMap(manifestsAbove),
  ];
}
