import { commandEnvironment } from '../config/command-environment.ts';
import type { Settings } from '../config/schema.ts';
import type { Caller, Workspace } from '../core/context.ts';
import type { Folders } from '../platform/machine/folders.ts';
import type { Machine } from '../platform/machine/machine.ts';

/** What the frontend can do while a command runs. */
export interface Surface {
  /** Output is shown as it arrives, stdout and stderr separately, so each needs a pipe, and notices of what is left out are shown there. */
  readonly live: boolean;
  /** Both streams of a live command have one reader who gets all of both: a single pipe keeps the order of arrival. */
  readonly hasOneReader?: boolean;
  /** The payload is written unchanged, for a person or a pipe; otherwise models and programs get the Outcome. */
  readonly isText: boolean;
  /** A descriptor of ours from which a command without `stdin` reads; null for none. */
  readonly stdin: number | null;
  /** For input fed during the call: accepts no more, so that it ends there; returns whether the client had ended it. */
  readonly endStdin?: () => boolean;
  /** Whether somebody can still read the answer: no command continues in the background for nobody. Absent if not known. */
  hasReader?(): Promise<boolean>;
  /** Output of a session without a terminal goes to the sink unchanged, uncut if `isUncapped`; absent if models get the Outcome. */
  readonly sessionBytes?: { readonly isUncapped: boolean };
  /** Most bytes of the answer's line, its share of that of a batch; Infinity for no limit. */
  readonly lineBytes: number;
  /** Most bytes of the line with all answers of a batch: what is longer by itself is never sent. Absent for no limit. */
  readonly wholeLineBytes?: number;
  /** Of input to a session that another machine sends: the revision for which it was judged there, null for none. */
  readonly typedAt?: number | null;
}

/** All that a tool may know about where it runs; resolved once at the start, narrowed for each call. */
export interface ToolContext {
  readonly settings: Settings;
  readonly workspace: Workspace;
  readonly machine: Machine;
  readonly folders: Folders;
  /** Absolute paths that no tool may write: what decides about calls, what records them, this program. */
  readonly closedPaths: readonly string[];
  /**
   * For a tool that reads or lists many files below a permitted folder: a test of which ones rules withhold, or null for none. Absent
   * where nothing is judged.
   */
  withheldBelow?(root: string, access: 'read' | 'list'): Promise<((path: string) => boolean) | null>;
  /** The environment of this process. */
  readonly env: Readonly<Record<string, string>>;
  readonly caller: Caller;
  /** Aborted when the call is cancelled, for slow planning. Absent without a call. */
  readonly signal?: AbortSignal;
  readonly surface: Surface;
  /** Unique per call; the environment marker of the processes that it starts. */
  readonly callId: string;
  /** Unique per process of this program. */
  readonly serverId: string;
}

/** Most characters of a payload: `caps.outputChars` in an Outcome, unlimited as text for a person or a pipe. */
export function payloadCharacters({ surface, settings }: Pick<ToolContext, 'surface' | 'settings'>): number {
  return surface.isText ? Number.POSITIVE_INFINITY : settings.caps.outputChars;
}

/** The environment of a command of this call in a folder, with its own variables. */
export function environmentIn(
  cwd: string,
  { env, settings, callId, serverId }: ToolContext,
  overrides: Readonly<Record<string, string>> = {},
): ReturnType<typeof commandEnvironment> {
  return commandEnvironment({ inherited: env, settings, overrides, cwd, callId, serverId });
}
