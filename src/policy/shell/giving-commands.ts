import type { Command } from 'unbash';
import { isVariableName } from '../../core/environment.ts';
import { baseName } from '../programs/base-name.ts';
import { carriedBy } from '../programs/carriers.ts';
import { startsPlainly } from '../programs/env-texts.ts';
import { optionValues } from '../programs/option-value.ts';
import { type Candidate, hasWord, type Words } from '../rules/pattern.ts';
import type { Assignments } from './assignments.ts';
import { printedBy } from './echoed.ts';
import { isGlobSetting, settingsVariable } from './glob-settings.ts';
import { printfText } from './printf.ts';
import type { ReadValues } from './read-values.ts';
import type { Held, SeenVariables } from './seen-variables.ts';
import type { SeenWords } from './seen-words.ts';

/** Most nested wrappers that are searched for assignments. */
const mostCarried = 4;
/** Most consecutive shifts of the parameters. */
const mostShifts = 32;
/** Most words that may hold options, and most letters of one. */
const mostOptions = 32;
const mostLetters = 4;
const givers =
  'getopts|read|printf|set|unset|shift|mapfile|readarray|env|git|declare|typeset|local|export|readonly';
/** Commands that assign variables, and those that print what others read. */
const giving = new RegExp(`^(?:echo|g?ls|${givers})$`);
/** Matches words by which a command may start one of those, or set a variable for what it starts. */
const within = new RegExp(`^(?:\\S*\\/|[\\\\'"]*)(?:genv|${givers})\\b|=`);

/** The operands of `set`, which become the parameters; null if it has none. */
function parametersOf(words: Words): Held | null {
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? null;
    if (word === '--') return words.slice(index + 1);
    if (word === null || !/^[-+]./.test(word)) return words.slice(index);
    if (/o$/.test(word)) index += 1;
  }
  return null;
}

export function isName(word: Candidate): word is string {
  return word !== null && isVariableName(word);
}

/** Where assigned values are collected. */
interface Given {
  readonly variables: SeenVariables;
  readonly words: SeenWords;
  readonly read: ReadValues;
  readonly assigned: Assignments;
}

/** Collects the values that commands give to variables and parameters: `read x`, `printf -v x`, `sudo x=y sh -c …`. */
export class GivingCommands {
  /** Variables whose values are converted to lower or upper case: `declare -l name`. */
  readonly cased: (readonly [string, 'l' | 'u'])[] = [];
  /** Names that refer to another variable, each with its target. */
  readonly references: (readonly [string, string])[] = [];
  /** Git settings that are taken from a variable: `--config-env=alias.x=NAME`. */
  readonly settings: (readonly [string, string])[] = [];
  readonly #given: Given;

  constructor(given: Given) {
    this.#given = given;
  }

  note(node: Command): void {
    const { name, suffix } = node;
    if (name === undefined) return;
    const base = baseName(name.value);
    this.#told(node);
    const isCarrier = suffix.some((item) => item.type === 'Word' && within.test(item.text));
    if (!giving.test(base) && !isCarrier) return;
    const { words } = this.#given;
    const declared = suffix.flatMap((item) => (item.type === 'Assignment' ? item.text : []));
    const own = suffix.flatMap((item) => (item.type === 'Word' ? words.texts(item) : []));
    this.#command([...words.texts(name), ...own], { node, declared, depth: 0 });
  }

  /** Notes the settings of a shell for wildcards: `shopt -s dotglob`, `bash -O nocaseglob`. */
  #told({ name, suffix }: Command): void {
    for (const item of suffix) {
      const isLooked = item.type === 'Word' && (/glob/i.test(item.text) || name?.text === 'shopt');
      for (const word of isLooked ? this.#given.words.texts(item) : [])
        if (word !== null && isGlobSetting(word)) this.#given.variables.note(settingsVariable, [word]);
    }
  }

