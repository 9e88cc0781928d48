import { isAbsolute } from 'node:path';
import type { Display } from '../../core/content.ts';
import type { Workspace } from '../../core/context.ts';
import { cannot, isFailure, ToolFailure, wrongField } from '../../core/failure.ts';
import { hostOf } from '../../core/host.ts';
import { isInsideAny } from '../../core/paths/containment.ts';
import type { Sink } from '../../core/sink.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { encodeText } from '../../core/text/utf8.ts';
import type { RequiredEnvironment, TouchedPath } from '../../core/tool.ts';
import { placeOrNull, realFolder } from '../../platform/files/working-folder.ts';
import { findProgram } from '../../platform/machine/lookup.ts';
import { shellArgv } from '../../platform/machine/shells.ts';
import { batchFault } from '../../platform/process/batch-start.ts';
import type { ChildInput } from '../../platform/process/child.ts';
import { environmentIn, type ToolContext } from '../tool-context.ts';
import { type Mode, modeOf, terminalEnvironment, terminalOf } from './background.ts';
import { commandText, effectOf, titleOf } from './effect.ts';
import { executeCommand, type PreparedCommand, type RunCall, type ShellResult } from './execute.ts';
import type { ShellInput } from './input.ts';
import { checkCommand, checkNames, moreTime, timeLimits, unanswered } from './limits.ts';
import type { RunningResult } from './session-run.ts';

/** The host of a call on this machine; calls on nodes are handled by the runtime. Throws `invalid_input` for any other. */
function localHostOf(input: ShellInput, { settings }: ToolContext): 'local' | 'sandbox' {
  const host = hostOf(input, settings.host);
  if (host === 'local' || host === 'sandbox') return host;
  const problem = `"${host}" is not a host of this machine; expected local or sandbox`;
  throw wrongField('host', problem);
}

interface FoundFolder {
  readonly cwd: string;
  /** Why nothing can be started in it, though it can be judged; or null. */
  readonly fault: ToolFailure | null;
}

function findFolder(given: string, { cwd, home }: Workspace): FoundFolder {
  try {
    return { cwd: realFolder(given, cwd, home), fault: null };
  } catch (error) {
    if (!isFailure(error, 'tool_failed')) throw error;
    return { cwd: placeOrNull(given, cwd, home) ?? cwd, fault: error };
  }
}

/** The working folder of a command; one outside the workspace must be given as an absolute path. Throws `tool_failed`. */
function folderOf(given: string, workspace: Workspace): FoundFolder {
  const found = findFolder(given, workspace);
  const { cwd, roots } = workspace;
  if (isAbsolute(given) || /^~(\/|$)/.test(given) || isInsideAny(found.cwd, [cwd, ...roots])) return found;
  const state = `it leads outside the workspace to ${inQuotes(found.cwd)}`;
  throw cannot('run in', given, state, 'a folder inside; give an absolute path');
}

interface Resolved {
  readonly mode: Mode;
  readonly prepared: PreparedCommand;
  /** Why it cannot be started, though it can be judged; or null. */
  readonly fault: ToolFailure | null;
}

/** Resolves everything about a call once: folder, environment, program, limits. The run uses exactly these. */
function resolveCall(input: ShellInput, context: ToolContext): Resolved {
  checkCommand(input);
  // Elevated commands do not run in the sandbox.
  const host = input.elevated === true ? 'local' : localHostOf(input, context);
  const mode = modeOf(input, context);
  const size = terminalOf(input, context.machine);
  const { workspace, settings } = context;
  const limits = timeLimits(mode.kind === 'foreground' ? input : { ...input, background: true }, settings);
  const folder =
    input.cwd === undefined ? { cwd: workspace.cwd, fault: null } : folderOf(input.cwd, workspace);
  const { cwd } = folder;
  const overrides = input.env ?? {};
  checkNames(overrides);
  const { env: ownEnv, heldBack, fixed } = environmentIn(cwd, context, overrides);
  const env = terminalEnvironment(ownEnv, size);
  const child = findChild(input, context, cwd, env.PATH ?? '');
  const prepared: PreparedCommand = {
    ...limits,
    argv: child.argv,
    command: commandText(input),
    shell: input.command === undefined ? null : context.machine.shell,
    cwd,
    env,
    heldBack,
    fixed,
    host,
    sandbox: null,
    streams: input.streams ?? 'merged',
    stdin: stdinOf(input, context),
    maxOutputChars: Math.min(input.maxOutputChars ?? settings.caps.outputChars, settings.caps.outputChars),
    size,
    description: input.description ?? null,
    moreTime: mode.kind === 'foreground' ? moreTime(input, settings) : null,
    unanswered: unanswered(settings),
  };
  return { mode, prepared, fault: folder.fault ?? child.fault };
}

