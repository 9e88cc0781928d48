import type { CodeLanguage } from '../code/language.ts';
import { languageOf, languageOfFile } from '../code/languages.ts';
import { baseName, baseOf, sedNames } from '../programs/base-name.ts';
import { settingsIn } from '../programs/git-settings.ts';
import { settingThatRuns } from '../programs/git-texts.ts';
import { optionValue } from '../programs/option-value.ts';
import { placingOf } from '../programs/placing.ts';
import { recipeForms, recipeTexts } from '../programs/recipes.ts';
import { textsMade } from '../programs/script-texts.ts';
import { writtenBy } from '../programs/written.ts';
import { type Candidate, quoteWord } from '../rules/pattern.ts';
import { decodedBy, decodes } from '../shell/decoded.ts';
import { madeOf } from '../shell/echoed.ts';
import { isFilter } from '../shell/filtered.ts';
import { withParameters } from '../shell/positional.ts';
import { isWild, reaches } from '../shell/reaches.ts';
import type { SeenCommand, Sightings } from '../shell/sightings.ts';
import type { Trail } from '../shell/trail.ts';
import { passedOn } from '../shell/written-texts.ts';
import { Bound } from './bound.ts';
import { broughtBy } from './brought.ts';
import { textsPassed, withoutTimes } from './fed.ts';
import { findsFiles, withFile } from './found-files.ts';
import { fileKey, placesOf, tailsOf } from './given-paths.ts';
import { NotedFiles } from './noted-files.ts';
import { textsOfScript } from './script-files.ts';
import { filesPassed } from './script-sources.ts';

/** What a name stands for: what a text of a shell may say, or code of another language. */
export interface GivenText {
  readonly texts: readonly string[];
  readonly language: CodeLanguage | null;
  /** The words that such code is given; null where that is not known. */
  readonly argv?: readonly Candidate[];
}

const mostNames = 4096;
/** Files of a script that one wildcard or one `find` may reach. */
const mostReached = 256;

/** Files that are run whenever their time comes: hooks, and what cron reads. */
const standing =
  /(^|\/)(\.git\/hooks|\.husky)\/[\w-]+$|(^|\/)(site|user)customize\.py$|^\/etc\/cron(tab$|\.[\w.-]+\/)|^\/var\/spool\/cron\//;

/** The words of a command that another user runs. */
function withoutSudo(words: readonly Candidate[]): readonly Candidate[] {
  if (!/^(sudo|doas)$/.test(words[0] ?? '')) return words;
  return words.slice(words.findIndex((word, index) => index > 0 && word?.startsWith('-') !== true));
}

/** Files that a command writes by its words which are the text that it makes. */
function filesNamed(base: string, words: readonly Candidate[]): readonly Candidate[] {
  if (base === 'tee') return words;
  const known = words.filter((word) => word !== null);
  return base === 'dd' || sedNames.test(base) ? writtenBy(base, known).map(({ path }) => path) : [];
}

/** The texts that a command surely prints, what it makes of its own input among them. */
function madeBy(base: string, command: SeenCommand): readonly string[] {
  const { words, input } = command;
  const decoded = decodes(words) ? input.flatMap((text) => decodedBy(words, text) ?? []) : [];
  const given = words.slice(1).filter((word) => word !== null);
  return [...passedOn(command), ...decoded, ...textsMade(base, given)];
}

/** Where a command is among all of a script. */
interface SeenAt {
  readonly commands: readonly SeenCommand[];
  readonly index: number;
}

/**
 * What a script gives names: functions, aliases, copies of programs and of scripts, files that it writes. Only for finding dangers:
 * the last of several of one name may not be the one that runs.
 */
export class GivenNames {
  readonly #names = new Map<string, string>();
  readonly #files = new NotedFiles(mostNames);
  readonly #standing: GivenText[] = [];
  readonly #bound = new Bound();
  /** Whether programs may be looked up in folders of the script's own. */
  #changesPath = false;

  /** Whether there are more than are kept. */
  get isCut(): boolean {
    return this.#bound.isCut;
  }

  /** Notes all that a script gives a name, wherever it stands. */
  note({ functions, commands, variables }: Sightings): void {
    this.#changesPath ||= variables.has('PATH');
    for (const { name, body } of functions) this.#name(name, body);
    this.noteCommands(commands);
  }

