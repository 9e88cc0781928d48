import type { CodeLanguage } from '../code/language.ts';
import { languageOf, languageOfFile } from '../code/languages.ts';
import { baseName, baseOf, sedNames } from '../programs/base-name.ts';
import { settingsIn, settingThatRuns } from '../programs/git-settings.ts';
import { optionValues } from '../programs/option-value.ts';
import { placingOf } from '../programs/placing.ts';
import { recipeForms, recipeTexts } from '../programs/recipes.ts';
import { textsMade } from '../programs/script-texts.ts';
import { writtenBy } from '../programs/written.ts';
import { quoteWord, type Words } from '../rules/pattern.ts';
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

/** The text that a name stands for: alternative shell texts, or code in another language. */
export interface GivenText {
  readonly texts: readonly string[];
  readonly language: CodeLanguage | null;
  /** The arguments of such code; null if unknown. */
  readonly argv?: Words;
}

const mostNames = 4096;
/** Most files of a script that one wildcard or one `find` may reach. */
const mostReached = 256;

/** Files that are run at some later time: hooks, and what cron reads. */
const standing =
  /(^|\/)(\.git\/hooks|\.husky)\/[\w-]+$|(^|\/)(site|user)customize\.py$|^\/etc\/cron(tab$|\.[\w.-]+\/)|^\/var\/spool\/cron\//;

/** The words of a command without `sudo` or `doas` in front. */
function withoutSudo(words: Words): Words {
  if (!/^(sudo|doas)$/.test(words[0] ?? '')) return words;
  return words.slice(words.findIndex((word, index) => index > 0 && word?.startsWith('-') !== true));
}

/** Files named in the arguments to which a command writes the text it produces. */
function filesNamed(base: string, words: Words): Words {
  if (base === 'tee') return words;
  const known = words.filter((word) => word !== null);
  return base === 'dd' || sedNames.test(base) ? writtenBy(base, known).map(({ path }) => path) : [];
}

/** Texts that a command surely prints, also made of its own input. */
function madeBy(base: string, command: SeenCommand): readonly string[] {
  const { words, input } = command;
  const decoded = decodes(words) ? input.flatMap((text) => decodedBy(words, text) ?? []) : [];
  const given = words.slice(1).filter((word) => word !== null);
  return [...passedOn(command), ...decoded, ...textsMade(base, given)];
}

/** The position of a command among all commands of a script. */
interface SeenAt {
  readonly commands: readonly SeenCommand[];
  readonly index: number;
}

/**
 * Names that a script defines: functions, aliases, copies of programs and scripts, and files that it writes. Only for finding
 * dangers: if a name is defined twice, the later definition need not be the one that runs.
 */
export class GivenNames {
  readonly #names = new Map<string, string>();
  readonly #files = new NotedFiles(mostNames);
  readonly #standing: GivenText[] = [];
  readonly #bound = new Bound();
  /** Whether PATH is set, so that programs may be found in folders of the script's own. */
  #changesPath = false;

  /** Whether names were left out because there are too many. */
  get isCut(): boolean {
    return this.#bound.isCut;
  }

  /** Notes all names that a script defines, wherever that is. */
  note({ functions, commands, variables }: Sightings): void {
    this.#changesPath ||= variables.has('PATH');
    for (const { name, body } of functions) this.#name(name, body);
    this.noteCommands(commands);
  }

  /** Notes the names that commands define. */
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

