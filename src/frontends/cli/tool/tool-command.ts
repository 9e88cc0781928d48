import { isFailure } from '../../../core/failure.ts';
import { cancelledOutcome, type Outcome } from '../../../core/outcome.ts';
import { silentSink } from '../../../core/sink.ts';
import { jsonLine } from '../../../core/text/json-line.ts';
import type { Tool } from '../../../core/tool.ts';
import { descriptorKind, isPassedOn } from '../../../platform/system/stdio.ts';
import { settingsForCall } from '../../../runtime/call-settings.ts';
import type { Approver, Service, ServiceCall } from '../../../runtime/service.ts';
import type { ToolContext } from '../../../tools/tool-context.ts';
import { actionsOf, fieldsOf } from '../../describe/fields.ts';
import { actionOf } from '../action.ts';
import type { Console } from '../console.ts';
import { exitStatusOf } from '../exit-status.ts';
import { commandHint, type Flag, type FlagHints, kebab, type ParsedFlags } from '../flags.ts';
import { type Globals, globalFlags } from '../global-flags.ts';
import { renderOutcome } from '../render.ts';
import { nodeOf, withFolderThere } from './folder-there.ts';
import type { Interrupt } from './interrupt.ts';
import { LiveOutput } from './live-output.ts';
import { inputFlag, isFlagless, noStdinFlag, toolFlags } from './tool-flags.ts';
import { toolInput } from './tool-input.ts';
import { whereKept } from './where-kept.ts';

/** The flags of a tool on the command line, including the global ones. */
export function flagsOfTool(tool: Tool<ToolContext>): readonly Flag[] {
  return [
    ...toolFlags(tool.input),
    inputFlag,
    ...(tool.name === 'shell' ? [noStdinFlag] : []),
    ...globalFlags,
  ];
}

/** Hints for unknown flags of a tool. */
export function hintsOfTool({ name: tool, input, positionals }: Tool<ToolContext>): FlagHints {
  return {
    flagless: (name) => {
      const field = fieldsOf(input).find((one) => isFlagless(one) && kebab(one.name) === name)?.name;
      if (field === undefined) return undefined;
      const json = `--input '{"${field}": …}'`;
      if (positionals.includes(field)) return `it comes as words, or by ${json}`;
      const isProgram = tool === 'shell' && field === 'argv';
      return `${isProgram ? 'write -- PROGRAM ARGUMENT…, or' : 'it comes by'} ${json}`;
    },
    // Most unknown flags belong to the command.
    other: tool === 'shell' ? commandHint : undefined,
  };
}

/** Throws `invalid_input` for a first word that is not an action of a tool with actions, and without an action or an input. */
export function requireAction(
  { words: [word], values }: ParsedFlags,
  { name, input }: Tool<ToolContext>,
  { help }: Pick<Globals, 'help'>,
): void {
  const actions = actionsOf(input).map((action) => action.name);
  const isElsewhere = [values.action, values[inputFlag.field], help].some((given) => given !== undefined);
  if ((word === undefined && isElsewhere) || actions.length === 0) return;
  actionOf(word, name === 'process' ? [...actions, 'attach'] : actions);
}

export interface ToolCommand {
  readonly tool: Tool<ToolContext>;
  readonly parsed: ParsedFlags;
  readonly globals: Globals;
  readonly console: Console;
  readonly interrupt: Interrupt;
  readonly approver: Approver | null;
  /** Opens the service for this call's surface. */
  open(surface: ToolContext['surface']): Promise<Service>;
}

/** Runs a tool call from the command line and returns its exit status. */
export async function runToolCommand(command: ToolCommand): Promise<number> {
  const { tool, parsed, globals, interrupt } = command;
  const { signal } = interrupt;
  let input: Input;
  try {
    input = await toolInput({ tool, schema: tool.input, parsed, globals, signal });
  } catch (error) {
    if (!isFailure(error, 'cancelled')) throw error;
    const outcome = cancelledOutcome(error);
    await render(outcome, command, { wasLive: false, isFromNode: false });
    return interrupt.exitStatus ?? exitStatusOf(outcome);
  }
  return runCallWith(input, command);
}

