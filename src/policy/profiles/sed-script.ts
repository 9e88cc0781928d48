import { TextReader } from '../../core/text/text-reader.ts';
import { closesClasses } from './bracket-classes.ts';

/** Delimiters in classes that are read past: each takes another look at the whole pattern. */
const mostUnsure = 64;

/** A file that a script names, and whether it writes it. */
export interface ScriptFile {
  readonly path: string;
  readonly isWritten: boolean;
}

/** Thrown at what every `sed` takes for a mistake, so that it runs nothing of the script. */
class Mistaken extends Error {}

/** Reads the scripts of `sed` that print and edit what passes through, and run nothing; files that they read or write are kept. */
class SedReader extends TextReader {
  readonly files: ScriptFile[] = [];
  /** Delimiters that stand in a class, where one sed or another ends the pattern. */
  unsure = 0;
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
        if (isPattern && !closesClasses(body)) {
          this.unsure += 1;
          if (this.unsure > mostUnsure) return false;
          continue;
        }
        this.at += 1;
        return true;
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
    if (this.next === 'w') {
      this.at += 1;
      this.#file(true);
    }
    return true;
  }

  /** The name of a file, which goes to the end of the line. */
  #file(isWritten: boolean): void {
    const path = this.take(/[ \t]*([^\n]*)/y)?.[1] ?? '';
    this.files.push({ path, isWritten });
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
    if (name === '#') return this.take(/[^\n]*/y) !== null;
    if (name === 's') return this.#substitute();
    if (name === 'y') return this.#transliterate();
    if ('pdDPgGhHnNxzF='.includes(name) && name !== '') return true;
    if ('qQl'.includes(name) && name !== '') return this.take(/ *\d*/y) !== null;
    if ('btT:'.includes(name) && name !== '') return this.take(/ *[A-Za-z_]\w*/y) !== null || name !== ':';
    if ('aic'.includes(name) && name !== '') return this.#text();
    if (!'rRwW'.includes(name) || name === '') return false;
    this.#file(/w/i.test(name));
    return true;
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
      const start = this.at;
      this.#addresses();
      this.take(/[ !]*/y);
      if (this.at > start && this.next === '\n') throw new Mistaken();
      if (!this.#command()) return false;
      if (this.take(/ *(?=[;\n}]|$)/y) === null) return false;
    }
  }

  read(): boolean {
    try {
      return this.#commands() && this.#depth === 0 && this.isAtEnd;
    } catch (error) {
      if (error instanceof SyntaxError) return false;
      if (error instanceof Mistaken) return true;
      throw error;
    }
  }
}

/** Whether a script of `sed` is certain to do nothing but print and edit the text that passes through it. */
export function isHarmlessSed(script: string): boolean {
  const reader = new SedReader(script);
  return reader.read() && reader.files.length === 0 && reader.unsure === 0;
}

/** The files that a script of `sed` reads or writes by itself, as far as it is understood: `w FILE`, `s/a/b/w FILE`, `r FILE`. */
export function sedFiles(script: string): readonly ScriptFile[] {
  const reader = new SedReader(script);
  reader.read();
  return reader.files;
}
