import { normalize } from 'node:path';
import { type CodeLanguage, languageOfFile } from './code/languages.ts';
import { type Candidate, quoteWord } from './pattern.ts';
import { placingOf } from './placed.ts';
import { baseName } from './programs/wrappers.ts';
import { withParameters } from './shell/positional.ts';
import { passedOn, type SeenCommand, type Sightings } from './shell/scan.ts';

/** What a name stands for: what a text of a shell may say, or code of another language. */
export interface GivenText {
  readonly texts: readonly string[];
  readonly language: CodeLanguage | null;
}

const mostNames = 200;

function fileKey(path: string): string {
  return normalize(path);
}

/**
 * What a script gives names: functions, aliases, copies of programs and of scripts, files that it writes. Only for finding dangers:
 * the last of several of one name may not be the one that runs.
 */
export class GivenNames {
  readonly #names = new Map<string, string>();
  readonly #files = new Map<string, string>();

  /** Notes all that a script gives a name, wherever it stands. */
  note({ functions, commands }: Sightings): void {
    for (const { name, body } of functions) this.#keep(this.#names, name, body);
    for (const command of commands) {
      const base = baseName(command.words[0] ?? '');
      if (base === 'alias') this.#noteAliases(command.words.slice(1));
      else if (base === 'hash') this.#noteHashed(command.words);
      else this.#noteCopies(base, command.words.slice(1));
      this.#noteWritten(base, command, commands);
    }
  }

  #keep(map: Map<string, string>, name: string, text: string): void {
    if (map.size < mostNames) map.set(name, text);
  }

  #noteAliases(words: readonly Candidate[]): void {
    for (const word of words) {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(word ?? '') ?? [];
      if (name !== undefined && value !== undefined) this.#keep(this.#names, name, `${value} "$@"`);
    }
  }

  /** `hash -p PATH NAME` */
  #noteHashed(words: readonly Candidate[]): void {
    const [path = null, name = null] = words.slice(words.indexOf('-p') + 1);
    if (words.includes('-p') && path !== null && name !== null)
      this.#keep(this.#names, name, `${quoteWord(path)} "$@"`);
  }

  #noteCopies(base: string, words: readonly Candidate[]): void {
    const { sources = [], into = '' } = placingOf(base, words) ?? {};
    for (const source of sources) {
      const text = `${quoteWord(source.includes('/') ? source : `./${source}`)} "$@"`;
      for (const path of [into, `${into}/${baseName(source)}`])
        if (fileKey(path) !== fileKey(source)) this.#keep(this.#files, fileKey(path), text);
    }
  }

  #noteWritten(base: string, command: SeenCommand, all: readonly SeenCommand[]): void {
    const { words, written } = command;
    const paths = base === 'tee' ? [...written, ...words.slice(1)] : written;
    if (paths.length === 0) return;
    const own = passedOn(command);
    const texts = base === 'tee' && own.length === 0 ? all.flatMap(passedOn) : own;
    for (const path of paths) {
      if (path === null || texts.length === 0) continue;
      const before = this.#files.get(fileKey(path));
      this.#keep(
        this.#files,
        fileKey(path),
        [...(before === undefined ? [] : [before]), ...texts].join('\n'),
      );
    }
  }

  /** What a command runs by a name that was given; null where it was not. */
  meantBy([name = null, ...words]: readonly Candidate[]): GivenText | null {
    if (name === null) return null;
    const isFile = name.includes('/');
    const text = isFile ? this.#files.get(fileKey(name)) : this.#names.get(name);
    if (text === undefined) return null;
    const language = isFile ? languageOfFile(name, text) : null;
    return { texts: language === null ? withParameters(text, [name, ...words]) : [text], language };
  }
}
