import { TextReader } from '../../core/text/text-reader.ts';
import { setOf } from '../programs/words.ts';
import { hasPatternCode, isPlainPerlText, isPlainPerlVariable } from './perl-text.ts';
import { namesNothingActing } from './perl-words.ts';

/** Functions and words behind which an operand begins, so that a slash is a pattern. */
const beforeOperand = setOf(
  'print printf say if elsif unless while until for foreach and or not xor eq ne lt gt le ge cmp x my our local join split map grep sort reverse keys values each push unshift lc uc lcfirst ucfirst length substr index rindex abs int sqrt sprintf defined exists delete scalar chomp chop chr ord hex oct die warn exit STDERR STDOUT',
);

/** Words that may stand alone, so that what a slash behind them is cannot be told. */
const alone = setOf('shift pop eof next last redo undef else END BEGIN');

/** Words behind which a brace begins a block of statements. */
const beforeBlock = /^(?:map|grep|sort|else|END|BEGIN)$/;

const quoting = /^(?:m|s|y|tr|q|qq|qr|qw)$/;

/** The letters that may stand behind an operator of patterns; any other one begins a word there. */
function flagsOf(operator: string): RegExp {
  if (/^(?:y|tr)$/.test(operator)) return /^[cdsr]*$/;
  return operator === 's' ? /^[acdgilmnoprsux]*$/ : /^[acdgilmnopsux]*$/;
}

