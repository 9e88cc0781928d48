import type { Candidate } from '../rules/pattern.ts';
import type { Stamp } from './date-stamps.ts';
import type { Located } from './located.ts';
import type { StreamUse } from './streams.ts';

/**
 * One word of a command as far as it can be known before the command runs. `text` of the other kinds is the source, for
 * people to read.
 */
export type Arg =
  /** Exactly one word with this text. */
  | { readonly kind: 'text'; readonly text: string }
  /**
   * A wildcard: the words are paths; `segments` are its components, an empty first one is the root folder. `literal` is
   * the word when nothing matches; `split` when the paths are split at blanks once more, `isWalked` when it is one of them at a time,
   * with the text `behind` added to it, whatever that makes of it. `walkedIn` are the folders where a loop made the words of it.
   */
  | {
      readonly kind: 'glob';
      readonly text: string;
      readonly literal: string;
      readonly segments: readonly (string | RegExp)[];
      readonly split: boolean;
      readonly isWalked?: true;
      readonly behind?: string;
      readonly walkedIn?: Cwds;
    }
  /**
   * Text that only the run decides; it begins with `prefix`, and is one word when `single`, else any number of words.
   * `isNumber` tells that it is a whole number, `isCount` that it is one or nothing, `samples` are
   * words of which each that it may be has the form, other digits apart, where nothing but numbers in it are unknown.
   * `lines` tells that it is numbers of lines, one or many, or the word in whose place `grep` tells of a file that is no text.
   * `stamp` tells that it is a date, or nothing.
   * `revision` is one where that is a commit, by its hash; the word has nothing in its place where there is no such commit.
   * `isRef` tells that it is the name of a branch, or nothing; where such names are parts of a revision, `otherwise` is what must
   * not be there for it to be none but that.
   * `located` is the program whose path it is, where it is that of one.
   * `isPipe` tells that it is the path of a pipe from commands that are steps of their own: `<(…)`.
   * `top` tells that it is what git prints of the top folder of a repository, with text behind it.
   * `printed` tells that it is what commands print, taken apart where blanks are and expanded as wildcards, or one word of that.
   * `name` is the pattern of the name of one file that it is, `named` tells what a path with such a name in it may lead to.
   * `below` tells that it is a path with one word of that in it.
   * `whole` is what commands print, all of it as one word.
   * `elements` are those of an array, of which its name alone stands for the first.
   */
  | {
      readonly kind: 'unknown';
      readonly text: string;
      readonly prefix: string;
      readonly single: boolean;
      readonly isNumber?: true;
      readonly isCount?: true;
      readonly samples?: readonly string[];
      readonly lines?: 'one' | 'many';
      readonly stamp?: Stamp;
      readonly revision?: string;
      readonly otherwise?: string;
      readonly isRef?: true;
      readonly isPipe?: true;
      readonly located?: Located;
      readonly top?: ToldTop;
      readonly printed?: Printed;
      readonly below?: Below;
      readonly whole?: Printed;
      readonly name?: RegExp;
      readonly named?: NamedPath;
      readonly elements?: readonly Arg[];
    };

/** What commands print, each of which reads what the one before it prints. */
export interface Printed {
  readonly commands: readonly (readonly Arg[])[];
  /** The folders that they may run in. */
  readonly cwds: Cwds;
  /** Whether one word of it is meant, and not all. */
  readonly isEach: boolean;
  /** Whether there is but one, or none. */
  readonly isOne?: boolean;
  /** Whether a NUL ends each. */
  readonly isEnded?: boolean;
}

/** A path with one word of what commands print in it. */
export interface Below {
  /** It ends with a slash. */
  readonly before: string;
  readonly printed: Printed;
  /** Nothing, or what begins with a slash. */
  readonly behind: string;
}

/** The top folder of the repository around a folder, as git prints it, or nothing where git prints none. */
export interface ToldTop {
  /** Null for the folder that a command with such a word runs in. */
  readonly around: string | null;
  /** What stands behind it: nothing, or a path from there. */
  readonly below: string;
}

/** A path with a name in it that only the run tells: it begins with `prefix` and is one of those that the wildcard `among` reaches. */
export interface NamedPath {
  readonly prefix: string;
  readonly among: Wildcard;
}

/** A redirect that reads or writes a file. */
export interface Redirected {
  readonly access: 'read' | 'write';
  readonly target: Arg;
}

