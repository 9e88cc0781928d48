import type { Candidate } from '../rules/pattern.ts';
import type { ModuleForm } from './modules.ts';
import type { CodeToken } from './tokens.ts';

/** How a text begins: its delimiter is the last group, and ends it, or the bracket that closes it. */
export interface Quote {
  readonly open: RegExp;
  /** Whether it may hold line breaks. */
  readonly spans?: true;
  /** Whether what it holds is a command that runs. */
  readonly runs?: true;
  /** Whether it stands for the words in it. */
  readonly splits?: true;
}

/** A call that runs a command, or does what a command does. */
export interface CallForm {
  /** The name with what qualifies it; a beginning dot for what is called of another call's result. */
  readonly name: RegExp;
  /** Words of the command that does the same to the first text, or to all; none where the texts are a command themselves. */
  readonly as?: readonly string[];
  readonly takesAll?: true;
  /** What is called of the result, without which it does nothing. */
  readonly after?: RegExp;
  /** Whether the program's own name follows it: `execlp("rm", "rm", "x")`. */
  readonly repeatsName?: true;
  /** Whether the text is code of the same language, or a command only where it is told by a bar: `open(P, "ls |")`. */
  readonly isCode?: true;
  readonly isPiped?: true;
  /** Whether the text names a file of such code. */
  readonly isFile?: true;
  /**
   * The text without which it does nothing: behind the first one, which is what it is about; or, where this has a group, with
   * what it is about in the group or the next text.
   */
  readonly by?: RegExp;
  /** Whether the texts are written to what the code starts. */
  readonly feeds?: true;
  /** Whether what only the run knows may stand before the command. */
  readonly skipsUnknown?: true;
}

/** Code, and the words that it is given. */
export interface ProgramWords {
  readonly code: string;
  readonly argv: readonly Candidate[];
}

/** A programming language whose code is given to a program in its words or on its input: what may be told of it by its texts. */
export interface CodeLanguage {
  /** Options whose value is code, in its own word or attached. */
  readonly options: readonly string[];
  /** A sub-command whose operand is code. */
  readonly sub?: RegExp;
  readonly comment: RegExp;
  readonly quotes: readonly Quote[];
  /** What stands in a text for a value. */
  readonly interpolation?: RegExp;
  /** How texts begin that hold values, and how those stand there: in one of its groups. */
  readonly fills?: { readonly opening: RegExp; readonly part: RegExp };
  /** Whether blocks are told by how far in they stand, behind a colon. */
  readonly hasIndents?: true;
  /** Which texts may follow a name without parentheses, and are its argument. */
  readonly juxtaposed?: RegExp;
  /** Without which no call is one: its names are names of much else, too. */
  readonly needs?: RegExp;
  /** How patterns and what takes their place are written; a lone one between slashes only where a value cannot be divided. */
  readonly patterns?: readonly RegExp[];
  readonly hasSlashes?: true;
  readonly calls: readonly CallForm[];
  /** Where the code stands in the words behind the program, where no option tells it, once for each of the lines that it reads; null without code. */
  readonly program?: (words: readonly Candidate[], lines: readonly string[]) => ProgramWords | null;
  /** Whether texts and values that stand beside each other are one, and a pattern is a text. */
  readonly concatenates?: true;
  /** What is done in statements of their own as calls. */
  readonly arranged?: (tokens: readonly CodeToken[]) => readonly CodeToken[];
  /** How it takes in other code by name. */
  readonly modules?: ModuleForm;
  /** How calls by other means are written as plain ones. */
  readonly rewrites?: readonly (readonly [RegExp, string])[];
}
