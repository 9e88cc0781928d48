import { isSensitiveName, sensitiveSamples } from '../../core/paths/sensitive.ts';
import { type Arg, textArg, textOf } from '../shell/arg.ts';
import { mayMatch } from './search-globs.ts';

/** What names that are handed to another command lie below. */
export interface Found {
  /** Where they begin; no option begins so. */
  readonly starts: readonly Arg[];
  /** Whether each surely is a file, and neither a link nor a device. */
  readonly isPlain: boolean;
  /** Whether a file of a name is surely none of them. */
  readonly skips: (name: string) => boolean;
}

/** A command that is started with names that were found. */
export interface FoundCommand {
  /** Its words, `{}` as it is written. */
  readonly words: readonly Arg[];
  /** Whether it gets several names at a time. */
  readonly isBatch: boolean;
  readonly found: Found;
}

/** A `find` that hands on what it finds. */
export interface FindCommands {
  /** Its words with nothing in the place of the commands. */
  readonly outer: readonly Arg[];
  readonly commands: readonly FoundCommand[];
}

/** Names that a `find` prints, one behind the other. */
export interface FindNames {
  readonly found: Found;
  /** Whether each ends with a NUL. */
  readonly isEnded: boolean;
}

interface Test {
  readonly name: string;
  readonly value: string;
}

/** Tests that say nothing of which file it is, or by its name alone: what finds one by its content or number is not among them. */
const withText =
  /^-(i?name|i?path|i?wholename|type|size|maxdepth|mindepth|[acm]time|[acm]min|newer|perm|user|group)$/;
const bare =
  /^(-a|-and|-o|-or|[(),]|-empty|-prune|-print0?|-xdev|-mount|-depth|-quit|-executable|-readable|-writable|-true)$/;
/** A word that is a path, itself, to every program: no option, and nothing that sets a variable. */
const plainStart = /^([\w./][\w./+@%:,-]*)?$/;

