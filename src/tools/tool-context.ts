import type { Settings } from '../config/schema.ts';
import type { Caller, Workspace } from '../core/context.ts';
import type { Folders } from '../platform/machine/folders.ts';
import type { Machine } from '../platform/machine/machine.ts';

/** What the frontend can take while a command runs. */
export interface Surface {
  /** Output is shown as it arrives, stdout and stderr apart, so they need a pipe each and what is left out is said there. */
  readonly live: boolean;
  /** The streams of a live command have one reader, who gets all of both: one pipe keeps the order in which they arrive. */
  readonly hasOneReader?: boolean;
  /** A payload is written as it is, for a person or the next program in a pipe; elsewhere models and programs take the Outcome. */
  readonly isText: boolean;
  /** A descriptor of ours that a command without `stdin` reads from, or null for none. */
  readonly stdin: number | null;
  /** Where that is fed while the call runs: takes no more, so that it ends after what was taken; tells whether it was to end there anyway. */
  readonly endStdin?: () => boolean;
  /** Whether somebody can still read the answer: a command does not go on in the background for nobody. Absent where that is not known. */
  hasReader?(): Promise<boolean>;
  /** The output of a session without a terminal goes to the sink as it is, all of it where that is wanted; absent where models take the Outcome. */
  readonly sessionBytes?: { readonly isUncapped: boolean };
  /** Bytes of the line that an answer goes on; Infinity for no limit. */
  readonly lineBytes: number;
}

/** Everything a tool may know about where it runs; resolved once by `main`, narrowed per call. */
export interface ToolContext {
  readonly settings: Settings;
  readonly workspace: Workspace;
  readonly machine: Machine;
  readonly folders: Folders;
  /** Absolute paths that no tool may write: what decides about calls, what remembers them, this very program. */
  readonly closedPaths: readonly string[];
  /**
   * For a tool that reads many files, or lists many names, below a folder where it may: tells which of them rules withhold, or
   * null for none. Absent where nothing is judged.
   */
  withheldBelow?(root: string, access: 'read' | 'list'): Promise<((path: string) => boolean) | null>;
  /** The launcher's environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly caller: Caller;
  /** Aborted when the call is cancelled, for what takes long in its plan. Absent where no call is made. */
  readonly signal?: AbortSignal;
  readonly surface: Surface;
  /** Unique per call; the environment marker of what it starts. */
  readonly callId: string;
  /** Unique per process of ours. */
  readonly serverId: string;
}

/** Characters that a payload may have: an Outcome keeps to `caps.outputChars`, text for a person or a pipe is whole. */
export function payloadCharacters({ surface, settings }: Pick<ToolContext, 'surface' | 'settings'>): number {
  return surface.isText ? Number.POSITIVE_INFINITY : settings.caps.outputChars;
}
