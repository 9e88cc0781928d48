import type { LoadedConfig } from '../../config/loaded.ts';
import type { Folders } from '../../platform/machine/folders.ts';
import type { ConfigRequest } from '../../runtime/open-config.ts';
import type { Service } from '../../runtime/service.ts';
import type { Surface } from '../../tools/tool-context.ts';
import type { Console } from './console.ts';
import type { Flag, ParsedFlags } from './flags.ts';
import type { Globals } from './global-flags.ts';
import type { Interrupt } from './tool/interrupt.ts';

/** What a command is given: its parsed words and the ways to open what it needs. */
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

/** A command that is no tool. Its words and flags are declared here; what it does is loaded when it runs. */
export interface Command {
  readonly summary: string;
  readonly words: readonly { readonly name: string; readonly description: string }[];
  readonly flags: readonly Flag[];
  /** What stands after `--` is a program and its arguments; of other commands it is more of their words. */
  readonly takesProgram?: true;
  /** What runs it, loaded only then; it resolves to the exit status. */
  load(): Promise<(context: CommandContext) => Promise<number>>;
}

/** The flags that a command has, or those alone which one of its actions takes. */
export function flagsOfAction({ flags }: Command, action: string | undefined): readonly Flag[] {
  return flags.filter(({ actions }) => action === undefined || (actions?.includes(action) ?? true));
}

/** A surface for commands that show nothing while they run. */
export const quietSurface: Surface = {
  live: false,
  isText: false,
  stdin: null,
  lineBytes: Number.POSITIVE_INFINITY,
};
