import type { Sink } from '../../core/sink.ts';
import { spillFolderName } from '../../core/spill-name.ts';
import type { TouchedPath } from '../../core/tool.ts';
import type { SandboxArea } from '../../hosts/sandbox/sandbox-area.ts';
import { type Collected, Collector } from '../../output/collector.ts';
import { fitsLine } from '../../output/fits-line.ts';
import { ImpatientSink } from '../../output/impatient-sink.ts';
import type { ShellInfo } from '../../platform/machine/machine.ts';
import { learnShellVersion } from '../../platform/machine/shell-version.ts';
import type { ChildInput, TerminalSize } from '../../platform/process/child.ts';
import { worthGuardingMs } from '../../platform/process/guardian.ts';
import { type RunResult, runCommand } from '../../platform/process/run.ts';
import type { SandboxSpec } from '../../platform/sandbox/sandbox-spec.ts';
import type { ToolContext } from '../tool-context.ts';
import type { TimeLimits } from './limits.ts';
import type { Loss } from './loss.ts';

/** The sandbox of a command, and what policy saw the command name. */
export interface Enclosure {
  readonly spec: SandboxSpec;
  readonly area: SandboxArea;
  readonly mechanism: string | null;
  readonly touched: readonly TouchedPath[];
}

/** A command with nothing left to resolve. */
export interface PreparedCommand extends TimeLimits {
  readonly argv: readonly string[];
  /** The command as a person reads it. */
  readonly command: string;
  readonly shell: ShellInfo | null;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly heldBack: readonly string[];
  /** Variables of the call that always have another value. */
  readonly fixed: readonly string[];
  readonly host: string;
  /** What it runs in; null for nothing. */
  readonly sandbox: Enclosure | null;
  readonly streams: 'merged' | 'split';
  readonly stdin: ChildInput;
  readonly maxOutputChars: number;
  /** Size of its terminal, or null for pipes. */
  readonly size: TerminalSize | null;
  readonly description: string | null;
  /** What could give it more time, should its limit end it; null when there is nothing to tell. */
  readonly moreTime: string | null;
}

/** What a finished command left: how it ended and what it printed, one item per stream. */
export interface ShellResult {
  readonly prepared: PreparedCommand;
  readonly run: RunResult;
  /** Whether the frontend showed the output already. */
  readonly wasLive: boolean;
  readonly output: readonly Collected[];
  readonly loss?: Loss;
  /** Why it ran in another way than the configuration wants; null when it did not. */
  readonly detour?: string | null;
  /** Whether its terminal dropped the end of a line of its standard input. */
  readonly isInputCut?: boolean;
}

/** Milliseconds between two progress reports. */
const progressMs = 1000;

/** Takes output as it comes, or a line in the place of some that is gone; a returned promise is back-pressure. */
export type Receive = (
  stream: 'stdout' | 'stderr',
  bytes: Uint8Array,
  isGap?: boolean,
) => void | Promise<void>;

/** The call that a command runs for. */
export interface RunCall {
  readonly context: ToolContext;
  readonly signal: AbortSignal;
  readonly sink: Sink;
}

/**
 * Collects, bounded, what `work` hands on, telling the sink as it goes. Keeps nothing where `work` fails, and no file where all of
 * it is `elsewhere`.
 */
export async function collectOutput<Run>(
  prepared: PreparedCommand,
  { context, sink }: Omit<RunCall, 'signal'>,
  work: (receive: Receive) => Promise<Run>,
  elsewhere: (run: Run) => string | null = () => null,
): Promise<{ readonly run: Run; readonly output: readonly Collected[] }> {
  const collectors = openCollectors(prepared, context);
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

/** The results of all streams, each cut further where together they would not fit the line of the answer. */
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

/** Bytes of a terminal that wait to be shown: of the one command of a command line, and of each call of a server. */
const mostLiveBytes = 67_108_864;
const mostCallBytes = 8_388_608;

/** Runs the command to its end. */
export async function executeCommand(
  prepared: PreparedCommand,
  { context, sink, signal }: RunCall,
): Promise<ShellResult> {
  const { argv, cwd, env, sandbox, stdin, streams, size, timeoutMs, idleTimeoutMs } = prepared;
  const { live, hasOneReader } = context.surface;
  const shell = shellWithVersion(prepared.shell, context);
  const terminal = size === null ? null : (await import('./in-terminal.ts')).inTerminal(size);
  // A terminal is read whatever becomes of what it says.
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
          // The guardian of a server knows of every run at once.
          guardAfterMs: context.caller.frontend === 'cli' ? worthGuardingMs : 0,
        },
        signal,
      );
      await impatient?.finish(signal);
      return ended;
    },
  );
  const isInputCut = terminal?.isInputCut() === true;
  return { prepared: { ...prepared, shell: await shell }, run, wasLive: live, output, isInputCut };
}

/** Milliseconds that a call waits for the version of a shell that it is the first to start. */
const versionPatienceMs = 1000;

/** The shell with its version, which is learnt while the command runs, and only where details are told. */
export async function shellWithVersion(
  shell: ShellInfo | null,
  { surface, folders }: ToolContext,
): Promise<ShellInfo | null> {
  if (shell === null || surface.isText) return shell;
  return { ...shell, version: await learnShellVersion(shell, folders.cache, versionPatienceMs) };
}

function openCollectors(prepared: PreparedCommand, context: ToolContext): readonly Collector[] {
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
        screen: prepared.size,
        isSpillHidden: prepared.sandbox !== undefined,
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
