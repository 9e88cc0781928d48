import type { TextForm } from './form-texts.ts';
import type { CarrierForm } from './inner-command.ts';
import type { RecipeForm } from './recipes.ts';
import type { RunnerForm } from './running.ts';
import { words } from './words.ts';

/** What a program runs, as far as its words, its input and files tell; for finding dangers, never for allowing. */
export interface ProgramStarts {
  /** How the command is written that stands in its words. */
  readonly command?: CarrierForm;
  /** The same of commands behind sub-commands. */
  readonly subs?: readonly RunnerForm[];
  /** Which words hold shell code. */
  readonly texts?: readonly TextForm[];
  /** Options whose value is the folder in which it starts another program. */
  readonly enters?: readonly string[];
  /** Files that it reads and runs. */
  readonly recipes?: readonly RecipeForm[];
  /** How a line of its input starts a command: the first group. */
  readonly lines?: readonly RegExp[];
}

/** Programs and what they run; each stands in one row of all tables. */
export interface StartsRow {
  readonly names: readonly string[];
  readonly starts: ProgramStarts;
}

/** What programs run; their names are separated by blanks. */
export function starting(names: string, starts: ProgramStarts): StartsRow {
  return { names: words(names), starts };
}
