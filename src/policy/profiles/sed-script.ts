import { TextReader } from '../../core/text/text-reader.ts';
import { closesClasses } from './bracket-classes.ts';

/** Reads the scripts of `sed` that only print and edit what passes through: no file is read or written, nothing is run. */
class SedReader extends TextReader {
  #depth = 0;

  /** Text up to an unescaped delimiter; a class left open in it is read differently by different seds. */
  #delimited(delimiter: string, isPattern: boolean): boolean {
    const start = this.at;
    for (; this.at < this.text.length; this.at += 1) {
      const char = this.next;
      if (char === '\\') this.at += 1;
      else if (char === '\n') return false;
      else if (char === delimiter) {
        const body = this.text.slice(start, this.at);
        this.at += 1;
        return !isPattern || closesClasses(body);
      }
    }
    return false;
  }

  #address(): boolean {
    if (this.take(/-?\d+(~-?\d+)?|\$/y) !== null) return true;
    const delimiter = this.take(/\/|\\[|,#%@!:~=]/y)?.[0].at(-1);
    if (delimiter === undefined) return false;
    if (!this.#delimited(delimiter, true)) throw new SyntaxError('address');
    this.take(/[IM]*/y);
    return true;
  }

  /** The lines that a command is for. Of a number below zero, and where one is missing around a comma, every sed makes a mistake at once. */
  #addresses(): void {
    this.#address();
    if (this.take(/ *, */y) !== null && this.take(/[+~]\d+/y) === null) this.#address();
  }

  #substitute(): boolean {
    const delimiter = this.next;
    if (delimiter === '' || /[\s\\\w;{}]/.test(delimiter)) return false;
    this.at += 1;
    if (!this.#delimited(delimiter, true) || !this.#delimited(delimiter, false)) return false;
    this.take(/[gpiImM\d]*/y);
    return true;
  }

  #transliterate(): boolean {
    const delimiter = this.next;
    if (delimiter === '' || /[\s\\\w;{}]/.test(delimiter)) return false;
    this.at += 1;
    return this.#delimited(delimiter, false) && this.#delimited(delimiter, false);
  }

  /**
   * The text of `a`, `i` and `c`: one line, which may begin behind a backslash or on the next. What ends with a backslash goes on, in
   * one sed or another, with what stands behind it.
   */
  #text(): boolean {
    return this.take(/ *(?:\\\n?)?(?:[^\\\n]|\\[^\n])+(?=\n|$)/y) !== null;
  }

  #command(): boolean {
    const name = this.next;
    this.at += 1;
    if (name === '{') {
      this.#depth += 1;
      return this.#commands();
    }
    if (name === 's') return this.#substitute();
    if (name === 'y') return this.#transliterate();
    if ('pdDPgGhHnNxzF='.includes(name) && name !== '') return true;
    if ('qQl'.includes(name) && name !== '') return this.take(/ *\d*/y) !== null;
    if ('btT:'.includes(name) && name !== '') return this.take(/ *[A-Za-z_]\w*/y) !== null || name !== ':';
    if ('aic'.includes(name) && name !== '') return this.#text();
    return false;
  }

  #commands(): boolean {
    for (;;) {
      this.take(/[\s;]*/y);
      if (this.next === '') return this.#depth === 0;
      if (this.next === '}') {
        this.at += 1;
        this.#depth -= 1;
        return this.#depth >= 0;
      }
      this.#addresses();
      this.take(/[ !]*/y);
      if (!this.#command()) return false;
      if (this.take(/ *(?=[;\n}]|$)/y) === null) return false;
    }
  }

  read(): boolean {
    try {
      return this.#commands() && this.#depth === 0 && this.isAtEnd;
    } catch (error) {
      if (error instanceof SyntaxError) return false;
      throw error;
    }
  }
}

/** Whether a script of `sed` is certain to do nothing but print and edit the text that passes through it. */
export function isHarmlessSed(script: string): boolean {
  return new SedReader(script).read();
}
