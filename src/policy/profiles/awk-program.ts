import { TextReader } from '../../core/text/text-reader.ts';
import { closesClasses } from './bracket-classes.ts';

/** Names through which awk runs programs, reaches the environment or chooses other files to read. */
const refusedNames =
  /^(system|getline|ARGV|ARGC|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|include|load|namespace|extension)$/;

/** Words after which a slash begins a pattern. */
const beforePattern = /^(print|printf|return|in|else|do|exit|delete)$/;

/** Words after which a slash divides to one awk and begins a pattern to another, which may not know the word. */
const beforeEither = /^(length|case|next|nextfile|break|continue)$/;

type Previous = 'start' | 'operator' | 'value' | 'unclear';

class AwkReader extends TextReader {
  #braces = 0;
  readonly #parens: number[] = [0];
  #previous: Previous = 'start';

  /** A pattern or a division; where awks could disagree it is refused. */
  #slash(): boolean {
    if (this.#previous === 'unclear') return false;
    if (this.#previous === 'value') {
      // Behind what cannot be given a value, `/=` begins a pattern to some: where no other slash follows, none that ends.
      if (this.take(/\/(?!=)|\/=(?=[^/\\\n]*(?:\n|$))/y) === null) return false;
      this.#previous = 'operator';
      return true;
    }
    const pattern = this.take(/\/([^/\\\n]|\\[^\n])*\//y);
    if (pattern === null) return false;
    this.#previous = 'unclear';
    return closesClasses(pattern[0].slice(1, -1));
  }

  #name(name: string): boolean {
    this.#previous = beforeEither.test(name) ? 'unclear' : beforePattern.test(name) ? 'operator' : 'value';
    // In the head of a `for`, where what follows a > would be written.
    const isInside = (this.#parens.at(-1) ?? 0) > 0;
    return !refusedNames.test(name) && !(isInside && /^printf?$/.test(name));
  }

  /** `>` compares inside parentheses and in a pattern; elsewhere it would write a file. */
  #greater(): boolean {
    this.#previous = 'operator';
    return this.#braces === 0 || (this.#parens.at(-1) ?? 0) > 0;
  }

  #bracket(char: string): boolean {
    this.at += 1;
    const depth = this.#parens.length - 1;
    if (char === '(') this.#parens[depth] = (this.#parens[depth] ?? 0) + 1;
    else if (char === ')') {
      this.#parens[depth] = (this.#parens[depth] ?? 0) - 1;
      if ((this.#parens[depth] ?? 0) < 0) return false;
    } else if (char === '{') {
      this.#braces += 1;
      this.#parens.push(0);
    } else {
      if (this.#parens.pop() !== 0) return false;
      this.#braces -= 1;
    }
    this.#previous = char === ')' ? 'unclear' : 'start';
    return this.#braces >= 0;
  }

  #token(): boolean {
    const char = this.next;
    if (this.take(/[ \t]+|\\\n/y) !== null) return true;
    if (this.take(/[\n;]|#[^\n]*/y) !== null) {
      this.#previous = 'start';
      return true;
    }
    if (
      this.take(/"([^"\\\n]|\\[^\n])*"/y) !== null ||
      this.take(/\d+\.?\d*([eE][+-]?\d+)?|\.\d+/y) !== null
    ) {
      this.#previous = 'value';
      return true;
    }
    const name = this.take(/[A-Za-z_]\w*/y);
    if (name !== null) return this.#name(name[0]);
    if (char === '/') return this.#slash();
    if ('(){}'.includes(char)) return this.#bracket(char);
    if (this.take(/\+\+|--/y) !== null || this.take(/\]/y) !== null) {
      this.#previous = char === ']' ? 'value' : 'unclear';
      return true;
    }
    if (this.take(/\|\||&&|[=!<>+*%^-]=|!~|[=<!~?:,[+*%^-]/y) !== null) {
      this.#previous = 'operator';
      return true;
    }
    if (this.take(/\$/y) !== null) {
      this.#previous = 'unclear';
      return true;
    }
    return char === '>' && this.text[this.at + 1] !== '>' && this.take(/>/y) !== null && this.#greater();
  }

  read(): boolean {
    while (!this.isAtEnd) if (!this.#token()) return false;
    return this.#braces === 0 && this.#parens[0] === 0;
  }
}

/** Whether an awk program is certain to run nothing, write no file and read only the files it is given. */
export function isHarmlessAwk(program: string): boolean {
  return new AwkReader(program).read();
}
