import type { Words } from '../rules/pattern.ts';
import type { ListForm } from './lists.ts';
import type { ModuleForm } from './modules.ts';
import type { CodeToken } from './tokens.ts';

/** How string literals of one kind are written. */
export interface Quote {
  /** Matches the opening; the last group is the delimiter, which also closes it, or is the bracket that is closed by its counterpart. */
  readonly open: RegExp;
  /** Whether it may contain line breaks. */
  readonly spans?: true;
  /** Whether its content is a command that is run. */
  readonly runs?: true;
  /** Whether it stands for the list of words in it. */
  readonly splits?: true;
}

/** A call that runs a command, or acts like one. */
export interface CallForm {
  /** Matches the qualified name; with a leading dot, a method of another call's result. */
  readonly name: RegExp;
  /** The command that does the same to the first string argument; without it, the arguments are the command. */
  readonly as?: readonly string[];
  /** Whether the command acts on all string arguments. */
  readonly takesAll?: true;
  /** A method that must be called on the result, else nothing is done. */
  readonly after?: RegExp;
  /** Whether the program's name is repeated as its first argument: `execlp("rm", "rm", "x")`. */
  readonly repeatsName?: true;
  /** Whether the argument is code of the same language. */
  readonly isCode?: true;
  /** Whether the argument is a command only with a bar at an end: `open(P, "ls |")`. */
  readonly isPiped?: true;
  /** Whether the argument names a file of such code. */
  readonly isFile?: true;
  /**
   * The text without which it does nothing: behind the first one, which is what it is about; or, where this has a group, with
   * what it is about in the group or the next text.
   */
  readonly by?: RegExp;
  /** Whether the arguments are written to the standard input of a started command. */
  readonly feeds?: true;
  /** Whether unknown arguments may stand before the command. */
  readonly skipsUnknown?: true;
}

/** Code and its arguments. */
export interface ProgramWords {
  readonly code: string;
  readonly argv: Words;
}

/** A programming language, as far as it is read to find what code of it runs, reads and writes. */
export interface CodeLanguage {
  /** Options whose value is code, the next word or attached. */
  readonly options: readonly string[];
  /** A sub-command whose operand is code. */
  readonly sub?: RegExp;
  readonly comment: RegExp;
  readonly quotes: readonly Quote[];
  /** Matches an interpolated value in a string literal. */
  readonly interpolation?: RegExp;
  /** How string literals with interpolation begin, and how an interpolated expression is written: in one of the groups of `part`. */
  readonly fills?: { readonly opening: RegExp; readonly part: RegExp };
  /** Whether blocks are indented, behind a colon. */
  readonly hasIndents?: true;
  /** Matches string literals that may follow a function without parentheses as its argument. */
  readonly juxtaposed?: RegExp;
  /** Code without a match has no calls: the names in `calls` are common words. */
  readonly needs?: RegExp;
  /** How regular expressions and replacements are written. */
  readonly patterns?: readonly RegExp[];
  /** Whether a pattern may stand between slashes, where a division is not possible. */
  readonly hasSlashes?: true;
  /** How it differs in that: what else stands before such a pattern, and how one is written. */
  readonly slashes?: { readonly before: RegExp; readonly pattern: RegExp };
  readonly calls: readonly CallForm[];
  /** Finds the code among the arguments if no option holds it, run for each of the lines; null for none. */
  readonly program?: (words: Words, lines: readonly string[]) => ProgramWords | null;
  /** Whether adjacent strings and values are concatenated, and a pattern is a string. */
  readonly concatenates?: true;
  /** Rewrites statements that act like calls as calls. */
  readonly arranged?: (tokens: readonly CodeToken[]) => readonly CodeToken[];
  /** How it counts the elements of lists, unless from zero. */
  readonly lists?: ListForm;
  /** How it imports other code. */
  readonly modules?: ModuleForm;
  /** Replacements that turn indirect calls into plain ones. */
  readonly rewrites?: readonly (readonly [RegExp, string])[];
}
