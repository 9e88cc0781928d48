import { lazyFor } from '../../core/async/lazy.ts';
import { type Arg, isPipe, textArg } from '../shell/arg.ts';
import {
  couldBeOption,
  isNumeral,
  mayBeArgumentFile,
  mayBeginWithDash,
  takesRevisions,
  tooMany,
} from './argument-words.ts';
import { readForms } from './conditions.ts';
import { findLong, type Option, type OptionTable, readOptions, readSlots, type Slot } from './options.ts';
import {
  type GivenOption,
  isPathKind,
  type Operand,
  type Profile,
  type Reading,
  takesPipe,
} from './profile.ts';

interface Grammar {
  readonly table: OptionTable;
  readonly slots: readonly Slot[];
  readonly unless: readonly string[];
  readonly implicitIf: readonly string[];
}

function namesIn(text: string | undefined): readonly string[] {
  return (text ?? '').split(/\s+/).filter((name) => name !== '');
}

const grammarOf = lazyFor(
  ({ options = '', operands = '', firstUnless, implicitIf }: Profile): Grammar => ({
    table: readOptions(options),
    slots: readSlots(operands),
    unless: namesIn(firstUnless),
    implicitIf: namesIn(implicitIf),
  }),
);

/** Thrown inside this file when an argument is outside the profile's grammar. */
class Refused extends Error {}

function attachedValue(rest: string): Arg | null {
  return rest === '' ? null : textArg(rest);
}

class ArgumentReader {
  readonly #profile: Profile;
  readonly #table: OptionTable;
  readonly options = new Map<string, (Arg | null)[]>();
  readonly given: GivenOption[] = [];
  readonly values: Operand[] = [];
  readonly operands: { readonly arg: Arg; readonly exposed: boolean }[] = [];
  readonly late = new Set<string>();
  #index = 0;

  constructor(profile: Profile, table: OptionTable) {
    this.#profile = profile;
    this.#table = table;
  }