/** What policy found that a command needs to be run as judged. */
interface Judged {
  readonly required: RequiredEnvironment;
  readonly touched: readonly TouchedPath[];
}

/** The command as it is started: as root, in the sandbox, or as it is. */
async function placed(
  prepared: PreparedCommand,
  { required, touched }: Judged,
  { input, context }: { readonly input: ShellInput; readonly context: ToolContext },
): Promise<PreparedCommand> {
  const command = { ...prepared, env: { ...prepared.env, ...required } };
  if (input.elevated === true)
    return (await import('./elevated.ts')).elevate(command, { ...input.env, ...required }, context);
  if (command.host === 'local') return command;
  return (await import('./sandboxed.ts')).enclose(command, context, touched);
}

/** Plans a call: what it would run, for policy, and its run. */
export async function planShell(input: ShellInput, context: ToolContext) {
  const { mode, prepared, fault } = resolveCall(input, context);
  const { cwd, host, env, size } = prepared;
  const shell = context.machine.shell?.flavour ?? null;
  const at = { shell, cwd, searchPath: env.PATH ?? '', host, pty: size !== null };
  const display: readonly Display[] = [{ type: 'command', command: prepared.command, cwd, host }];
  return {
    title: titleOf(input, cwd === context.workspace.cwd ? null : cwd),
    effects: [effectOf(input, at, context)],
    display,
    fault,
    run: async (
      signal: AbortSignal,
      sink: Sink,
      required: RequiredEnvironment,
      touched: readonly TouchedPath[],
    ): Promise<ShellResult | RunningResult> => {
      const command = await placed(prepared, { required, touched }, { input, context });
      const result = await runAs(mode, command, { context, sink, signal });
      if (command.sandbox === null || !('run' in result)) return result;
      return (await import('./sandboxed.ts')).requireSetUp(result, context);
    },
  };
}

async function runAs(
  mode: Mode,
  command: PreparedCommand,
  call: RunCall,
): Promise<ShellResult | RunningResult> {
  if (mode.kind === 'foreground') return executeCommand(command, call);
  const { runInSession } = await import('./session-run.ts');
  return runInSession(command, mode, call);
}

interface FoundChild {
  readonly argv: readonly string[];
  /** Why it cannot be started, though it can be judged; or null. */
  readonly fault: ToolFailure | null;
}

function findChild(input: ShellInput, context: ToolContext, cwd: string, searchPath: string): FoundChild {
  if (input.command !== undefined) {
    const { shell, shellProblem } = context.machine;
    if (shell === null)
      throw new ToolFailure(
        'program_missing',
        shellProblem ?? 'Cannot find "a shell": there is none, expected one',
      );
    return { argv: shellArgv(shell.flavour, shell.path, input.command), fault: null };
  }
  const [name = '', ...words] = input.argv ?? [];
  const program = findProgram(name, cwd, searchPath);
  if (program !== null || name.includes('/')) {
    const argv = [program ?? name, ...words];
    return { argv, fault: process.platform === 'win32' ? batchFault(argv, cwd) : null };
  }
  const wanted = `a path or a name found in PATH (${searchPath || 'not set'})`;
  const fault = cannot('run', name, 'no such program', wanted, 'program_missing');
  return { argv: [name, ...words], fault };
}

function stdinOf(input: ShellInput, { surface }: ToolContext): ChildInput {
  if (input.stdin !== undefined) return { kind: 'bytes', bytes: encodeText(input.stdin) };
  return surface.stdin === null ? { kind: 'closed' } : { kind: 'descriptor', descriptor: surface.stdin };
}
