import { type Arg, textOf } from '../shell/arg.ts';
import type { KeptPath } from './git-pathspecs.ts';

/**
 * What a word of a command means. Paths: `read`, `list` (metadata only), `names` (listed with everything below), `tree` (read with
 * everything below), `write`. Content of a git repository: `stored` (a path with everything below), `store` (all of it). No path:
 * `text`, `pattern`, `number`.
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

/** Whether words of a kind are paths in the file system. */
export function isPathKind(kind: Kind): boolean {
  return pathKinds.has(kind);
}

/** Whether words of a kind may be the path of a pipe: a program that reads a tree takes it as one file. */
export function takesPipe(kind: Kind): boolean {
  return kind === 'read' || kind === 'tree';
}

/** A word of a command with its meaning. */
export interface Operand {
  readonly kind: Kind;
  readonly arg: Arg;
  /** Whether the program would take it as an option if it began with a dash. */
  readonly exposed: boolean;
  /** For a `tree`: the option that excludes a name, to show to people. */
  readonly leaving?: (name: string) => string;
  /** For a `tree`: whether files of a name are excluded. */
  readonly skips?: (name: string, isFolder?: boolean) => boolean;
  /** For a `tree` or `names`: whether symbolic links below are followed. */
  readonly follows?: boolean;
  /** For `names`: whether git lists them from its index or history, so that they may not exist as files. */
  readonly kept?: boolean;
  /** For `stored`, or `names` with `kept`: whether paths are relative to the top of the working tree. */
  readonly top?: boolean;
  /** For `stored`: whether a path outside of the repository is read from the file system, with everything below. */
  readonly compares?: boolean;
  /** Whether it counts only if it exists: a name that is tried in place of another. */
  readonly tried?: boolean;
  /** Whether no such path may exist, or none that begins so if it ends with a star: git would take it instead of a revision. */
  readonly absent?: boolean;
  /** Whether it must not be a folder: the program would look for a file named in it. */
  readonly noFolder?: boolean;
  /** How the name of the file it resolves to must end: one that is missing, or ends otherwise, may be executed. */
  readonly ending?: string;
  /** For `stored` or `store`: whether a file in the repository may be among what is shown. */
  readonly picks?: (path: KeptPath) => boolean;
  /** For a `store`: pathspecs that limit it, if any. */
  readonly within?: readonly string[];
}

/** An option of a command: its canonical name, and its value or null. */
export interface GivenOption {
  readonly name: string;
  readonly value: Arg | null;
}

/** The arguments of a command, as a profile reads them. */
export interface Reading {
  /** Values of options, and operands. */
  readonly operands: readonly Operand[];
  /** Operands only. */
  readonly positionals: readonly Operand[];
  /** The values of each option that is given, by its canonical name; null for none. */
  readonly options: ReadonlyMap<string, readonly (Arg | null)[]>;
  /** The same in their order, if it is known. */
  readonly given?: readonly GivenOption[];
  /** Names of options behind an operand, where some programs do not look for any. */
  readonly late?: ReadonlySet<string>;
}

/** The forms in which a command runs without a question, with examples that a test runs. */
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
  /** How the current folder is used when no path is given. */
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
  /** Whether options and `--` must stand before the operands: behind one, a word may be a file to write or the value of a setting. */
  readonly leading?: boolean;
  /** Whether an argument `@file` stands for the words in that file. */
  readonly argumentFiles?: boolean;
  /** Whether any word may be computed: all of its options and operands only print. */
  readonly plain?: boolean;
  /** Whether it rejects a dash before a digit, so that a negative number cannot be an option. */
  readonly noNumbers?: boolean;
  /** Whether it is a builtin of shells, which is not looked up on PATH. */
  readonly builtin?: boolean;
  /** Programs it starts, by name; each must be found in a trusted folder. */
  readonly starts?: string;
  /** Programs that it starts in its place where a file of the project names them: all on PATH must be in a trusted folder. */
  readonly startsNamed?: RegExp;
  /** Files that would change what it runs: none may be in the current folder or above. */
  readonly unlessFiles?: string;
  /** Files that it looks for in the current folder and above, and prints if they are malformed; the content of some chooses what it runs. */
  readonly looksFor?: string;
  /** Whether it reads the manifests of workspaces and of what is installed, of which it prints some that are malformed. */
  readonly readsManifests?: boolean;
  /** Instead of options and operands: all that may follow the program, literally, as in `--version|toolchain list`; an empty form means no words. */
  readonly forms?: string;
  /** The reason for refusing what is none of `forms`; `versionOnly` by default. */
  readonly otherwise?: string;
  /** Names of files and folders in the current folder itself that would change what it runs: none may be there. */
  readonly unlessHere?: RegExp;
  /** Folders among them, by `names`, that change nothing if they have entries, of which none is named as in `unless`. */
  readonly emptyHere?: { readonly names: RegExp; readonly unless: RegExp };
  /** Variables that would change what it runs: none may be set. */
  readonly unlessSet?: string;
  /** Reads the arguments if `options` and `operands` cannot describe them; a text is the reason for refusing. */
  readonly read?: (args: readonly Arg[]) => Reading | string;
  /** For `tree` operands: the option that excludes a name, to show to people. */
  readonly leaving?: (name: string) => string;
  /** For `tree` operands: which names are excluded. */
  readonly skips?: (reading: Reading) => (name: string) => boolean;
  /** For `tree` and `names` operands: whether symbolic links below are followed. */
  readonly follows?: (reading: Reading) => boolean;
  /** Replaces the operands if the command touches more than its words say. */
  readonly also?: (reading: Reading) => readonly Operand[];
  /** Of git: whether it shows settings in which a password or token may stand. */
  readonly showsSettings?: (reading: Reading) => boolean;
  /** A last check of a reading; a text is the reason for refusing. */
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