  #command(
    words: Words,
    at: { readonly node: Command; readonly declared: readonly string[]; readonly depth: number },
  ): void {
    const [program = null, ...rest] = words;
    if (program === null) return;
    const base = baseName(program);
    this.#called(base, rest, at);
    if (at.depth === mostCarried || base === 'git' || !hasWord(rest, within)) return;
    const { commands } = carriedBy(words);
    if (commands.length > 0 && base !== 'env') this.#environment(rest);
    for (const inner of commands) this.#command(inner, { ...at, depth: at.depth + 1 });
  }

  #called(
    base: string,
    words: Words,
    { node, declared }: { readonly node: Command; readonly declared: readonly string[] },
  ): void {
    const { variables, read } = this.#given;
    switch (base) {
      case 'read': {
        const isList = hasWord(words, /^-\w*a$/);
        const names = words.filter(isName);
        read.note(isList ? 'words' : 'line', node, [names.length === 0 ? ['REPLY'] : names, words]);
        break;
      }
      case 'getopts':
        this.#options(words);
        break;
      case 'mapfile':
      case 'readarray':
        read.note('lines', node, [['MAPFILE', ...words.filter(isName)], words]);
        break;
      case 'set': {
        const held = parametersOf(words);
        if (held !== null) variables.note('@', held);
        break;
      }
      case 'shift':
        this.#shifted(Number(words[0] ?? 1) || 1);
        break;
      case 'unset':
        this.#removed(words);
        break;
      case 'declare':
      case 'typeset':
      case 'local':
        this.#declared([...words.flatMap((word) => word ?? []), ...declared]);
        this.#environment(words);
        break;
      case 'env':
        if (!startsPlainly(words)) this.#environment(words);
        break;
      case 'export':
      case 'readonly':
        this.#environment(words);
        break;
      case 'git':
        this.#configured(words);
        break;
      case 'echo':
      case 'printf':
      case 'ls':
      case 'gls':
        this.#printed(base, words);
    }
  }

  /** Notes the options in `getopts SPEC NAME [WORDS]`; without words, those in the parameters. */
  #options([, name = null, ...own]: Words): void {
    const { variables } = this.#given;
    const given = own.length > 0 ? own : variables.all('@').flat();
    for (const word of given.slice(0, mostOptions)) {
      const letters = /^-(?!-)(\w*)/.exec(word ?? '')?.[1] ?? '';
      for (const [index, letter] of [...letters.slice(0, mostLetters)].entries()) {
        if (isName(name)) variables.note(name, [letter]);
        if (word !== null && word.length > index + 2) variables.note('OPTARG', [word.slice(index + 2)]);
      }
      if (letters === '') variables.note('OPTARG', [word]);
    }
  }

  /** Notes the parameters that remain after a shift, also after repeated ones. */
  #shifted(by: number): void {
    const { variables } = this.#given;
    const held = variables.last('@');
    const times = Math.min(Math.ceil(held.length / by), mostShifts);
    for (let time = times; time > 0; time -= 1) variables.note('@', held.slice(time * by));
  }

  #declared(words: readonly string[]): void {
    const way = words.flatMap((word) => /^-\w*([lu])\w*$/.exec(word)?.[1] ?? [])[0];
    if (way === 'l' || way === 'u')
      for (const word of words) this.cased.push([/^\w*/.exec(word)?.[0] ?? '', way]);
    if (!words.some((word) => /^-\w*n/.test(word))) return;
    for (const word of words) {
      const [, name, other] = /^(\w+)=["']?(\w+)["']?$/.exec(word) ?? [];
      if (name !== undefined && other !== undefined) this.references.push([name, other]);
    }
  }

  #configured(words: Words): void {
    for (const setting of optionValues(words, ['--config-env'])) {
      const [, key, name] = /^(.+)=(\w+)$/.exec(setting) ?? [];
      if (key !== undefined && name !== undefined) this.settings.push([key, name]);
    }
  }

  #removed(words: Words): void {
    for (const word of words) {
      const [, name, index] = /^(\w+)\[(\d+)\]$/.exec(word ?? '') ?? [];
      if (name !== undefined)
        this.#given.variables.note(name, this.#given.variables.last(name).toSpliced(Number(index), 1));
    }
  }

  #environment(words: Words): void {
    for (const word of words) {
      const [, name, value] = /^(?:--?[a-z][\w-]*=)?([A-Za-z_]\w*)=(.*)$/s.exec(word ?? '') ?? [];
      if (name !== undefined && value !== undefined) this.#given.variables.note(name, [value]);
    }
  }

  #printed(base: string, words: Words): void {
    const [, attached] = /^-v(.*)$/s.exec(words[0] ?? '') ?? [];
    if (base === 'printf' && attached !== undefined) {
      const [target = null, ...rest] = attached === '' ? words.slice(1) : [attached, ...words.slice(1)];
      const [, name, index] = /^(\w+)(?:\[(\w+)\])?$/.exec(target ?? '') ?? [];
      const known = rest.filter((word) => word !== null);
      const text = known.length < rest.length ? null : printfText(known);
      if (name !== undefined) this.#given.assigned.noteAt(name, index, text);
    }
    const printed = printedBy([base, ...words]);
    // When it is read, it lists one name per line.
    this.#given.read.feed(
      ...(/^g?ls$/.test(base) ? printed.map((names) => names.replaceAll(' ', '\n')) : printed),
    );
  }
}
