import { closesClasses } from './bracket-classes.ts';

/** Names through which awk runs programs, reaches the environment or chooses other files to read. */
const refusedNames =
  /^(system|getline|ARGV|ARGC|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|include|load|namespace|extension)$/;

/** Words after which a slash begins a pattern. */
const beforePattern = /^(print|printf|return|in|case|else|do|exit|delete)$/;

type Previous = 'start' | 'operator' | 'value' | 'unclear';

class AwkReader {
  readonly #text: string;
  #at = 0;
  #braces = 0;
  readonly #parens: number[] = [0];
  #previous: Previous = 'start';

  constructor(text: string) {
    this.#text = text;
  }

  /** Moves past what matches here; null when nothing does. */
  #take(pattern: RegExp): string | null {
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text);
    if (found === null || found[0] === '') return null;
    this.#at += found[0].length;
    return found[0];
  }

  /** A pattern or a division; where awks could disagree it is refused. */
  #slash(): boolean {
    if (this.#previous === 'unclear') return false;
    if (this.#previous === 'value') {
      this.#at += 1;
      this.#previous = 'operator';
      return true;
    }
    const pattern = this.#take(/\/([^/\\\n]|\\[^\n])*\//);
    if (pattern === null) return false;
    this.#previous = 'unclear';
    return closesClasses(pattern.slice(1, -1));
  }

  #name(name: string): boolean {
    this.#previous = beforePattern.test(name) ? 'operator' : 'value';
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
    this.#at += 1;
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
    const char = this.#text[this.#at] ?? '';
    if (this.#take(/[ \t]+|\\\n/) !== null) return true;
    if (this.#take(/[\n;]|#[^\n]*/) !== null) {
      this.#previous = 'start';
      return true;
    }
    if (
      this.#take(/"([^"\\\n]|\\[^\n])*"/) !== null ||
      this.#take(/\d+\.?\d*([eE][+-]?\d+)?|\.\d+/) !== null
    ) {
      this.#previous = 'value';
      return true;
    }
    const name = this.#take(/[A-Za-z_]\w*/);
    if (name !== null) return this.#name(name);
    if (char === '/') return this.#slash();
    if ('(){}'.includes(char)) return this.#bracket(char);
    if (this.#take(/\+\+|--/) !== null || this.#take(/\]/) !== null) {
      this.#previous = char === ']' ? 'value' : 'unclear';
      return true;
    }
    if (this.#take(/\|\||&&|[=!<>+*%^-]=|!~|[=<!~?:,[+*%^-]/) !== null) {
      this.#previous = 'operator';
      return true;
    }
    if (this.#take(/\$/) !== null) {
      this.#previous = 'unclear';
      return true;
    }
    return char === '>' && this.#text[this.#at + 1] !== '>' && this.#take(/>/) !== null && this.#greater();
  }

  read(): boolean {
    while (this.#at < this.#text.length) if (!this.#token()) return false;
    return this.#braces === 0 && this.#parens[0] === 0;
  }
}

/** Whether an awk program is certain to run nothing, write no file and read only the files it is given. */
export function isHarmlessAwk(program: string): boolean {
  return new AwkReader(program).read();
}