/** Whether a glob is one by which files of secrets are looked for. */
function aimsAtSecrets({ name, value }: Test): boolean {
  if (/^-i?name$/.test(name)) return isSecretGlob(value);
  if (!/^-i?(path|wholename)$/.test(name)) return false;
  const last = value.slice(value.lastIndexOf('/') + 1);
  const isAll = last === '*' && value !== '*';
  return /[[\\]/.test(value) || isSensitiveName(filled(value), []) || (!isAll && isSecretGlob(last));
}

function filled(glob: string): string {
  return glob.replace(/[*?]+/g, 'x');
}

function isSecretGlob(glob: string): boolean {
  const isSample = sensitiveSamples.some((sample) => mayMatch(sample, glob));
  return isSample || isSensitiveName(filled(glob), []) || isSensitiveName(glob.replace(/[*?]+/g, ''), []);
}

/** Where the command of an action ends, from its first word on; null where that cannot be told. */
function endOf(
  args: readonly Arg[],
  from: number,
): { readonly at: number; readonly isBatch: boolean } | null {
  for (let at = from; at < args.length; at += 1) {
    const text = textOf(args[at]);
    if (text === null) return null;
    if (text === ';') return { at, isBatch: false };
    if (text === '+' && at > from + 1 && textOf(args[at - 1]) === '{}') return { at, isBatch: true };
  }
  return null;
}

/** Reads tests and commands, and which tests surely hold where each command stands. */
class ExpressionReader {
  readonly outer: Arg[] = [];
  readonly commands: (Omit<FoundCommand, 'found'> & { readonly certain: readonly Test[] })[] = [];
  readonly prints: { readonly isEnded: boolean; readonly certain: readonly Test[] }[] = [];
  #certain: Test[] = [];
  #isEither = false;
  #depth = 0;
  #isNegated = false;

  /** Reads all of it; returns whether it was understood. */
  read(args: readonly Arg[]): boolean {
    for (let index = 0; index < args.length; ) {
      const width = this.#part(args, index);
      if (width === 0) return false;
      index += width;
    }
    return true;
  }

  /** What is printed where nothing says so: what all of it holds for. */
  get printed() {
    return { isEnded: false, certain: this.#isEither ? [] : this.#certain };
  }

  /** Reads one test or action; returns how many words that are, or 0. */
  #part(args: readonly Arg[], index: number): number {
    const text = textOf(args[index]) ?? '';
    if (text === '-exec') return this.#command(args, index);
    const width = withText.test(text) ? 2 : 1;
    this.outer.push(...args.slice(index, index + width));
    if (text === '!' || text === '-not') {
      this.#isNegated = !this.#isNegated;
      return 1;
    }
    const value = textOf(args[index + 1]);
    if (width === 2) return value !== null && this.#test({ name: text, value }) ? 2 : 0;
    this.#isNegated = false;
    if (text === '(') this.#depth += 1;
    if (text === ')') this.#depth -= 1;
    if (this.#depth === 0 && /^(-o|-or|,)$/.test(text)) {
      this.#certain = [];
      this.#isEither = true;
    }
    if (text.startsWith('-print'))
      this.prints.push({ isEnded: text === '-print0', certain: [...this.#certain] });
    return bare.test(text) ? 1 : 0;
  }

  #test(test: Test): boolean {
    const isTop = this.#depth === 0;
    const isLeftOut = this.#isNegated && isTop;
    if (isTop && !this.#isNegated) this.#certain.push(test);
    this.#isNegated = false;
    return isLeftOut || !aimsAtSecrets(test);
  }

  #command(args: readonly Arg[], index: number): number {
    const end = endOf(args, index + 1);
    if (end === null) return 0;
    const { at, isBatch } = end;
    this.outer.push(textArg('-true'));
    this.commands.push({ words: args.slice(index + 1, at), isBatch, certain: [...this.#certain] });
    this.#isNegated = false;
    return at - index + 1;
  }
}

function foundBy(starts: readonly Arg[], certain: readonly Test[]): Found {
  const globs = certain.filter(({ name }) => /^-i?name$/.test(name)).map(({ value }) => value);
  return {
    starts,
    isPlain: certain.some(({ name, value }) => name === '-type' && value === 'f'),
    skips: (name) => globs.some((glob) => !mayMatch(name, glob)),
  };
}

/** Where a `find` starts, and what it does from there on; null where it follows links, looks for secrets, or is not understood. */
function readSearch(args: readonly Arg[]) {
  const found = args.findIndex((arg, index) => index > 0 && /^[-(!,)]/.test(textOf(arg) ?? ''));
  const expression = found === -1 ? args.length : found;
  const given = args.slice(1, expression);
  const starts = given.length === 0 ? [textArg('.')] : given;
  const reader = new ExpressionReader();
  const isKnown = starts.every((arg) => plainStart.test(textOf(arg) ?? '-'));
  return isKnown && reader.read(args.slice(expression)) ? { expression, starts, reader } : null;
}

/** The commands that a `find` starts with what it finds; null where there are none, or it is not certain what they are given. */
export function commandsOfFind(args: readonly Arg[]): FindCommands | null {
  const search = readSearch(args);
  if (search === null || search.reader.commands.length === 0) return null;
  const { expression, starts, reader } = search;
  return {
    outer: [...args.slice(0, expression), ...reader.outer],
    commands: reader.commands.map(({ certain, ...command }) => ({
      ...command,
      found: foundBy(starts, certain),
    })),
  };
}

/** The names that a `find` prints; null where it prints anything else, or it is not certain what they are. */
export function namesOfFind(args: readonly Arg[]): FindNames | null {
  const search = readSearch(args);
  if (search === null || search.reader.commands.length > 0) return null;
  const [print = search.reader.printed, ...others] = search.reader.prints;
  if (others.length > 0) return null;
  return { found: foundBy(search.starts, print.certain), isEnded: print.isEnded };
}