  #noteAliases(words: Words): void {
    for (const word of words) {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(word ?? '') ?? [];
      if (name !== undefined && value !== undefined) this.#name(name, `${value} "$@"`);
    }
  }

  /** `hash -p PATH NAME` */
  #noteHashed(words: Words): void {
    const [path = null, name = null] = words.slice(words.indexOf('-p') + 1);
    if (words.includes('-p') && path !== null && name !== null) this.#name(name, `${quoteWord(path)} "$@"`);
  }

  /** `git config alias.NAME TEXT`, `git -c alias.NAME=TEXT` */
  #noteGitAliases(words: Words): void {
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

  #noteCopies(base: string, words: Words): void {
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

  /** The texts that a command writes: its own, or what it passes on or makes of the output of others. */
  #textsWritten(
    base: string,
    words: Words,
    { own, at, isPlaced }: { own: readonly string[]; at: SeenAt; isPlaced: boolean },
  ): readonly string[] {
    if (isFilter(words[0]) && base !== 'tee') return [...own, ...this.#filtered(words, at)];
    const isPassing = isPlaced || base === 'tee' || base === 'dd' || decodes(words);
    return isPassing && own.length === 0 ? textsPassed(at.commands, this.#bound) : own;
  }

  /** The output of a filter for what is piped into it, or for a file that the script wrote. */
  #filtered(words: Words, { commands, index }: SeenAt): readonly string[] {
    const file = this.#files.get(fileKey(words.at(-1) ?? ''));
    const made = file === undefined ? null : madeOf(words.slice(0, -1), file);
    return made === null ? broughtBy(commands, index).slice(0, 1) : [made];
  }

  /** Notes git aliases and later runs that a written file leads to. */
  #noteFile(path: string, text: string): void {
    for (const [key, value] of settingsIn(text)) this.#noteSetting(key, value);
    if (!standing.test(path)) return;
    const commands = /cron/.test(path) ? withoutTimes(text) : text;
    this.#standing.push({ texts: [commands], language: languageOfFile(path, text) });
  }

  /** Returns the content of files written since the last call that are run at some later time. */
  takeStanding(): readonly GivenText[] {
    return this.#standing.splice(0);
  }

  /** What a command runs by a defined name, or from files that it reads by itself. */
  meantBy(words: Words, trail: Trail): readonly GivenText[] {
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

  #namedFile(path: string, words: Words): readonly GivenText[] {
    const keys = isWild(path) ? this.#reached(fileKey(path)) : [fileKey(path)];
    return keys.flatMap((key) => this.#namedText(key, this.#files.get(key), words));
  }

  #namedText(name: string, text: string | undefined, words: Words): readonly GivenText[] {
    if (text === undefined) return [];
    const language = languageOfFile(name, text);
    if (language === null) return [{ texts: withParameters(text, words), language }];
    return [{ texts: [text], language, argv: words.slice(1) }];
  }

  /** The content of written files that code may import as modules, in any folder. */
  modulesMeant(endings: readonly string[]): readonly GivenText[] {
    if (this.#files.size === 0) return [];
    const names = new Set(endings);
    return this.#files
      .entries()
      .flatMap(([path, text]) =>
        tailsOf(path).some((tail) => names.has(tail)) ? this.#namedText(path, text, [path]) : [],
      );
  }

  /** The written files that a wildcard may match. */
  #reached(glob: string): readonly string[] {
    const files = this.#files.keys().filter((path) => !isWild(path) && reaches(glob, path));
    return this.#bound.first(files, mostReached);
  }

  /** The commands of `find`, `xargs` and the like with each written file in place of the found one. */
  startedWithFiles(words: Words): readonly Words[] {
    if (this.#files.size === 0 || !findsFiles(words)) return [];
    const started = this.#files.keys().flatMap((path) => withFile(words, path));
    return this.#bound.first(started, mostReached);
  }

  /** The content of a file that the script writes to where programs are looked up; undefined for none. */
  #inPath(name: string): string | undefined {
    const isOwn = (path: string) => this.#changesPath && (path === name || path.endsWith(`/${name}`));
    const path = this.#files.keys().find((one) => one.endsWith(`bin/${name}`) || isOwn(one));
    return path === undefined ? undefined : this.#files.get(path);
  }

  #gitAlias(words: Words): readonly GivenText[] {
    const at = words.findIndex((word) => word !== null && this.#names.has(`git ${word}`));
    const text = at === -1 ? undefined : this.#names.get(`git ${words[at]}`);
    return text === undefined ? [] : [{ texts: withParameters(text, words.slice(at)), language: null }];
  }

  /** `python3 -m NAME` */
  #module(base: string, words: Words): readonly GivenText[] {
    const module = words[words.indexOf('-m') + 1] ?? null;
    if (!/^(python|pypy)[\d.]*$/.test(base) || !words.includes('-m') || module === null) return [];
    const path = `${module.replaceAll('.', '/')}.py`;
    const text = this.#files.get(path);
    const own = text === undefined ? [] : [{ texts: [text], language: languageOfFile(path, text) }];
    return [...own, ...this.#recipes(module, words)];
  }

  #recipes(base: string, words: Words): readonly GivenText[] {
    return recipeForms(base).flatMap(({ kind, files, options = [] }) =>
      this.#files.entries().flatMap(([path, text]): readonly GivenText[] => {
        const isNamed = optionValues(words, options).some((value) => fileKey(value) === path);
        if (!isNamed && !files.test(path)) return [];
        const language = kind === 'code' ? (languageOfFile(path, text) ?? languageOf(base)) : null;
        if (kind === 'code' && language === null) return [];
        if (kind === 'code') return [{ texts: [text], language }];
        return [{ texts: kind === 'own' ? textsOfScript(base, text) : recipeTexts(kind, text), language }];
      }),
    );
  }
}
