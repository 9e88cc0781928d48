import { TextReader } from '../../core/text/text-reader.ts';
import { type Arg, textArg, textOf } from '../shell/arg.ts';
import { manifestsAbove } from './node-manifests.ts';
import type { Operand } from './profile.ts';

const mostDepth = 8;
const longestCalculation = 500;

/** A path of a file that leads nowhere but where it says, without a look at it. */
const isPlainPath = (path: string): boolean => !path.split('/').includes('..');

/** Names that code may give to what it reads: none of those that stand for something already. */
const ownName =
  /(?:const|let|var)\s+(?!(?:console|require|process|Object|JSON|module|exports|globalThis)\b)([A-Za-z_]\w*)\s*=\s*/y;
const fileSystem = /require\(\s*(['"`])(?:node:)?fs\1\s*\)/y;
const reading = /\.readFileSync\(\s*(['"`])([\w@/.-]+)\1\s*(?:,\s*(['"`])utf-?8\3\s*)?\)\s*\)/y;

/**
 * Reads JavaScript that shows what node tells of itself or what a file of JSON holds; no name is known but those that it gives to
 * such values, and nothing but its own is called.
 */
class ExpressionReader extends TextReader {
  /** Files that are taken in as modules, which their ending makes JSON, and those whose text is parsed. */
  readonly files: string[] = [];
  readonly parsed: string[] = [];
  readonly #names = new Set<string>();
  readonly #fileSystems = new Set<string>();

  /** `process.version`, `require('./package.json')`, a name of the code's own. */
  #base(): boolean {
    if (this.take(/process\.(?:versions?|platform|arch|execPath|release|cwd\(\))(?![\w$(])/y) !== null)
      return true;
    if (this.take(/JSON\.parse\(\s*/y) !== null) return this.#parsed();
    const name = this.take(/(?!require\b)[A-Za-z_]\w*(?![\w$(])/y)?.[0];
    if (name !== undefined) return this.#names.has(name);
    const file = this.take(/require\(\s*(['"`])(\.\/[\w@/.-]+\.json)\1\s*\)/y)?.[2];
    if (file === undefined || !isPlainPath(file)) return false;
    this.files.push(file);
    return true;
  }

  /** `JSON.parse(require('fs').readFileSync('data.json', 'utf8'))`, behind its first parenthesis. */
  #parsed(): boolean {
    const name = this.take(/(?!require\b)[A-Za-z_]\w*/y)?.[0];
    const isKnown = name === undefined ? this.take(fileSystem) !== null : this.#fileSystems.has(name);
    const file = isKnown ? this.take(reading)?.[2] : undefined;
    if (file === undefined || !isPlainPath(file)) return false;
    this.parsed.push(file);
    return true;
  }

  /** Gives names to values, before any is shown: `const p = require('./package.json');`. */
  #declarations(): boolean {
    for (let name = this.take(ownName)?.[1]; name !== undefined; name = this.take(ownName)?.[1]) {
      if (this.take(fileSystem) !== null) this.#fileSystems.add(name);
      else if (this.#either(0)) this.#names.add(name);
      else return false;
      if (this.take(/\s*;\s*|[ \t]*\n\s*/y) === null) return false;
    }
    return true;
  }

  #value(depth: number): boolean {
    if (depth > mostDepth) return false;
    const opened = this.take(/(Object\.(?:keys|values|entries)|JSON\.stringify)\(\s*/y)?.[1];
    if (opened === undefined) return this.#base() && this.#fields();
    if (!this.#either(depth + 1)) return false;
    if (opened === 'JSON.stringify') this.take(/\s*,\s*null\s*,\s*\d{1,2}/y);
    return this.take(/\s*\)/y) !== null && this.#fields();
  }

  /** Fields, and what makes one text of a list or counts it. */
  #fields(): boolean {
    this.take(/(?:(?:\?\.|\.)[A-Za-z_]\w*(?![\w$(])|(?:\?\.)?\[(?:\d+|'[^'\\\n]*'|"[^"\\\n]*")\])+/y);
    this.take(
      /\.(?:slice\(-?\d{1,6}(?:,\s*-?\d{1,6})?\)|map\(\(?(\w+)\)?\s*=>\s*\1(?:\??\.[A-Za-z_]\w*(?![\w$(]))+\))/y,
    );
    this.take(/\.(?:join\((?:'[^']*'|"[^"]*")\)|sort\(\)|length(?![\w$]))/y);
    return true;
  }

  /** A value, or something empty in its place. */
  #either(depth: number): boolean {
    return this.#value(depth) && this.take(/(?:\s*(?:\|\||\?\?)\s*(?:\{\}|\[\]|''|""))?/y) !== null;
  }

  #values(): boolean {
    do {
      if (!this.#either(0)) return false;
    } while (this.take(/\s*,\s*/y) !== null);
    return true;
  }

  /** Whether the whole is one value, or where that is not shown by itself, calls that show some. */
  read(isShown: boolean): boolean {
    this.take(/\s*/y);
    if (isShown) return this.#either(0) && this.#ends();
    if (!this.#declarations()) return false;
    do {
      if (this.take(/console\.log\(\s*/y) === null || !this.#values() || this.take(/\s*\)/y) === null)
        return false;
    } while (this.take(/\s*;\s*(?=console)/y) !== null);
    return this.#ends();
  }

  #ends(): boolean {
    this.take(/\s*;?\s*/y);
    return this.isAtEnd;
  }
}

/** What is computed of numbers and texts alone: no name but these, and nothing that reaches into what a value is. */
const calculation =
  /^(?:\s|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d{1,3})?(?![\w$])|0x[\da-f]+(?![\w$])|Math\.(?:abs|ceil|floor|round|trunc|sign|min|max|pow|sqrt|cbrt|hypot|exp|log|log2|log10|sin|cos|tan|atan|atan2|PI|E|random)(?![\w$])|[-+*/%()<>=!&|^~?:,]|'[^'\\\n]*'|"[^"\\\n]*")+$/i;

/** Whether code only computes, and shows it where that is not done for it. */
function isCalculation(text: string, isShown: boolean): boolean {
  const shown = isShown ? text : (/^\s*console\.log(\(.*\))\s*;?\s*$/s.exec(text)?.[1] ?? '');
  return shown.length <= longestCalculation && calculation.test(shown);
}

/** The files of JSON that `node -p` or `node -e` reads, where that is all it does; null where it may do more. */
export function filesOfNode([, option, code, ...others]: readonly Arg[]): readonly Operand[] | null {
  const name = textOf(option) ?? '';
  const text = textOf(code);
  const isShown = /^(-p|-pe|--print)$/.test(name);
  if (text === null || others.length > 0 || !(isShown || /^(-e|--eval)$/.test(name))) return null;
  if (isCalculation(text, isShown)) return [];
  const reader = new ExpressionReader(text);
  if (!reader.read(isShown)) return null;
  const operand = (file: string): Operand => ({ kind: 'read', arg: textArg(file), exposed: false });
  return [
    ...reader.files.map((file) => ({ ...operand(file), ending: '.json' })),
    ...reader.parsed.map(operand),
    ...reader.files.flatMap(manifestsAbove),
  ];
}
