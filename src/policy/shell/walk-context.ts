import type { Arg, Cwds, Printed, WrittenStep } from './arg.ts';
import type { Coverage } from './coverage.ts';
import type { Parser } from './parse.ts';

/** What is the same for everything inside one construct. */
export interface WalkContext {
  readonly known: ReadonlyMap<string, Arg>;
  readonly piped: boolean;
  readonly strict: boolean;
  readonly coverage: Coverage;
  readonly source: string;
  /** What one command or loop alone is fed by, and nothing that it is made of. */
  readonly fedBy?: WrittenStep['fedBy'] | undefined;
  /** The lines that a loop around it reads one by one, where their standard input is the same. */
  readonly loopInput?: Printed | undefined;
}

export interface WalkOptions {
  readonly text: string;
  readonly parser: Parser;
  readonly home: string;
  readonly cwds: Cwds;
  /** Only what every shell reads alike. */
  readonly strict: boolean;
  readonly piped: boolean;
  /** Whether the locale of the shell is known to have no character of two bytes of which the second is a mark. */
  readonly isPlainLocale?: boolean;
  /** Whether messages of programs are known to be in English, and no variable that a command gets is called like a word of one. */
  readonly isPlainlyTold?: boolean;
  /** What parameters of the script stand for. */
  readonly given?: ReadonlyMap<string, Arg>;
}