  /** Notes what commands give a name. */
  noteCommands(commands: readonly SeenCommand[]): void {
    for (const [index, command] of commands.entries()) {
      const words = withoutSudo(command.words);
      const base = baseOf(words);
      if (base === 'alias') this.#noteAliases(words.slice(1));
      else if (base === 'hash') this.#noteHashed(words);
      else if (base === 'git') this.#noteGitAliases(words);
      else this.#noteCopies(base, words.slice(1));
      this.#noteWritten(base, { ...command, words }, { commands, index });
    }
    for (const path of this.#files.takeChanged()) this.#noteFile(path, this.#files.get(path) ?? '');
  }

  #name(name: string, text: string): void {
    if (this.#names.size < mostNames) this.#names.set(name, text);
    else this.#bound.isCut = true;
  }

  #noteAliases(words: readonly Candidate[]): void {
    for (const word of words) {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(word ?? '') ?? [];
      if (name !== undefined && value !== undefined) this.#name(name, `${value} "$@"`);
    }
  }

  /** `hash -p PATH NAME` */
  #noteHashed(words: readonly Candidate[]): void {
    const [path = null, name = null] = words.slice(words.indexOf('-p') + 1);
    if (words.includes('-p') && path !== null && name !== null) this.#name(name, `${quoteWord(path)} "$@"`);
  }

  /** `git config alias.NAME TEXT`, `git -c alias.NAME=TEXT` */
  #noteGitAliases(words: readonly Candidate[]): void {
    const isConfig = words.includes('config');
    for (const [index, word] of words.entries()) {
      const [, key = '', own] = /^(alias\.[\w-]+)(?:=(.*))?$/is.exec(word ?? '') ?? [];
      const value = own ?? (isConfig ? words[index + 1] : null) ?? null;
      if (key !== '' && value !== null) this.#noteSetting(key, value);
    }
  }

  #noteSetting(key: string, value: string): void {
    const [, alias] = /^alias\.(.+)$/is.exec(key) ?? [];
    const text = value.startsWith('!') ? value.slice(1) : `git ${value}`;
    if (alias !== undefined) this.#name(`git ${alias}`, `${text} "$@"`);
    else if (settingThatRuns.test(key))
      this.#standing.push({ texts: [value.replace(/^!/, '')], language: null });
  }

  #noteCopies(base: string, words: readonly Candidate[]): void {
    const { sources = [], into = '' } = placingOf(base, words) ?? {};
    for (const source of sources) {
      const text = `${quoteWord(source.includes('/') ? source : `./${source}`)} "$@"`;
      for (const path of [into, `${into}/${baseName(source)}`])
        if (fileKey(path) !== fileKey(source)) this.#bound.isCut ||= !this.#files.set(fileKey(path), text);
    }
  }

  #noteWritten(base: string, command: SeenCommand, at: SeenAt): void {
    const { words, written, trail } = command;
    const placed = words.includes('/dev/stdin') ? (placingOf(base, words.slice(1))?.into ?? null) : null;
    const paths = [...written, ...filesNamed(base, words.slice(1)), placed].filter((path) => path !== null);
    if (paths.length === 0) return;
    const own = placed === null ? madeBy(base, command) : command.input;
    const texts = this.#textsWritten(base, words, { own, at, isPlaced: placed !== null });
    const copied = own.length === 0 ? filesPassed(command) : [];
    for (const path of paths) {
      if (copied.length > 0) this.#noteCopies('cp', [...copied, path]);
      if (texts.length > 0)
        for (const place of placesOf(path, trail))
          this.#bound.isCut ||= !this.#files.add(fileKey(place), texts);
    }
  }

  /** The texts that a command writes: its own, and what it passes on or makes of what others do. */
  #textsWritten(
    base: string,
    words: readonly Candidate[],
    { own, at, isPlaced }: { own: readonly string[]; at: SeenAt; isPlaced: boolean },
  ): readonly string[] {
    if (isFilter(words[0]) && base !== 'tee') return [...own, ...this.#filtered(words, at)];
    const isPassing = isPlaced || base === 'tee' || base === 'dd' || decodes(words);
    return isPassing && own.length === 0 ? textsPassed(at.commands, this.#bound) : own;
  }

  /** What a filter makes of what a pipe brings it, or of a file that was written. */
  #filtered(words: readonly Candidate[], { commands, index }: SeenAt): readonly string[] {
    const file = this.#files.get(fileKey(words.at(-1) ?? ''));
    const made = file === undefined ? null : madeOf(words.slice(0, -1), file);
    return made === null ? broughtBy(commands, index).slice(0, 1) : [made];
  }

  /** Notes what is done with a file that holds a text, whenever the time for that comes. */
  #noteFile(path: string, text: string): void {
    for (const [key, value] of settingsIn(text)) this.#noteSetting(key, value);
    if (!standing.test(path)) return;
    const commands = /cron/.test(path) ? withoutTimes(text) : text;
    this.#standing.push({ texts: [commands], language: languageOfFile(path, text) });
  }

  /** What files hold that were written since, and that others run whenever their time comes. */
  takeStanding(): readonly GivenText[] {
    return this.#standing.splice(0);
  }

  /** What a command runs by a name that was given, or of files that it reads by itself. */
  meantBy(words: readonly Candidate[], trail: Trail): readonly GivenText[] {
    const [name = null] = words;
    if (name === null) return [];
    if (this.#files.size === 0 && this.#names.size === 0) return [];
    const base = baseName(name);
    const named = name.includes('/')
      ? placesOf(name, trail).flatMap((path) => this.#namedFile(path, words))
      : this.#namedText(name, this.#names.get(name) ?? this.#inPath(name), words);
    const alias = base === 'git' ? this.#gitAlias(words) : [];
    if (this.#files.size === 0) return [...named, ...alias];
    return [...named, ...alias, ...this.#module(base, words), ...this.#recipes(base, words)];
  }

  #namedFile(path: string, words: readonly Candidate[]): readonly GivenText[] {
    const keys = isWild(path) ? this.#reached(fileKey(path)) : [fileKey(path)];
    return keys.flatMap((key) => this.#namedText(key, this.#files.get(key), words));
  }

  #namedText(name: string, text: string | undefined, words: readonly Candidate[]): readonly GivenText[] {
    if (text === undefined) return [];
    const language = languageOfFile(name, text);
    if (language === null) return [{ texts: withParameters(text, words), language }];
    return [{ texts: [text], language, argv: words.slice(1) }];
  }

  /** What files hold that code takes in as modules, in whatever folder they are. */
  modulesMeant(endings: readonly string[]): readonly GivenText[] {
    if (this.#files.size === 0) return [];
    const names = new Set(endings);
    return this.#files
      .entries()
      .flatMap(([path, text]) =>
        tailsOf(path).some((tail) => names.has(tail)) ? this.#namedText(path, text, [path]) : [],
      );
  }

  /** The files that a wildcard may reach. */
  #reached(glob: string): readonly string[] {
    const files = this.#files.keys().filter((path) => !isWild(path) && reaches(glob, path));
    return this.#bound.first(files, mostReached);
  }

  /** What starts others with what it finds, with each of the files in place of that. */
  startedWithFiles(words: readonly Candidate[]): readonly (readonly Candidate[])[] {
    if (this.#files.size === 0 || !findsFiles(words)) return [];
    const started = this.#files.keys().flatMap((path) => withFile(words, path));
    return this.#bound.first(started, mostReached);
  }

  /** A file that a script writes to where programs are looked up. */
  #inPath(name: string): string | undefined {
    const isOwn = (path: string) => this.#changesPath && (path === name || path.endsWith(`/${name}`));
    const path = this.#files.keys().find((one) => one.endsWith(`bin/${name}`) || isOwn(one));
    return path === undefined ? undefined : this.#files.get(path);
  }

  #gitAlias(words: readonly Candidate[]): readonly GivenText[] {
    const at = words.findIndex((word) => word !== null && this.#names.has(`git ${word}`));
    const text = at === -1 ? undefined : this.#names.get(`git ${words[at]}`);
    return text === undefined ? [] : [{ texts: withParameters(text, words.slice(at)), language: null }];
  }

  /** `python3 -m NAME` */
  #module(base: string, words: readonly Candidate[]): readonly GivenText[] {
    const module = words[words.indexOf('-m') + 1] ?? null;
    if (!/^(python|pypy)[\d.]*$/.test(base) || !words.includes('-m') || module === null) return [];
    const path = `${module.replaceAll('.', '/')}.py`;
    const text = this.#files.get(path);
    const own = text === undefined ? [] : [{ texts: [text], language: languageOfFile(path, text) }];
    return [...own, ...this.#recipes(module, words)];
  }

  #recipes(base: string, words: readonly Candidate[]): readonly GivenText[] {
    return recipeForms(base).flatMap(({ kind, files, options = [] }) =>
      this.#files.entries().flatMap(([path, text]): readonly GivenText[] => {
        const isNamed = words.some((word, index) => {
          const value = word === null ? null : optionValue(word, words[index + 1], options);
          return value !== null && fileKey(value) === path;
        });
        if (!isNamed && !files.test(path)) return [];
        const language = kind === 'code' ? (languageOfFile(path, text) ?? languageOf(base)) : null;
        if (kind === 'code' && language === null) return [];
        if (kind === 'code') return [{ texts: [text], language }];
        return [{ texts: kind === 'own' ? textsOfScript(base, text) : recipeTexts(kind, text), language }];
      }),
    );
  }
}
