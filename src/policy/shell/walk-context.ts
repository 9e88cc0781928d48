import type { Arg, Cwds, Printed, WrittenStep } from './arg.ts';
import type { Coverage } from './coverage.ts';
import type { Parser } from './parse.ts';

/** The state that all parts of a construct share. */
export interface WalkContext {
  readonly known: ReadonlyMap<string, Arg>;
  readonly piped: boolean;
  readonly strict: boolean;
  readonly coverage: Coverage;
  readonly source: string;
  /** The commands that feed one command or loop, but not its parts. */
  readonly fedBy?: WrittenStep['fedBy'] | undefined;
  /** The lines read one by one by an enclosing loop with the same standard input. */
  readonly loopInput?: Printed | undefined;
  /** Whether the shell reads its script from the standard input of these commands. */
  readonly sharesScript?: boolean | undefined;
}

/** What changes for commands that are given an input of their own. */
export const ownInput = { loopInput: undefined, sharesScript: undefined } as const;

export interface WalkOptions {
  readonly text: string;
  readonly parser: Parser;
  readonly home: string;
  readonly cwds: Cwds;
  /** Whether only grammar that all shells share is understood. */
  readonly strict: boolean;
  readonly piped: boolean;
  /** Whether the locale is known to have no two-byte characters whose second byte is a mark. */
  readonly isPlainLocale?: boolean;
  /** Whether program messages are known to be in English, and no variable has the name of a word in them. */
  readonly isPlainlyTold?: boolean;
  /** The values of the script's parameters. */
  readonly given?: ReadonlyMap<string, Arg>;
  /** Whether the shell reads the text from its standard input. */
  readonly sharesScript?: boolean;
}

/** Where a script is read, and what it is given. */
export type ScriptPlace = Pick<WalkOptions, 'cwds' | 'piped' | 'given' | 'sharesScript'>;
