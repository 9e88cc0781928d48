import type { Sink } from '../../core/sink.ts';
import { type Collected, Collector } from '../../output/collector.ts';
import type { ChildInput } from '../../platform/child.ts';
import type { ShellInfo } from '../../platform/machine.ts';
import { type RunResult, runCommand } from '../../platform/run.ts';
import type { ToolContext } from '../tool-context.ts';
import type { TimeLimits } from './limits.ts';

/** A command with nothing left to resolve. */
export interface PreparedCommand extends TimeLimits {
  readonly argv: readonly string[];
  /** The command as a person reads it. */
  readonly command: string;
  readonly shell: ShellInfo | null;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly heldBack: readonly string[];
  readonly host: string;
  readonly streams: 'merged' | 'split';
  readonly stdin: ChildInput;
  readonly maxOutputChars: number;
}

/** What a finished command left: how it ended and what it printed, one item per stream. */
export interface ShellResult {
  readonly prepared: PreparedCommand;
  readonly run: RunResult;
  /** Whether the frontend showed the output already. */
  readonly wasLive: boolean;
  readonly output: readonly Collected[];
}

/** Milliseconds between two progress reports. */
const progressMs = 1000;
/** Milliseconds into a one-shot run at which its guardian starts; a server's knows of every run at once. */
const oneShotGuardMs = 200;

/** Runs the command and collects what it prints, bounded, telling the sink as it goes. */
export async function executeCommand(
  prepared: PreparedCommand,
  context: ToolContext,
  signal: AbortSignal,
  sink: Sink,
): Promise<ShellResult> {
  const collectors = openCollectors(prepared, context);
  const collectorOf = (stream: 'stdout' | 'stderr') =>
    (stream === 'stderr' ? collectors[1] : undefined) ?? collectors[0];
  const { killGraceMs } = context.settings.shell;
  const progress = setInterval(() => sink.progress(totals(collectors)), progressMs);
  try {
    const run = await runCommand(
      {
        argv: prepared.argv,
        cwd: prepared.cwd,
        env: prepared.env,
        stdin: prepared.stdin,
        streams: prepared.streams === 'split' || context.surface.live ? 'split' : 'merged',
        onOutput: (stream, bytes) => {
          const kept = collectorOf(stream)?.push(bytes);
          const shown = sink.output({ stream, bytes });
          return kept === undefined ? shown : Promise.all([kept, shown]).then(() => {});
        },
        runId: context.callId,
        serverId: context.serverId,
        timeoutMs: prepared.timeoutMs,
        idleTimeoutMs: prepared.idleTimeoutMs,
        graceMs: killGraceMs,
        guardAfterMs: context.caller.frontend === 'cli' ? oneShotGuardMs : 0,
      },
      signal,
    );
    return {
      prepared,
      run,
      wasLive: context.surface.live,
      output: await Promise.all(collectors.map((collector) => collector.finish())),
    };
  } finally {
    clearInterval(progress);
  }
}

function openCollectors(prepared: PreparedCommand, context: ToolContext): readonly Collector[] {
  const { caps } = context.settings;
  const names = prepared.streams === 'split' ? ['stdout', 'stderr'] : ['output'];
  return names.map(
    (name) =>
      new Collector({
        caps: { ...caps, outputChars: prepared.maxOutputChars },
        spill: { folder: `${context.folders.state}/spill`, name: `shell-${context.callId}-${name}` },
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