type Input = Readonly<Record<string, unknown>>;

async function runCallWith(input: Input, command: ToolCommand): Promise<number> {
  const { tool, parsed, globals, console, interrupt } = command;
  const isLive = tool.name === 'shell' && !globals.json;
  const readsSession = tool.name === 'process' && !globals.json;
  const isUncapped = globals.noCap === true;
  const service = await command.open({
    live: isLive,
    hasOneReader: isUncapped && console.hasOneReader(),
    isText: globals.json !== true,
    stdin: stdinFor(parsed, input),
    lineBytes: Number.POSITIVE_INFINITY,
    hasReader: () => console.hasReader(),
    ...(readsSession ? { sessionBytes: { isUncapped } } : {}),
  });
  // Output of a session is already paged.
  const live =
    isLive || readsSession
      ? new LiveOutput(console, settingsForCall(service.context.settings, input).caps, {
          unlimited: isUncapped || readsSession,
        })
      : null;
  let isReaderGone = false;
  console.onReaderGone(() => {
    isReaderGone = true;
    interrupt.abort();
  });
  const { settings } = service.context;
  const fed = withClosedStdin(input, parsed, settings.shell.yieldMs);
  const placed = withFolderThere(fed, { tool, cwd: globals.cwd, settings });
  const outcome = await call(
    service,
    { tool: tool.name, input: placed, sink: live ?? silentSink },
    command,
  ).finally(() => {
    live?.stop();
    return service.nodes.close();
  });
  const node = nodeOf(outcome, settings);
  if (!isReaderGone) await live?.finish((stream) => whereKept(outcome, { stream, node }));
  if (!isReaderGone) {
    const wasLive = isLive && outcome.status !== 'running';
    await render(outcome, command, { wasLive, isFromNode: node !== null });
  }
  await console.flush();
  if (isReaderGone) return brokenPipe;
  const own = outcome.status === 'completed' ? (tool.exitStatus?.(outcome) ?? 0) : 0;
  return own || (interrupt.exitStatus ?? exitStatusOf(outcome));
}

/** Runs one call; a cancelled one yields its partial Outcome. */
async function call(
  service: Service,
  { tool, input, sink }: Pick<ServiceCall, 'tool' | 'input' | 'sink'>,
  { interrupt, approver }: ToolCommand,
): Promise<Outcome> {
  try {
    return await service.call({
      tool,
      input,
      sink,
      approver,
      signal: interrupt.signal,
      caller: service.context.caller,
    });
  } catch (error) {
    if (isFailure(error, 'cancelled')) return cancelledOutcome(error);
    throw error;
  }
}

/** 128 + SIGPIPE, the status of a program that does not handle it. */
const brokenPipe = 141;

/** The input with an empty `stdin` for `--no-stdin`, if the call may become a session, whose input would otherwise stay open. */
function withClosedStdin(input: Input, { values }: ParsedFlags, yieldMs: number | null): Input {
  const isBackground = input.background === true;
  const maySession = isBackground || (input.yieldMs ?? yieldMs) !== null;
  // A background terminal is for typing, so it stays open.
  const isTyped = isBackground && input.pty === true;
  const isClosed = values.$noStdin === true && input.stdin === undefined && !isTyped;
  return isClosed && maySession ? { ...input, stdin: '' } : input;
}

function stdinFor({ values }: ParsedFlags, input: Input): number | null {
  if (values.$noStdin === true || values.$input === '-' || input.stdin !== undefined) return null;
  return isPassedOn(descriptorKind(0)) ? 0 : null;
}

async function render(
  outcome: Outcome,
  { globals, console }: ToolCommand,
  from: Parameters<typeof renderOutcome>[2],
): Promise<void> {
  if (globals.json) void console.stdout.write(`${jsonLine(outcome)}\n`);
  else await renderOutcome(outcome, console, from);
}
