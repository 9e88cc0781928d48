import type { Words } from '../rules/pattern.ts';
import type { SeenVariables } from './seen-variables.ts';
import type { Trail } from './trail.ts';

/** A command found anywhere in a script; a word is null if it is known only when it runs. */
export interface SeenCommand {
  readonly words: Words;
  /** The words with partly known texts, in which a variable stands for the unknown part: `sh -c "rm $x"`. */
  readonly drafts?: Words;
  /** Literal text on its standard input, from here-documents and here-strings. */
  readonly input: readonly string[];
  /** Files that its redirects read and write. */
  readonly read: readonly string[];
  readonly written: readonly string[];
  readonly trail: Trail;
  /** Whether its standard input is the output of the previous command. */
  readonly isPiped?: boolean;
}

/** A function of a script, with its body as written. */
export interface SeenFunction {
  readonly name: string;
  readonly body: string;
}

/** A file that a redirect opens. */
export interface OpenedFile {
  readonly path: string;
  readonly isWritten: boolean;
  readonly trail: Trail;
  /** Whether it is on another machine, and whether it is where nothing of this machine is visible. */
  readonly isElsewhere?: boolean;
  readonly isApart?: boolean;
  /** The command that opens it, if it is handed the name. */
  readonly by?: Words;
}

/** Everything that a script might do, for finding dangers only: the commands of all constructs. */
export interface Sightings {
  readonly commands: readonly SeenCommand[];
  /** Commands with marks for the listed names they are handed. */
  readonly handed: readonly SeenCommand[];
  readonly functions: readonly SeenFunction[];
  /** Files that redirects open. */
  readonly opened: readonly OpenedFile[];
  /** Values of variables that programs run: `GIT_EDITOR`, `PROMPT_COMMAND`. */
  readonly texts: readonly string[];
  /** Whether a function calls itself twice or in the background. */
  readonly forkBomb: boolean;
  /** Whether a limit was reached. */
  readonly isCut: boolean;
  /** The values of variables and parameters. */
  readonly variables: SeenVariables;
}
