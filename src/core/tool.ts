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

/** A strict object of fields, or several of them told apart by `action`. */
export type InputSchema = v.GenericSchema<unknown, Record<string, unknown>> & { readonly type: string };

/** Variables that a verdict rests on. */
export type RequiredEnvironment = Readonly<Record<string, string>>;

/** A path that a call was seen to name. */
export interface TouchedPath {
  readonly access: 'read' | 'list' | 'tree' | 'write';
  readonly path: string;
}

/** What a call is about to do, and the closure that does exactly that: nothing is resolved again after it was judged. */
export interface Plan {
  /** `command [in dir] (description)`, or its like: one line for a prompt. */
  readonly title: string;
  readonly effects: readonly Effect[];
  readonly display: readonly Display[];
  /** Where it runs when that is a node; the effects' own place otherwise. */
  readonly host?: string;
  /** Why it cannot run even if it is allowed; a call ends with it before anybody is asked, unless policy denies it. */
  readonly fault?: ToolFailure | null;
  /**
   * Does the work. Aborting `signal` ends it, with what it has, as soon as everything it started is gone. `required` are
   * variables under which its commands were judged and so have to run, `touched` the paths it was judged by.
   */
  execute(
    signal: AbortSignal,
    sink: Sink,
    required: RequiredEnvironment,
    touched?: readonly TouchedPath[],
  ): Promise<Presented>;
}

/** What is said of a tool, whoever holds it. */
interface ToolFacts<Context> {
  readonly name: string;
  readonly summary: string;
  /** Fields that the command line and positional RPC parameters take in order; the last may be a list. */
  readonly positionals: readonly string[];
  /** The field of such an input that the command line fills from standard input when it is not given otherwise; null for none. */
  stdinField?(input: Readonly<Record<string, unknown>>): string | null;
  readonly annotations: Annotations;
  /** Whether a call lasts as long as a command it starts, so that others must not wait behind it. */
  readonly runsCommand?: boolean;
  /** Whether a call only waits for what others do, so that they must not wait behind it. */
  waits?(input: unknown): boolean;
  /** Whether what a call does follows from the file or session as it is then, so that one which was overtaken by another may be planned anew. */
  readonly plansAnew?: boolean;
  /** What calls are made on one after the other, in the order in which they come, whatever their tool; null where they need not be. */
  orderedBy?(input: unknown, cwd: string): string | null;
  /** The exit status of a completed call on the command line, as a search has one that found nothing; 0 where absent. */
  exitStatus?(outcome: Outcome): number;
  /** The text for the model on this machine. */
  describe(context: Context): string;
}

/** A tool with its types erased, as the registry, the runtime and the frontends hold it. */
export interface Tool<Context> extends ToolFacts<Context> {
  readonly input: InputSchema;
  /** Validates strictly and plans. Throws ToolFailure: `invalid_input` for the input, others for what the system says. */
  prepare(input: unknown, context: Context): Promise<Plan>;
  /** Validates strictly and says what a call would do on another machine; null when it has no meaning there. */
  readonly outline: ((input: unknown, place: Place, context: Context) => Outline) | null;
}

/** What a tool plans: as `Plan`, but that its work gives the tool's own result. */
export interface ToolPlan<Result> extends Pick<Plan, 'title' | 'effects' | 'fault'> {
  /** Nothing besides the effects unless given. */
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
  /** What a call would do on another machine, as far as its input tells; without it the tool does not go elsewhere. */
  outline?(input: v.InferOutput<Schema>, place: Place, context: Context): Outline;
  present(result: Result): Presented;
}

/** The one definition of a tool; flags, help, JSON Schema, RPC and MCP are projections of it. */
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
