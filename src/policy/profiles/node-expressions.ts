import { TextReader } from '../../core/text/text-reader.ts';
import { type Arg, textArg, textOf } from '../shell/arg.ts';
import type { Operand } from './profile.ts';

const mostDepth = 8;
const longestCalculation = 500;

/** Reads JavaScript that shows what node tells of itself or what a file of JSON holds; no other name is known, and nothing but its own is called. */
class ExpressionReader extends TextReader {
  readonly files: string[] = [];

  /** `process.version`, `require('./package.json')`, whose path leads nowhere but where it says. */
  #base(): boolean {
    const file = this.take(/require\(\s*(['"`])(\.\/[\w@/.-]+\.json)\1\s*\)/y)?.[2];
    if (file === undefined)
      return this.take(/process\.(?:versions?|platform|arch|execPath|release|cwd\(\))(?![\w$(])/y) !== null;
    if (file.split('/').includes('..')) return false;
    this.files.push(file);
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
    this.take(/\.(?:join\((?:'[^']*'|"[^"]*")\)|sort\(\))/y);
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
  return reader.files.map((file) => ({ kind: 'read', arg: textArg(file), exposed: false, ending: '.json' }));
}
