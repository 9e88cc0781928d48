import type { Sink } from '../../core/sink.ts';
import { spillFolderName } from '../../core/spill-name.ts';
import type { TouchedPath } from '../../core/tool.ts';
import type { SandboxArea } from '../../hosts/sandbox/sandbox-area.ts';
import { type Collected, Collector } from '../../output/collector.ts';
import { fitsLine } from '../../output/fits-line.ts';
import { ImpatientSink } from '../../output/impatient-sink.ts';
import type { Drawing } from '../../output/terminal-text.ts';
import type { ShellInfo } from '../../platform/machine/machine.ts';
import { learnShellVersion } from '../../platform/machine/shell-version.ts';
import type { ChildInput, TerminalSize } from '../../platform/process/child.ts';
import { worthGuardingMs } from '../../platform/process/guardian.ts';
import { type RunResult, runCommand } from '../../platform/process/run.ts';
import type { SandboxSpec } from '../../platform/sandbox/sandbox-spec.ts';
import type { StoppedProgram } from '../../platform/sessions/session-stopped.ts';
import type { ToolContext } from '../tool-context.ts';
import type { TimeLimits } from './limits.ts';
import type { Loss } from './loss.ts';

/** The sandbox of a command, and the paths that policy found in it. */
export interface Enclosure {
  readonly spec: SandboxSpec;
  readonly area: SandboxArea;
  readonly mechanism: string | null;
  readonly touched: readonly TouchedPath[];
}

/** A completely resolved command. */
export interface PreparedCommand extends TimeLimits {
  readonly argv: readonly string[];
  /** The command for display. */
  readonly command: string;
  readonly shell: ShellInfo | null;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly heldBack: readonly string[];
  /** Variables for which the call's own value is ignored, as they are always set. */
  readonly fixed: readonly string[];
  readonly host: string;
  /** Its sandbox; null for none. */
  readonly sandbox: Enclosure | null;
  readonly streams: 'merged' | 'split';
  readonly stdin: ChildInput;
  readonly maxOutputChars: number;
  /** Size of its terminal; null for pipes. */
  readonly size: TerminalSize | null;
  readonly description: string | null;
  /** How to get more time if the time limit ends it; null for no hint. */
  readonly moreTime: string | null;
  /** What is said if it is ended while its terminal shows that keys are read. */
  readonly unanswered: string;
}

/** The result of a finished command: how it ended and what it printed, one item per stream. */
export interface ShellResult {
  readonly prepared: PreparedCommand;
  readonly run: RunResult;
  /** Whether the frontend has already shown the output. */
  readonly wasLive: boolean;
  readonly output: readonly Collected[];
  readonly loss?: Loss;
  /** Why it ran differently than configured; null if it did not. */
  readonly detour?: string | null;
  /** Whether its terminal dropped the end of an input line. */
  readonly isInputCut?: boolean;
  /** A program that was stopped in its terminal; null if none was seen. */
  readonly stopped?: StoppedProgram | null;
  /** Whether keys were read as they come in its terminal, or not shown, before it was ended. */
  readonly isReadingKeys?: boolean;
}

/** Milliseconds between progress reports. */
const progressMs = 1000;

/** Receives output as it arrives, or with `isGap` a line that stands for lost output; a returned promise is back-pressure. */
export type Receive = (
  stream: 'stdout' | 'stderr',
  bytes: Uint8Array,
  isGap?: boolean,
) => void | Promise<void>;

/** The call that runs a command. */
export interface RunCall {
  readonly context: ToolContext;
  readonly signal: AbortSignal;
  readonly sink: Sink;
}

/**
 * Collects the output of `work` within limits, and forwards it to the sink. Keeps nothing if `work` fails, and no file if all of it is
 * kept `elsewhere`.
 */
export async function collectOutput<Run>(
  prepared: PreparedCommand,
  { context, sink }: Omit<RunCall, 'signal'>,
  work: (receive: Receive) => Promise<Run>,
  elsewhere: (run: Run) => string | null = () => null,
): Promise<{ readonly run: Run; readonly output: readonly Collected[] }> {
  const collectors = openCollectors(prepared, context, await loadDrawing(prepared.size));
  const collectorOf = (stream: 'stdout' | 'stderr') =>
    (stream === 'stderr' ? collectors[1] : undefined) ?? collectors[0];
  const progress = setInterval(() => sink.progress(totals(collectors)), progressMs);
  try {
    const run = await work((stream, bytes, isGap = false) => {
      const collector = collectorOf(stream);
      const kept = isGap ? collector?.pushGap(bytes) : collector?.push(bytes);
      const shown = sink.output({ stream, bytes });
      return kept === undefined ? shown : Promise.all([kept, shown]).then(() => {});
    });
    return { run, output: await finishAll(collectors, context.surface.lineBytes, elsewhere(run)) };
  } catch (error) {
    await Promise.all(collectors.map((collector) => collector.discard()));
    throw error;
  } finally {
    clearInterval(progress);
  }
}

