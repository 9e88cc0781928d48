import type { Words } from '../rules/pattern.ts';
import type { Stamp } from './date-stamps.ts';
import type { Located } from './located.ts';
import type { StreamUse } from './streams.ts';

/** One word of a command, as far as it can be known before the command runs. `text` is the source, for people to read, unless said otherwise. */
export type Arg =
  | {
      readonly kind: 'text';
      /** The word itself. */
      readonly text: string;
    }
  | Wildcard
  | UnknownArg;

/** A word with wildcards that stands for any number of paths. */
export interface Wildcard {
  readonly kind: 'glob';
  readonly text: string;
  /** The word when nothing matches. */
  readonly literal: string;
  /** The components of the path; an empty first one is the root folder. */
  readonly segments: readonly (string | RegExp)[];
  /** Whether the paths are split at blanks once more. */
  readonly split: boolean;
  /** Set for one of the paths at a time, as a loop walks over them. */
  readonly isWalked?: true;
  /** Text added to each path, whatever that makes of it. */
  readonly behind?: string;
  /** The folders in which a loop expanded the wildcard. */
  readonly walkedIn?: Cwds;
}

/** Text that is only known when the command runs. */
interface UnknownArg {
  readonly kind: 'unknown';
  readonly text: string;
  /** How it begins. */
  readonly prefix: string;
  /** Whether it is exactly one word; any number of words otherwise. */
  readonly single: boolean;
  /** It is a whole number. */
  readonly isNumber?: true;
  /** It is a whole number or nothing. */
  readonly isCount?: true;
  /** Words whose form, digits apart, each possible value has: only numbers in it are unknown. */
  readonly samples?: readonly string[];
  /** It is line numbers, or the word that `grep` prints in their place for a binary file. */
  readonly lines?: 'one' | 'many';
  /** It is a date or nothing. */
  readonly stamp?: Stamp;
  /** The revision whose commit hash it is; nothing stands in place of a commit that does not exist. */
  readonly revision?: string;
  /** Beside `isRef`: what must not exist for the word to be nothing but a revision. */
  readonly otherwise?: string;
  /** It is the name of a branch or nothing, alone or as a part of a revision. */
  readonly isRef?: true;
  /** It is the path of a pipe from commands that are steps of their own: `<(…)`. */
  readonly isPipe?: true;
  /** The program whose path it is. */
  readonly located?: Located;
  /** It is the top folder of a repository as git prints it, with text behind it. */
  readonly top?: ToldTop;
  /** It is what commands print, split at blanks and expanded as wildcards, or one word of that. */
  readonly printed?: Printed;
  /** It is a path with one word in it that commands print. */
  readonly below?: Below;
  /** It is all that commands print, as one word. */
  readonly whole?: Printed;
  /** The pattern of the one file name that it is. */
  readonly name?: RegExp;
  /** What a path with such a name in it may lead to. */
  readonly named?: NamedPath;
  /** The elements of the array that it is; the array's name alone stands for the first. */
  readonly elements?: readonly Arg[];
}

/** What the last of piped commands prints. */
export interface Printed {
  readonly commands: readonly (readonly Arg[])[];
  /** The folders they may run in. */
  readonly cwds: Cwds;
  /** Whether it stands for one word of the output instead of all. */
  readonly isEach: boolean;
  /** Whether the output has at most one word. */
  readonly isOne?: boolean;
  /** Whether each word ends with a NUL. */
  readonly isEnded?: boolean;
}

/** A path with one word in it that commands print. */
export interface Below {
  /** Text before the word; ends with a slash. */
  readonly before: string;
  readonly printed: Printed;
  /** Text behind the word; empty, or begins with a slash. */
  readonly behind: string;
}

/** The top folder of the repository around a folder, as git prints it; empty outside of a repository. */
export interface ToldTop {
  /** The folder; null for the one in which the command with this word runs. */
  readonly around: string | null;
  /** Text behind it: empty, or a path below. */
  readonly below: string;
}

/** A path with a name in it that is only known at run time: it begins with `prefix` and is one of the paths that `among` matches. */
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

/** A path that a step touches besides its arguments: the operand of `[[ -f x ]]`. */
export interface TouchedPath {
  readonly access: 'list' | 'read';
  readonly target: Arg;
}

/** Any of the folders that a wildcard matches from a folder; which ones is looked up later. */
export interface WalkedFolder {
  readonly from: string;
  readonly wildcard: Wildcard;
}

/**
 * The folder `below` the top folder of the git repository around a folder, or below `otherwise` outside of a repository; which one
 * is looked up later. Unquoted, its path is split at blanks.
 */
export interface RepositoryTop {
  readonly around: string;
  readonly otherwise: string;
  readonly below: string;
  readonly isQuoted: boolean;
}

/** Every folder that a step may run in, as far as the script tells; null when that cannot be known. */
export type Cwds = readonly (string | WalkedFolder | RepositoryTop)[] | null;

/** The same as absolute paths. */
export type Folders = readonly string[] | null;

/** One simple command as it will run. */
export interface Step {
  /** The argv; empty when it only assigns or redirects. */
  readonly args: readonly Arg[];
  readonly assignments: readonly Assigned[];
  readonly redirects: readonly Redirected[];
  readonly touched: readonly TouchedPath[];
  readonly cwds: Folders;
  /** Where each earlier `cd` through `..` leads as written: bash goes there when the resolved folder does not exist. */
  readonly climbed: readonly string[];
  /** Whether its standard input is a pipe, a file or text of the script. */
  readonly piped: boolean;
  /** The piped commands whose output is surely all that it reads. */
  readonly fedBy?: readonly (readonly Arg[])[];
  /** What a loop around it reads line by line from the standard input that both share. */
  readonly loopInput?: Printed;
  /** The literal text of a here-document that is all of its standard input. */
  readonly inputText?: string;
  /** Whether its standard input is the script itself, of which the shell has read no more than up to here. */
  readonly sharesScript?: boolean;
  /** Whether a shell runs it, so that builtins come before programs. */
  readonly shell: boolean;
  /** Whether it only starts the step after it: `nice`, `bash -c`. */
  readonly wrapper: boolean;
}

/** A step whose folders are not looked up yet. */
export type WrittenStep = Omit<Step, 'cwds'> & { readonly cwds: Cwds };

/** The simple commands of a script. */
export interface Analysis {
  readonly steps: readonly WrittenStep[];
  /** Why the script cannot be understood, or null. */
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

/** Stands in for unknown words where a profile reads the others. */
export const unknownOperand = textArg('unknown');

/** Words as a profile reads them. */
export function argsOf(words: Words): readonly Arg[] {
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

/** The commands whose output a word is, or undefined. */
export function printedOf(arg: Arg): Printed | undefined {
  return arg.kind === 'unknown' ? arg.printed : undefined;
}

/** The commands whose output a word is or holds as a part of a path, or undefined. */
export function printedIn(arg: Arg): Printed | undefined {
  return arg.kind === 'unknown' ? (arg.printed ?? arg.below?.printed) : undefined;
}

/** Whether a word is the path of a pipe: `<(…)`. */
export function isPipe(arg: Arg): boolean {
  return arg.kind === 'unknown' && arg.isPipe === true;
}

/** Whether a word is surely exactly one word, known or not. */
export function isOneWord(arg: Arg | undefined): arg is Exclude<Arg, { kind: 'glob' }> {
  return arg?.kind === 'text' || (arg?.kind === 'unknown' && arg.single);
}
