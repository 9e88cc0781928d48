import { type Arg, textOf } from '../shell/arg.ts';
import type { KeptPath } from './git-pathspecs.ts';

/**
 * What a word of a command means: `read`, `list` (metadata only), `names` (listed with everything below), `tree` (read with
 * everything below) and `write` are paths, `stored` is one that git shows as it keeps it, with everything below, and `store` all that it keeps; `text`,
 * `pattern` and `number` are none.
 */
export type Kind =
  | 'read'
  | 'list'
  | 'names'
  | 'tree'
  | 'write'
  | 'stored'
  | 'store'
  | 'text'
  | 'pattern'
  | 'number';

const pathKinds: ReadonlySet<Kind> = new Set<Kind>(['read', 'list', 'names', 'tree', 'write']);

/** Whether a word of a kind is a path as it stands. */
export function isPathKind(kind: Kind): boolean {
  return pathKinds.has(kind);
}

/** Whether a word of a kind may be the path of a pipe, which is one file to what reads a tree. */
export function takesPipe(kind: Kind): boolean {
  return kind === 'read' || kind === 'tree';
}

/** A word of a command that was given a meaning. */
export interface Operand {
  readonly kind: Kind;
  readonly arg: Arg;
  /** Whether the program would take it for an option if it began with a dash. */
  readonly exposed: boolean;
  /** For a `tree`: the option that leaves a name out, for people to read. */
  readonly leaving?: (name: string) => string;
  /** For a `tree`: whether files of a name below are left out. */
  readonly skips?: (name: string, isFolder?: boolean) => boolean;
  /** For a `tree` or `names`: whether links below are followed. */
  readonly follows?: boolean;
  /** For `names`: whether git tells them as it keeps them, so that they need not be there. */
  readonly kept?: boolean;
  /** Whether a `stored` path, or `names` that git keeps, begin at the top of the working tree. */
  readonly top?: boolean;
  /** Whether a `stored` path outside of the repository is read as it lies there, with everything below. */
  readonly compares?: boolean;
  /** Whether it counts only where something is there: a name that is tried in place of another. */
  readonly tried?: boolean;
  /** Whether nothing may be there, or, with a star at its end, nothing whose name begins so: it would be meant instead of a revision. */
  readonly absent?: boolean;
  /** Whether it may be no folder: in one it looks for a file that is named there. */
  readonly noFolder?: boolean;
  /** What the file that it leads to must end with: one that is missing, or ends otherwise, may be run. */
  readonly ending?: string;
  /** For a `stored` path or a `store`: whether a file that git keeps may be among what is shown of it. */
  readonly picks?: (path: KeptPath) => boolean;
  /** Words that keep a `store` to the files they name, where they name some. */
  readonly within?: readonly string[];
}

/** An option as it is given: its canonical name and its value. */
export interface GivenOption {
  readonly name: string;
  readonly value: Arg | null;
}

/** A command read by a profile. */
export interface Reading {
  /** Everything with a meaning: values of options and operands. */
  readonly operands: readonly Operand[];
  /** The operands alone. */
  readonly positionals: readonly Operand[];
  /** Canonical names of the options given, with their values. */
  readonly options: ReadonlyMap<string, readonly (Arg | null)[]>;
  /** The same in the order in which they stand, where that is known. */
  readonly given?: readonly GivenOption[];
  /** Those of them that stand behind an operand, where some programs look for none. */
  readonly late?: ReadonlySet<string>;
}

