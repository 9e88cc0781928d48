import type { LoadedConfig } from '../../config/loaded.ts';
import type { Folders } from '../../platform/machine/folders.ts';
import type { ConfigRequest } from '../../runtime/open-config.ts';
import type { Service } from '../../runtime/service.ts';
import type { Surface } from '../../tools/tool-context.ts';
import type { Console } from './console.ts';
import type { Flag, ParsedFlags } from './flags.ts';
import type { Globals } from './global-flags.ts';
import type { Interrupt } from './tool/interrupt.ts';

/** What a command gets: its parsed words, and functions to open what it needs. */
export interface CommandContext {
  readonly parsed: ParsedFlags;
  readonly globals: Globals;
  readonly env: Readonly<Record<string, string>>;
  readonly folders: Folders;
  readonly cwd: string;
  readonly console: Console;
  readonly interrupt: Interrupt;
  readonly configRequest: ConfigRequest;
  /** The configuration in force; throws `invalid_config`. */
  loadConfig(): Promise<LoadedConfig>;
  openService(frontend: 'cli' | 'rpc' | 'mcp', surface: Surface): Promise<Service>;
}

/** A command that is not a tool. Its words and flags are declared here; its code is loaded when it runs. */
export interface Command {
  readonly summary: string;
  readonly words: readonly { readonly name: string; readonly description: string }[];
  readonly flags: readonly Flag[];
  /** The action whose `--` is followed by a program and its arguments; for other commands, it is followed by more words. */
  readonly takesProgram?: string;
  /** Loads the function that runs it, which resolves to the exit status. */
  load(): Promise<(context: CommandContext) => Promise<number>>;
}

/** The flags of a command, or of one of its actions. */
export function flagsOfAction({ flags }: Command, action: string | undefined): readonly Flag[] {
  return flags.filter(({ actions }) => action === undefined || (actions?.includes(action) ?? true));
}

/** The surface of commands that show nothing while they run. */
export const quietSurface: Surface = {
  live: false,
  isText: false,
  stdin: null,
  lineBytes: Number.POSITIVE_INFINITY,
};
