import type { Candidate } from '../rules/pattern.ts';
import type { SeenVariables } from './seen-variables.ts';
import type { Trail } from './trail.ts';

/** A command seen anywhere in a script, with the words that can be read; null is a word only the run knows. */
export interface SeenCommand {
  readonly words: readonly Candidate[];
  /** The words where some are texts of which only the run knows a part, with a variable for that: `sh -c "rm $x"`. */
  readonly drafts?: readonly Candidate[];
  /** Literal text it gets on its standard input: a here-document or here-string. */
  readonly input: readonly string[];
  /** Files that its redirects read and write. */
  readonly read: readonly string[];
  readonly written: readonly string[];
  readonly trail: Trail;
  /** Whether its standard input is what the command before it prints. */
  readonly isPiped?: boolean;
}

/** A function of a script, with its body as it stands there. */
export interface SeenFunction {
  readonly name: string;
  readonly body: string;
}

/** A file a redirect opens. */
export interface OpenedFile {
  readonly path: string;
  readonly isWritten: boolean;
  readonly trail: Trail;
  /** Whether it is one of another machine, and one where nothing of this machine is seen. */
  readonly isElsewhere?: boolean;
  readonly isApart?: boolean;
  /** The command that opens it, where its name is handed to that. */
  readonly by?: readonly Candidate[];
}

/** What a script might do, looked for without proving anything: every command of every construct. */
export interface Sightings {
  readonly commands: readonly SeenCommand[];
  /** The same commands with marks in place of names that they are handed. */
  readonly handed: readonly SeenCommand[];
  readonly functions: readonly SeenFunction[];
  /** Files that redirects open. */
  readonly opened: readonly OpenedFile[];
  /** Texts of variables whose value some program runs: `GIT_EDITOR`, `PROMPT_COMMAND`. */
  readonly texts: readonly string[];
  /** Whether a function starts itself twice or in the background. */
  readonly forkBomb: boolean;
  /** Whether there is more than was looked through. */
  readonly isCut: boolean;
  /** What variables and parameters hold. */
  readonly variables: SeenVariables;
}