/** The results of all streams, cut further if together they do not fit the line of the answer. */
function finishAll(
  collectors: readonly Collector[],
  lineBytes: number,
  elsewhere: string | null,
): Promise<readonly Collected[]> {
  const together = collectors.map((collector) => collector.end().text).join('');
  const most = fitsLine(together, lineBytes) ? Number.POSITIVE_INFINITY : lineBytes / collectors.length;
  return Promise.all(
    collectors.map((collector) => collector.finish((text) => fitsLine(text, most), elsewhere)),
  );
}

/** Most unshown bytes of a terminal: for the one command of a command line, and for each call of a server. */
const mostLiveBytes = 67_108_864;
const mostCallBytes = 8_388_608;

/** Runs a command to its end. */
export async function executeCommand(
  prepared: PreparedCommand,
  { context, sink, signal }: RunCall,
): Promise<ShellResult> {
  const { argv, cwd, env, sandbox, stdin, streams, size, timeoutMs, idleTimeoutMs } = prepared;
  const { live, hasOneReader } = context.surface;
  const shell = shellWithVersion(prepared.shell, context);
  const terminal = size === null ? null : (await import('./in-terminal.ts')).inTerminal(size);
  // A terminal is always read, whether or not its output is.
  const impatient = terminal === null ? null : new ImpatientSink(sink, live ? mostLiveBytes : mostCallBytes);
  const { run, output } = await collectOutput(
    prepared,
    { context, sink: impatient ?? sink },
    async (receive) => {
      const ended = await runCommand(
        {
          argv,
          cwd,
          env,
          sandbox: sandbox?.spec,
          stdin,
          streams: streams === 'split' || (live && hasOneReader !== true) ? 'split' : 'merged',
          ...(terminal === null ? { onOutput: receive } : terminal.request(receive)),
          runId: context.callId,
          serverId: context.serverId,
          timeoutMs,
          idleTimeoutMs,
          graceMs: context.settings.shell.killGraceMs,
          // The guardian of a server tracks every run from the start.
          guardAfterMs: context.caller.frontend === 'cli' ? worthGuardingMs : 0,
        },
        signal,
      ).finally(() => terminal?.end());
      await impatient?.finish(signal);
      return ended;
    },
  );
  const isInputCut = terminal?.isInputCut() === true;
  const stopped = terminal?.stopped() ?? null;
  const isReadingKeys = terminal?.isReadingKeys() === true;
  return {
    prepared: { ...prepared, shell: await shell },
    run,
    wasLive: live,
    output,
    isInputCut,
    stopped,
    isReadingKeys,
  };
}

/** Most milliseconds that the first call to start a shell waits for its version. */
const versionPatienceMs = 1000;

/** The shell with its version, learnt while the command runs, and only if details are shown. */
export async function shellWithVersion(
  shell: ShellInfo | null,
  { surface, folders }: ToolContext,
): Promise<ShellInfo | null> {
  if (shell === null || surface.isText) return shell;
  return { ...shell, version: await learnShellVersion(shell, folders.cache, versionPatienceMs) };
}

/** What makes the lines of output to a terminal of this size; nothing is loaded for output to none. */
async function loadDrawing(size: TerminalSize | null): Promise<() => Drawing | null> {
  if (size === null) return () => null;
  const { drawingOf } = await import('../../output/terminal-text.ts');
  return () => drawingOf(size);
}

function openCollectors(
  prepared: PreparedCommand,
  context: ToolContext,
  draw: () => Drawing | null,
): readonly Collector[] {
  const { caps } = context.settings;
  const names = prepared.streams === 'split' ? ['stdout', 'stderr'] : ['output'];
  return names.map(
    (name) =>
      new Collector({
        caps: { ...caps, outputChars: prepared.maxOutputChars },
        spill: {
          folder: `${context.folders.state}/${spillFolderName}`,
          name: `shell-${context.callId}-${name}`,
        },
        isShownRaw: context.surface.live,
        drawing: draw(),
        isSpillHidden: prepared.sandbox !== null,
      }),
  );
}

function totals(collectors: readonly Collector[]) {
  const parts = collectors.map((collector) => collector.progress());
  return {
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    lines: parts.reduce((sum, part) => sum + part.lines, 0),
    binary: parts.some((part) => part.binary),
  };
}