/** One command that runs unasked, in which forms: data only, with examples that a test runs. */
export interface Profile {
  /** Names separated by blanks; with a sub-command as `git log`, several as `git log|shortlog`. */
  readonly names: string;
  /**
   * Options separated by blanks. `-abc` are flags, `--all` is a long one, `-n,--lines:number` takes a value, `--color?text`
   * may have one attached, `-#` is `-5`. With a leading `!` it exists and is refused, which also keeps abbreviations honest.
   */
  readonly options?: string;
  /** Kinds of the operands in order: `pattern read*`; `*` repeats, `?` is optional. None: no operands. */
  readonly operands?: string;
  /** Options that give what the first operand would be, so that it is not one: `-e --regexp`. */
  readonly firstUnless?: string;
  /** Kind of `.` when no path is given: it works on the current folder. */
  readonly implicit?: Kind;
  /** Options one of which must be given for `implicit` to hold. */
  readonly implicitIf?: string;
  /**
   * `gnu` (default): abbreviations, clusters and options after operands. `exact`: whole options only, as written here.
   * `wary`: exact, and no value that is a word of its own may begin with a dash, since versions that do not know the option
   * take it for another; a `pattern` may. `words`: exact, of programs that read options in a way of their own: text is always a word of its
   * own, and nothing follows `--`.
   */
  readonly style?: 'gnu' | 'exact' | 'wary' | 'words';
  /** Whether every option, and `--`, stands before the operands: behind one it can be a file that is written, or the value of a setting. */
  readonly leading?: boolean;
  /** Whether `@file` stands for the words in that file, wherever it is an argument. */
  readonly argumentFiles?: boolean;
  /** Whether any word may be computed: all of its options and operands only print. */
  readonly plain?: boolean;
  /** Whether it takes a dash before a digit for a mistake, so that no number below zero is an option of it. */
  readonly noNumbers?: boolean;
  /** Whether a shell answers to the name itself; such a name is not looked up. */
  readonly builtin?: boolean;
  /** Programs it starts by name: each must be the trusted one. */
  readonly starts?: string;
  /** Files that would change what it runs: none may lie in the cwd or above. */
  readonly unlessFiles?: string;
  /** Files that it looks for in the cwd and above, and shows where they are not what it expects; some choose what it runs by what they hold. */
  readonly looksFor?: string;
  /** In place of options and operands: all that may follow the program, word for word, as `--version|toolchain list`; an empty form is nothing. */
  readonly forms?: string;
  /** Why a command is refused that is none of `forms`, in place of `versionOnly`. */
  readonly otherwise?: string;
  /** Reads the arguments itself where options and operands are not enough; a text is the reason for refusing. */
  readonly read?: (args: readonly Arg[]) => Reading | string;
  /** For `tree` operands: the option that leaves a name out, for people to read. */
  readonly leaving?: (name: string) => string;
  /** For `tree` operands: which names below are left out. */
  readonly skips?: (reading: Reading) => (name: string) => boolean;
  /** For `tree` and `names` operands: whether links below are followed. */
  readonly follows?: (reading: Reading) => boolean;
  /** The operands where more is touched than the words say. */
  readonly also?: (reading: Reading) => readonly Operand[];
  /** A last word on a reading: a text is the reason for refusing. */
  readonly veto?: (reading: Reading) => string | null;
  readonly allow: readonly string[];
  readonly notAllow: readonly string[];
}

/** The words after the program, or null when one of them is computed or a wildcard. */
export function literalWords(args: readonly Arg[]): readonly string[] | null {
  const words = args.slice(1).map(textOf);
  return words.every((word) => word !== null) ? words : null;
}

/** Whether any of some options is given. */
export function isGiven({ options }: Pick<Reading, 'options'>, ...names: readonly string[]): boolean {
  return names.some((name) => options.has(name));
}

/** The values of some options; null for one that is not told. */
export function valuesGiven(
  { options }: Pick<Reading, 'options'>,
  ...names: readonly string[]
): readonly (string | null)[] {
  return names.flatMap((name) => options.get(name) ?? []).map(textOf);
}

/** A reading without options. */
export function plainReading(operands: readonly Operand[]): Reading {
  return { operands, positionals: operands, options: new Map() };
}

/** Operands of one kind that cannot be taken for options. */
export function operandsOf(kind: Kind, args: readonly Arg[]): readonly Operand[] {
  return args.map((arg) => ({ kind, arg, exposed: false }));
}

/** Why a command is none of the harmless forms of a program that has but one. */
export const versionOnly = 'no rule allows it, and only what it tells of itself is known to be harmless';

/** Why a command is none of the harmless forms of a program that has several. */
export const formsOnly = 'no rule allows it, and it is none of its forms that are known to be harmless';
