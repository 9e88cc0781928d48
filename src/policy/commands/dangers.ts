import type { NamedFolders } from '../../core/context.ts';
import type { Words } from '../rules/pattern.ts';
import type { HandedNames } from '../shell/handed-names.ts';
import type { Parser } from '../shell/parse.ts';
import type { OuterVariables } from '../shell/seen-variables.ts';
import type { OpenedFile } from '../shell/sightings.ts';
import type { Suspect, SuspectDeed } from './suspect.ts';

/** Everything a call might run or write, for the guard, for deny and ask rules, and for protected paths. */
export interface Dangers {
  readonly suspects: readonly Suspect[];
  readonly deeds: readonly SuspectDeed[];
  readonly opened: readonly OpenedFile[];
  /** Commands with marks for names that others list, and the listings. */
  readonly handed: { readonly suspects: readonly Suspect[]; readonly names: HandedNames };
  readonly forkBomb: boolean;
  /** Whether a limit was reached, so that something was not read. */
  readonly isCut: boolean;
  /** What a command might start, itself included, once its program is known. */
  readonly startedBy: (words: Words) => readonly Suspect[];
  /** Variables taken as empty, and the dangers if they were not. */
  readonly unset?: { readonly names: readonly string[]; readonly otherwise: () => Dangers };
}

/** The context in which a text is read. */
export interface DangerContext {
  readonly parser: Parser;
  readonly folders: NamedFolders;
  /** Variables that are empty in the text itself; commands it starts may have another environment. */
  readonly unset?: ReadonlySet<string>;
  /** The values of variables before the text. */
  readonly outer?: OuterVariables | null;
}