  get #isGnu(): boolean {
    return this.#profile.style === undefined || this.#profile.style === 'gnu';
  }

  #give(option: Option, value: Arg | null): void {
    if (option.refused) throw new Refused(`its option ${option.name} is not a harmless one`);
    const given = this.options.get(option.name) ?? [];
    given.push(value);
    this.options.set(option.name, given);
    this.given.push({ name: option.name, value });
    if (this.operands.length > 0) this.late.add(option.name);
    if (value === null) return;
    if (
      value.kind === 'text' &&
      option.kind === 'number' &&
      !/^[+-]?\d+(\.\d+)?[A-Za-z]{0,3}$/.test(value.text)
    ) {
      throw new Refused(`the value of ${option.name} is not a number`);
    }
    this.values.push({ kind: option.kind, arg: value, exposed: false });
  }

  #next(option: Option, args: readonly Arg[], name: string): Arg {
    this.#index += 1;
    const value = args[this.#index];
    if (value === undefined) throw new Refused(`its option ${name} lacks a value`);
    // Where it is several words after all, the first is no number, and the program opens nothing.
    const isNumbered = value.kind === 'unknown' && value.lines === 'one' && option.kind === 'number';
    if (value.kind === 'unknown' && !value.single && !isNumbered)
      throw new Refused('a variable outside quotes can be several words');
    if (value.kind === 'glob' && value.isWalked !== true)
      throw new Refused(`the value of ${name} is a wildcard`);
    return value;
  }

  /** The next word as the value of an option, which not every version may know. */
  #value(option: Option, args: readonly Arg[], name: string): Arg {
    const value = this.#next(option, args, name);
    if (value.kind !== 'unknown') this.#mayBeFile(value);
    else if (this.operands.length > 0 && option.kind !== 'pattern' && value.isNumber !== true)
      throw new Refused('behind its operands what a variable holds could be a file');
    const isWary = this.#profile.style === 'wary' && option.kind !== 'pattern';
    if (isWary && mayBeginWithDash(value, this.#profile))
      throw new Refused(`the value of ${name} could be taken for an option`);
    return value;
  }

  #long(text: string, computed: Arg | null, args: readonly Arg[]): void {
    const equals = text.indexOf('=');
    const name = equals === -1 ? text : text.slice(0, equals);
    const option = findLong(this.#table, name, this.#isGnu);
    if (option === null) throw new Refused(`${name} is not among the options known to be harmless`);
    if (equals === -1 && computed !== null) throw new Refused('the name of an option is computed');
    if (equals !== -1) {
      if (option.value === 'none') throw new Refused(`its option ${name} takes no value`);
      const rest = text.slice(equals + 1);
      this.#give(option, computed?.kind === 'unknown' ? { ...computed, prefix: rest } : textArg(rest));
    } else if (option.value === 'required') this.#give(option, this.#value(option, args, name));
    else this.#give(option, null);
  }

  #cluster(text: string, args: readonly Arg[]): void {
    for (let at = 1; at < text.length; at += 1) {
      const name = `-${text[at] ?? ''}`;
      const option = this.#table.byName.get(name);
      if (option === undefined) throw new Refused(`${name} is not among the options known to be harmless`);
      const rest = text.slice(at + 1);
      if (option.value === 'none') {
        this.#give(option, null);
        continue;
      }
      const isAttached = rest !== '' || option.value === 'optional';
      if (this.#profile.style === 'words' && /\D/.test(rest))
        throw new Refused(`what is joined to ${name} can be more options`);
      this.#give(option, isAttached ? attachedValue(rest) : this.#value(option, args, name));
      return;
    }
  }

  /** An option or what ends them, which some programs understand before the operands alone. */
  #beginOption(): void {
    if (this.#profile.leading === true && this.operands.length > 0)
      throw new Refused('what stands behind its operands could be one of them, which it writes');
  }

  /** Programs that look for no options behind an operand, as many of BSD do, take them for files. */
  #mayBeFile(arg: Arg): void {
    if (this.operands.length > 0) this.values.push({ kind: 'read', arg, exposed: false, tried: true });
  }

  #option(text: string, args: readonly Arg[]): void {
    this.#beginOption();
    this.#mayBeFile(textArg(text));
    if (this.#table.numeric && /^-\d+$/.test(text)) return;
    if (!this.#isGnu && !text.startsWith('--')) {
      const whole = this.#table.byName.get(text);
      if (whole !== undefined) {
        this.#give(whole, whole.value === 'required' ? this.#value(whole, args, text) : null);
        return;
      }
    }
    if (text.startsWith('--')) this.#long(text, null, args);
    else this.#cluster(text, args);
  }

  #revision({ otherwise }: Extract<Arg, { kind: 'unknown' }>, revision: string): void {
    this.operands.push({ arg: textArg(revision), exposed: true });
    if (otherwise !== undefined)
      this.values.push({ kind: 'list', arg: textArg(otherwise), exposed: false, absent: true });
  }

  #computed(arg: Extract<Arg, { kind: 'unknown' }>, args: readonly Arg[]): void {
    if (this.#profile.plain === true || isNumeral(arg, this.#profile))
      this.operands.push({ arg, exposed: false });
    else if (arg.revision !== undefined && takesRevisions(this.#profile)) this.#revision(arg, arg.revision);
    else if (arg.prefix.startsWith('--') && arg.prefix.includes('=') && arg.single) {
      this.#beginOption();
      this.#long(arg.prefix, arg, args);
    } else if (arg.prefix !== '' && !arg.prefix.startsWith('-') && arg.single)
      this.operands.push({ arg, exposed: false });
    else throw new Refused(couldBeOption(arg, this.#profile, this.operands.length === 0));
  }

  /** One that begins with a dash is the option it looks like, provided that no file has such a name. */
  #wildcard(arg: Extract<Arg, { kind: 'glob' }>, args: readonly Arg[]): void {
    if (!arg.literal.startsWith('-')) {
      this.operands.push({ arg, exposed: typeof arg.segments[0] !== 'string' });
      return;
    }
    this.#option(arg.literal, args);
    this.values.push({ kind: 'text', arg, exposed: true });
  }

  #word(arg: Arg, args: readonly Arg[]): void {
    if (arg.kind === 'unknown') this.#computed(arg, args);
    else if (arg.kind === 'glob') this.#wildcard(arg, args);
    else if (arg.text.startsWith('-') && arg.text !== '-') this.#option(arg.text, args);
    else this.operands.push({ arg, exposed: true });
  }

  read(args: readonly Arg[]): void {
    if (this.#profile.argumentFiles === true && args.slice(1).some(mayBeArgumentFile))
      throw new Refused('a word that begins with @ would be a file of further words');
    for (this.#index = 1; this.#index < args.length; this.#index += 1) {
      const arg = args[this.#index];
      if (arg === undefined) return;
      if (arg.kind === 'text' && arg.text === '--') {
        this.#beginOption();
        this.#mayBeFile(arg);
        if (this.#profile.style === 'words') throw new Refused('what follows -- can be options all the same');
        for (const rest of args.slice(this.#index + 1)) this.operands.push({ arg: rest, exposed: false });
        return;
      }
      this.#word(arg, args);
    }
  }
}

/** Options that only tell of the program itself, wherever they stand and whatever it lacks. */
const answers = ['--version', '--help'];

/** The name under which an option is given, of several that mean the same. */
const canonical = ({ table }: Grammar, name: string): string => table.byName.get(name)?.name ?? name;

/** Gives the operands their kinds in order; throws Refused when there are more or fewer than the profile knows. */
function assignKinds(grammar: Grammar, reader: ArgumentReader, profile: Profile): readonly Operand[] {
  const { slots, unless } = grammar;
  let at = unless.some((name) => reader.options.has(name)) ? 1 : 0;
  const typed: Operand[] = [];
  for (const operand of reader.operands) {
    const slot = slots[at];
    if (slot === undefined) throw new Refused(tooMany(profile));
    if (!slot.repeats) {
      if (operand.arg.kind === 'glob' && operand.arg.isWalked !== true)
        throw new Refused('a wildcard stands where one word is meant');
      at += 1;
    }
    typed.push({ ...operand, kind: slot.kind });
  }
  const missing = slots[at];
  if (reader.operands.length === 0 && answers.some((name) => reader.options.has(canonical(grammar, name))))
    return [];
  if (missing !== undefined && !missing.optional) throw new Refused('it lacks an operand');
  return typed;
}

function withSkips(reading: Reading, profile: Profile): Reading {
  const skips = profile.skips?.(reading);
  const follows = profile.follows?.(reading);
  if (skips === undefined && follows === undefined) return reading;
  const { leaving } = profile;
  const below = { ...(skips && { skips }), ...(follows && { follows }), ...(leaving && { leaving }) };
  const isDeep = ({ kind }: Operand): boolean => kind === 'tree' || kind === 'names';
  return {
    ...reading,
    operands: reading.operands.map((operand) => (isDeep(operand) ? { ...operand, ...below } : operand)),
  };
}

/** Reads the arguments of a command by its profile; a text is the reason why they are not among its harmless forms. */
export function readArguments(profile: Profile, args: readonly Arg[]): Reading | string {
  const reading = readWords(profile, args);
  if (typeof reading === 'string') return reading;
  const isGit = profile.names.startsWith('git: ');
  const isRead = (arg: Arg) =>
    !isGit && reading.operands.some((one) => one.arg === arg && takesPipe(one.kind));
  return args.every((arg) => !isPipe(arg) || isRead(arg))
    ? reading
    : 'what commands print stands where it reads no file';
}

function readWords(profile: Profile, args: readonly Arg[]): Reading | string {
  if (profile.read !== undefined) return profile.read(args);
  if (profile.forms !== undefined) return readForms(profile.forms, args, profile.otherwise);
  const grammar = grammarOf(profile);
  const reader = new ArgumentReader(profile, grammar.table);
  try {
    reader.read(args);
    const positionals = assignKinds(grammar, reader, profile);
    const operands = [...reader.values, ...positionals];
    const { implicitIf } = grammar;
    const applies = implicitIf.length === 0 || implicitIf.some((name) => reader.options.has(name));
    const hasPath = positionals.some(({ kind }) => isPathKind(kind));
    if (profile.implicit !== undefined && applies && !hasPath)
      operands.push({ kind: profile.implicit, arg: textArg('.'), exposed: false });
    const { options, given, late } = reader;
    const reading = { operands, positionals, options, given, late };
    const vetoed = profile.veto?.(reading) ?? null;
    if (vetoed !== null) return vetoed;
    return withSkips({ ...reading, operands: profile.also?.(reading) ?? operands }, profile);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}