/** A variable set for a command or for the rest of the script. */
export interface Assigned {
  readonly name: string;
  readonly value: Arg;
}

/** Something a step touches besides its arguments: the operand of `[[ -f x ]]`. */
export interface TouchedPath {
  readonly access: 'list' | 'read';
  readonly target: Arg;
}

export type Wildcard = Extract<Arg, { kind: 'glob' }>;

/** Any of the folders that a wildcard reaches from a folder: which ones only a look tells. */
export interface WalkedFolder {
  readonly from: string;
  readonly wildcard: Wildcard;
}

/**
 * The top folder of the repository of git around a folder, or `otherwise` where git prints none, and from there to `below`; which
 * one it is only a look tells. What is not quoted is taken apart.
 */
export interface RepositoryTop {
  readonly around: string;
  readonly otherwise: string;
  readonly below: string;
  readonly isQuoted: boolean;
}

/** Folders that a step may run in, as the script tells: every one that is possible, or null when that cannot be known. */
export type Cwds = readonly (string | WalkedFolder | RepositoryTop)[] | null;

/** The same, looked up. */
export type Folders = readonly string[] | null;

/** One simple command as it will run. */
export interface Step {
  /** The argv; empty when it only assigns or redirects. */
  readonly args: readonly Arg[];
  readonly assignments: readonly Assigned[];
  readonly redirects: readonly Redirected[];
  readonly touched: readonly TouchedPath[];
  readonly cwds: Folders;
  /** Where each `cd` before it that climbs by `..` leads as written: bash goes there where nothing has the name that it leads to. */
  readonly climbed: readonly string[];
  /** Whether its standard input is a pipe, a file or text of the script. */
  readonly piped: boolean;
  /** The commands of which it surely reads what they print and nothing else, each of which reads what the one before it prints. */
  readonly fedBy?: readonly (readonly Arg[])[];
  /** What a loop around it reads line by line from the standard input of both. */
  readonly loopInput?: Printed;
  /** Whether a shell reads its words, so that builtins come before programs. */
  readonly shell: boolean;
  /** Whether it only starts the step after it: `nice`, `bash -c`. */
  readonly wrapper: boolean;
}

/** One simple command before what is there was looked at. */
export type WrittenStep = Omit<Step, 'cwds'> & { readonly cwds: Cwds };

/** What a script does, or why that cannot be known. */
export interface Analysis {
  readonly steps: readonly WrittenStep[];
  readonly opaque: string | null;
  /** What its redirects do to descriptors. */
  readonly streams: readonly StreamUse[];
}

/** Thrown where the closed grammar ends; the message completes "it …". */
export class NotUnderstood extends Error {}

/** A literal word. */
export function textArg(text: string): Arg {
  return { kind: 'text', text };
}

/** What stands in place of words that only the run knows, where the others are read as a profile does. */
export const unknownOperand = textArg('unknown');

/** Words as a profile reads them. */
export function argsOf(words: readonly Candidate[]): readonly Arg[] {
  return words.map((word) => (word === null ? unknownOperand : textArg(word)));
}

/** Whether a text that is not quoted is one word, itself, to every shell. */
export function isPlainText(text: string): boolean {
  return /^[\w./@%+=:,-]+$/.test(text);
}

/** The text of a literal word, else null. */
export function textOf(arg: Arg | null | undefined): string | null {
  return arg?.kind === 'text' ? arg.text : null;
}

/** What a word stands for that commands print, where it is known what they are. */
export function printedOf(arg: Arg): Printed | undefined {
  return arg.kind === 'unknown' ? arg.printed : undefined;
}

/** The same, also of a path with one word of that in it. */
export function printedIn(arg: Arg): Printed | undefined {
  return arg.kind === 'unknown' ? (arg.printed ?? arg.below?.printed) : undefined;
}

/** Whether a word is the path of a pipe that commands of the same call write to. */
export function isPipe(arg: Arg): boolean {
  return arg.kind === 'unknown' && arg.isPipe === true;
}

/** Whether a word is surely one word to the program that gets it, known or not. */
export function isOneWord(arg: Arg | undefined): arg is Exclude<Arg, { kind: 'glob' }> {
  return arg?.kind === 'text' || (arg?.kind === 'unknown' && arg.single);
}
