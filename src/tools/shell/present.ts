import type { Content } from '../../core/content.ts';
import { addNotices, cancelledMessage, type Outcome, outcome, type Status } from '../../core/outcome.ts';
import { unknownEnd } from '../../core/unknown-end.ts';
import { refusalsOf } from '../../hosts/sandbox/sandbox-refusals.ts';
import { hungUpNotices } from '../../output/hung-up-notices.ts';
import { fixedNotice, leftNotice, survivorNotice, unreadNotice } from '../../output/notices.ts';
import { shapeOutput } from '../../output/shape.ts';
import { wasStoppedNotices } from '../../output/stopped-notices.ts';
import type { EndedBy } from '../../platform/process/run.ts';
import { mostLineBytes } from '../../platform/terminal/terminal-line.ts';
import { endNotices } from './end-notices.ts';
import type { ShellResult } from './execute.ts';
import { lossNotices } from './loss.ts';

const statuses: Readonly<Record<EndedBy, Status>> = {
  exit: 'completed',
  timeout: 'timed_out',
  idle: 'timed_out',
  cancel: 'cancelled',
};

/** The Outcome of a finished command. */
export function presentShell(result: ShellResult): Outcome {
  const { prepared, run } = result;
  const failed = run.endedBy !== 'exit' || run.exit.code !== 0;
  return outcome({
    status: statuses[run.endedBy],
    isError: failed,
    message: messageOf(result),
    content: contentOf(result),
    details: detailsOf(result),
    display: [{ type: 'command', command: prepared.command, cwd: prepared.cwd, host: prepared.host }],
    notices: noticesOf(result, failed),
  });
}

function seconds(ms: number | null): string {
  return `${(ms ?? 0) / 1000}s`;
}

function messageOf({ prepared, run }: ShellResult): string {
  switch (run.endedBy) {
    case 'timeout':
      return `Command killed by timeout (${seconds(prepared.timeoutMs)}).`;
    case 'idle':
      return `Command killed by timeout (${seconds(prepared.idleTimeoutMs)} without output).`;
    case 'cancel':
      return cancelledMessage;
    case 'exit':
      if (run.exit.signal !== null) return `Command killed by signal ${run.exit.signal}.`;
      if (run.exit.code === null) return `Command ended, but ${unknownEnd}.`;
      return run.exit.code === 0
        ? 'Command executed successfully.'
        : `Command failed with exit code: ${run.exit.code}.`;
  }
}

function contentOf({ prepared, run, output, loss }: ShellResult): readonly Content[] {
  const [first, ...others] = output;
  const told = first && addNotices(first, lossNotices(loss));
  return shapeOutput({
    streams: told === undefined ? [] : [told, ...others],
    exitCode: run.endedBy === 'exit' ? run.exit.code : null,
    signal: run.endedBy === 'exit' ? run.exit.signal : null,
    timedOutSeconds: run.endedBy === 'timeout' ? (prepared.timeoutMs ?? 0) / 1000 : null,
    idleSeconds: run.endedBy === 'idle' ? (prepared.idleTimeoutMs ?? 0) / 1000 : null,
    cancelled: run.endedBy === 'cancel',
    backgroundPids: run.background.map(({ pid }) => pid),
  });
}

function detailsOf(result: ShellResult): Readonly<Record<string, unknown>> {
  const { prepared, run, output } = result;
  const [first, second] = output.map(({ facts }) => facts);
  return {
    exitCode: run.exit.code,
    signal: run.exit.signal,
    timedOut: run.endedBy === 'timeout',
    idleTimedOut: run.endedBy === 'idle',
    cancelled: run.endedBy === 'cancel',
    durationMs: Math.round(run.durationMs),
    cwd: prepared.cwd,
    host: prepared.host,
    shell: prepared.shell,
    pid: run.pid === 0 ? null : run.pid,
    pgid: run.pid === 0 ? null : run.pid,
    backgroundPids: run.background.map(({ pid }) => pid),
    ...(run.survivors.length > 0 ? { survivors: run.survivors } : {}),
    ...sandboxOf(result),
    output: prepared.streams === 'split' ? { stdout: first, stderr: second } : first,
  };
}

/** The sandbox of a run, and what it is known to have refused a failed command. */
function sandboxOf({ prepared: { sandbox }, run }: ShellResult): Readonly<Record<string, unknown>> {
  if (sandbox === null || run.sandbox === undefined) return {};
  const { level } = run.sandbox;
  const hasFailed = run.exit.code !== 0;
  const refused = hasFailed ? refusalsOf(sandbox.area, run.sandbox, sandbox.touched) : [];
  return { sandbox: { level, mechanism: sandbox.mechanism, refused } };
}

/** A pipe is typed as it arrives, so a line that is too long is not known before. */
const cutInputNotice = `A line of its standard input has more than ${mostLineBytes} bytes: its terminal dropped what is past that; without "pty" nothing is dropped`;

function noticesOf(result: ShellResult, failed: boolean): readonly string[] {
  const { prepared, run, output, wasLive, loss, detour = null, isInputCut = false, stopped = null } = result;
  const notices = wasLive ? [] : output.flatMap((stream) => stream.notices);
  notices.push(...endNotices(result));
  if (prepared.fixed.length > 0) notices.push(fixedNotice(prepared.fixed));
  if (detour !== null) notices.push(detour);
  if (isInputCut) notices.push(cutInputNotice);
  notices.push(...wasStoppedNotices(stopped));
  if (prepared.sandbox !== null) notices.push(...prepared.sandbox.area.notices);
  notices.push(...lossNotices(loss));
  // Without live output, a line of it names them.
  if (wasLive && run.background.length > 0) notices.push(leftNotice(run.background.map(({ pid }) => pid)));
  if (run.isHeld && run.background.length > 0) notices.push(unreadNotice);
  notices.push(...hungUpNotices(run.hungUp));
  notices.push(...run.survivors.map(survivorNotice));
  if (!run.ordered && prepared.streams === 'merged' && !wasLive)
    notices.push('The order between stdout and stderr is not kept on this runtime');
  if (failed && run.endedBy === 'exit' && prepared.heldBack.length > 0) {
    notices.push(
      `Held back from the command because they look secret: ${prepared.heldBack.join(', ')} (shell.env.pass names those to pass on)`,
    );
  }
  return notices;
}