/** What a function that takes a list or a table follows where it is reached by its name, as versions from 5.14 to 5.22 allow. */
const reachedByName = /\b(?:push|unshift|pop|shift|splice|keys|values|each)[\s(]*\$/;

/** A variable, an array, a hash, or the last index of an array; a hash only where an operand begins. */
const variableForm = /(?:\$#?(?:[A-Za-z_]\w*|\d+|[.&])|@[A-Za-z_]\w*)(?!\w|::|')/y;
const hashForm = /%[A-Za-z_]\w*(?!\w|::|')/y;
/** A point at its end would belong to it. */
const numberForm = /(?:0x[\da-fA-F]+|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?!\w|\.(?!\.))/y;
/**
 * Behind a blank: what begins an operand there where a variable before it is taken for a file to print to, as in `print $x /a/`.
 * Anywhere: a test of a file, such as `-s`.
 */
const unclearForm = /(?<=\s)(?:\+\+|--|[-+/%<*?](?![\s=<>*/])|\.\d)|-(?=[A-Za-z](?!\w))/y;
const operatorForm =
  /<=>|\*\*=?|\|\|=?|&&=?|\/\/=?|[=!]~|[=!<>]=|=>|\.{2,3}|[-+*/.%]=|[-+*/.%=<>,?:](?![<>&|])/y;

/** What a bracket encloses, by the bracket that ends it. */
type Enclosed = 'list' | 'index' | 'key' | 'block';
const ends: Readonly<Record<Enclosed, string>> = { list: ')', index: ']', key: '}', block: '}' };

const closedBy: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * What stands before the next token: `start` of a statement; an `operator`, behind which an operand begins; a `word` of `alone`;
 * the `end` of a block; a `variable`, which may have a subscript; one that has it, `subscripted`; a list that is `closed`; another
 * `value`.
 */
type Previous = 'start' | 'operator' | 'word' | 'end' | 'variable' | 'subscripted' | 'closed' | 'value';

/**
 * Reads programs of Perl that compute and print (perlsyn, perlop), a token at a time. Whatever Perl may read in two ways is
 * refused, and so is every way to reach a variable, a function or a file by a name that is computed.
 */
class PerlReader extends TextReader {
  readonly #open: Enclosed[] = [];
  #previous: Previous = 'start';
  #word = '';

  get #isOperandNext(): boolean {
    return this.#previous === 'start' || this.#previous === 'operator';
  }

  #became(previous: Previous): true {
    this.#previous = previous;
    return true;
  }

  /** The text up to the delimiter that closes it; null if it has no end. */
  #delimited(open: string): string | null {
    const close = closedBy[open] ?? open;
    const start = this.at;
    for (let depth = 0; !this.isAtEnd; this.at += 1) {
      if (this.next === '\\') this.at += 1;
      else if (this.next === close && depth === 0) {
        this.at += 1;
        return this.text.slice(start, this.at - 1);
      } else if (this.next === close) depth -= 1;
      else if (this.next === open) depth += 1;
    }
    return null;
  }

  /** `m/…/`, `s/…/…/`, `tr/…/…/`, `qw(…)` and the like; `e` would run what is put in. */
  #quoted(operator: string, open = this.take(/[/|#,!@:%({[]/y)?.[0]): boolean {
    const first = open === undefined ? null : this.#delimited(open);
    if (open === undefined || first === null) return false;
    const isRaw = /^(?:y|tr|q|qw)$/.test(operator);
    const delimiters = [open, closedBy[open] ?? open];
    if (!isRaw && !isPlainPerlText(first, delimiters, operator !== 'qq')) return false;
    if (/^(?:s|y|tr)$/.test(operator)) {
      if (closedBy[open] !== undefined && this.take(/[ \t\n]*([({[])/y)?.[1] !== open) return false;
      const second = this.#delimited(open);
      if (second === null || (!isRaw && !isPlainPerlText(second, delimiters, false))) return false;
    }
    if (/^q[qw]?$/.test(operator)) return this.#became('value');
    return flagsOf(operator).test(this.take(/\w*/y)?.[0] ?? '') && this.#became('value');
  }

  /** Elsewhere these are names of functions or methods, and behind an `x` a slash divides. */
  #isInPlace(name: string): boolean {
    if (name === 'x') return /^(?:variable|subscripted|closed|value)$/.test(this.#previous);
    if (/^(?:BEGIN|END)$/.test(name)) return /^(?:start|end)$/.test(this.#previous);
    if (!/^STD(?:ERR|OUT)$/.test(name)) return true;
    const isBehind = this.#previous === 'operator' && /^(?:print|printf|say)$/.test(this.#word);
    return isBehind && !/^\s*\(/.test(this.text.slice(this.at));
  }

  #name(name: string): boolean {
    const isFirstInKey = this.#open.at(-1) === 'key' && this.#word === '{';
    if (/^[ \t]*=>/.test(this.text.slice(this.at, this.at + 9)) || (isFirstInKey && this.next === '}'))
      return this.#became('value');
    if (quoting.test(name))
      return (this.#isOperandNext || this.#previous === 'end') && !isFirstInKey && this.#quoted(name);
    if (alone.has(name)) return this.#isInPlace(name) && this.#became('word');
    return beforeOperand.has(name) && this.#isInPlace(name) && this.#became('operator');
  }

  /** Behind a subscript, another bracket would take a text for the name of a variable or a function. */
  #enclosedBy(bracket: string): Enclosed | null {
    const previous = this.#previous;
    if (bracket === '(') return /^(?:subscripted|value|closed)$/.test(previous) ? null : 'list';
    if (bracket === '[') return previous === 'variable' || previous === 'closed' ? 'index' : null;
    if (previous === 'variable') return 'key';
    return /^(?:start|closed|end)$/.test(previous) || beforeBlock.test(this.#word) ? 'block' : null;
  }

  #opening(bracket: string): boolean {
    const enclosed = this.#enclosedBy(bracket);
    if (enclosed === null) return false;
    this.#open.push(enclosed);
    return this.#became(enclosed === 'block' ? 'start' : 'operator');
  }

  #closing(bracket: string): boolean {
    const enclosed = this.#open.pop();
    if (enclosed === undefined || ends[enclosed] !== bracket) return false;
    return this.#became(enclosed === 'list' ? 'closed' : enclosed === 'block' ? 'end' : 'subscripted');
  }

  #variable(variable: string): boolean {
    return isPlainPerlVariable(variable) && this.#became(variable === '$ARGV' ? 'value' : 'variable');
  }

  #operand(): boolean {
    const variable = (this.take(variableForm) ?? this.take(hashForm))?.[0];
    if (variable !== undefined) return this.#variable(variable);
    if (this.take(numberForm) !== null || this.take(/<(?:STDIN)?>/y) !== null) return this.#became('value');
    if (this.take(/'/y) !== null) return this.#delimited("'") !== null && this.#became('value');
    if (this.take(/"/y) !== null) return this.#quoted('qq', '"');
    if (this.take(/\//y) !== null) return this.#quoted('m', '/');
    return this.take(/!(?![~=])|\+\+|--|-(?=[\d\s$(])/y) !== null && this.#became('operator');
  }

  #operator(): boolean {
    if (this.take(unclearForm) !== null) return false;
    if (this.take(/\+\+|--/y) !== null) return this.#became('value');
    return this.take(operatorForm) !== null && this.#became('operator');
  }

  #mark(char: string): boolean {
    if ('([{)]}'.includes(char)) {
      this.at += 1;
      return '([{'.includes(char) ? this.#opening(char) : this.#closing(char);
    }
    if (this.#isOperandNext) return this.#operand();
    if (this.#previous !== 'word' && this.#previous !== 'end') return this.#operator();
    const variable = this.take(variableForm)?.[0];
    return variable !== undefined && this.#variable(variable);
  }

  #token(): boolean {
    if (this.take(/[ \t\r\n]+/y) !== null) return true;
    if (this.take(/;/y) !== null) return this.#became('start');
    const name = this.take(/[A-Za-z_]\w*(?!\w|::|')/y)?.[0];
    const token = name ?? this.next;
    const isTaken = name === undefined ? this.#mark(token) : this.#name(name);
    this.#word = token;
    return isTaken;
  }

  read(): boolean {
    while (!this.isAtEnd) if (!this.#token()) return false;
    return this.#open.length === 0;
  }
}

/** Whether nothing but what computes and prints is read in a program of Perl, unless Perl reads it in another way. */
export function isReadPerl(program: string): boolean {
  if (hasPatternCode(program) || reachedByName.test(program)) return false;
  // Text that is taken for documentation.
  if (/^=[A-Za-z]/m.test(program)) return false;
  return new PerlReader(program).read();
}

/** Whether a program of Perl is certain to run nothing, write no file and read only the files it is given. */
export function isHarmlessPerl(program: string): boolean {
  return isReadPerl(program) && namesNothingActing(program);
}
