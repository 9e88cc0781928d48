import type * as v from 'valibot';
import type { Display } from './content.ts';
import type { Effect } from './effect.ts';
import type { ToolFailure } from './failure.ts';
import type { Outcome, Presented } from './outcome.ts';
import type { Outline, Place } from './place.ts';
import { parseToolInput } from './schema/validate.ts';
import type { Sink } from './sink.ts';

/** MCP's four hints. */
export interface Annotations {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
}

/** A strict object of fields, or several distinguished by `action`. */
export type InputSchema = v.GenericSchema<unknown, Record<string, unknown>> & { readonly type: string };

/** Variables that a verdict depends on. */
export type RequiredEnvironment = Readonly<Record<string, string>>;

/** A path that a call was found to access. */
export interface TouchedPath {
  readonly access: 'read' | 'list' | 'tree' | 'write';
  readonly path: string;
}

/** What a call is about to do, and the closure that does exactly that: nothing is resolved again after judging. */
export interface Plan {
  /** `command [in dir] (description)` or similar: one line for a prompt. */
  readonly title: string;
  readonly effects: readonly Effect[];
  readonly display: readonly Display[];
  /** The node it runs on; absent, the host of the effects. */
  readonly host?: string;
  /** Why it cannot run even if allowed; the call fails with it before anybody is asked, unless policy denies it. */
  readonly fault?: ToolFailure | null;
  /**
   * Does the work. Aborting `signal` ends it, with the partial result, once everything it started is gone. `required` are variables
   * that its commands were judged with and must run with, `touched` the paths it was judged by.
   */
  execute(
    signal: AbortSignal,
    sink: Sink,
    required: RequiredEnvironment,
    touched?: readonly TouchedPath[],
  ): Promise<Presented>;
}

/** The description of a tool, whatever its types. */
interface ToolFacts<Context> {
  readonly name: string;
  readonly summary: string;
  /** Fields for arguments of the command line and positional RPC parameters, in order; the last may be a list. */
  readonly positionals: readonly string[];
  /** The field that the command line fills from standard input unless it is given; null for none. */
  stdinField?(input: Readonly<Record<string, unknown>>): string | null;
  readonly annotations: Annotations;
  /** Whether a call lasts as long as a command that it starts, so that others must not queue behind it. */
  readonly runsCommand?: boolean;
  /** Whether a call only waits for others, so that they must not queue behind it. */
  waits?(input: unknown): boolean;
  /** Whether a call depends on the present state of a file or session, so that it may be planned again if another call came first. */
  readonly plansAnew?: boolean;
  /** A key for calls that must run one after the other in the order in which they come, across tools; null for no order. */
  orderedBy?(input: unknown, cwd: string): string | null;
  /** The exit status of a completed call on the command line, such as for a search without matches; 0 if absent. */
  exitStatus?(outcome: Outcome): number;
  /** The description for the model on this machine. */
  describe(context: Context): string;
}

/** A tool with its types erased, for the registry, the runtime and the frontends. */
export interface Tool<Context> extends ToolFacts<Context> {
  readonly input: InputSchema;
  /** Validates strictly and plans. Throws ToolFailure: `invalid_input` for the input, other codes for what the system reports. */
  prepare(input: unknown, context: Context): Promise<Plan>;
  /** Validates strictly and tells what a call would do on another machine; null if the tool cannot run there. */
  readonly outline: ((input: unknown, place: Place, context: Context) => Outline) | null;
}

/** The plan of a tool: like `Plan`, but its work yields the tool's own result. */
export interface ToolPlan<Result> extends Pick<Plan, 'title' | 'effects' | 'fault'> {
  /** Empty by default: only the effects are shown. */
  readonly display?: readonly Display[];
  run(
    signal: AbortSignal,
    sink: Sink,
    required: RequiredEnvironment,
    touched: readonly TouchedPath[],
  ): Promise<Result>;
}

export interface ToolDefinition<Context, Schema extends InputSchema, Result> extends ToolFacts<Context> {
  readonly input: Schema;
  plan(input: v.InferOutput<Schema>, context: Context): Promise<ToolPlan<Result>>;
  /** What a call would do on another machine, as far as its input tells; without it the tool only runs locally. */
  outline?(input: v.InferOutput<Schema>, place: Place, context: Context): Outline;
  present(result: Result): Presented;
}

/** Defines a tool; flags, help, JSON Schema, RPC and MCP are derived from it. */
export function defineTool<Context, Schema extends InputSchema, Result>(
  definition: ToolDefinition<Context, Schema, Result>,
): Tool<Context> {
  const { outline } = definition;
  return {
    ...definition,
    outline:
      outline === undefined
        ? null
        : (input, place, context) => outline(parseToolInput(definition.input, input), place, context),
    prepare: async (input, context) => {
      const { run, ...plan } = await definition.plan(parseToolInput(definition.input, input), context);
      return {
        display: [],
        ...plan,
        execute: async (signal, sink, required, touched = []) =>
          definition.present(await run(signal, sink, required, touched)),
      };
    },
  };
}
