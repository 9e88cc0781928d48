import { closeSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { afterError } from '../../core/async/clean-up.ts';
import { reasonOf, systemFailure } from '../files/file-failure.ts';
import type { TerminalSize } from '../process/child.ts';
import { loadLibc } from '../system/libc.ts';
import { withoutCalls } from '../system/libc-library.ts';
import { loadSystemCalls, type SystemCalls } from '../system/system-calls.ts';
import { outsideVariables } from './outside-variables.ts';
import { unable } from './sandbox-failure.ts';
import { type FixedMounts, fixedMounts, mountsDescriptors } from './sandbox-mounts.ts';
import { holdRun } from './sandbox-runs.ts';
import {
  type Bubblewrap,
  type Landlock,
  type LandlockRule,
  type LaunchJob,
  launchCommand,
  type SandboxReport,
  type SandboxSpec,
  type Seatbelt,
} from './sandbox-spec.ts';
import { makeSandboxTemporary, removeSandboxTemporary } from './sandbox-temporary.ts';
import { SandboxWatch } from './sandbox-watch.ts';
import { seccompProgram } from './seccomp.ts';

/** A command before it is put into a sandbox. */
export interface Enclosed {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** The size of its terminal, if it has one. */
  readonly terminal?: TerminalSize;
}

/** A wrapped command, ready to spawn. */
export interface EnteredSandbox {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Descriptors 3 and up of the child. */
  readonly descriptors: readonly number[];
  /** Closes our copies once the spawn is done or has failed. */
  spawned(): void;
  /** Cleans up after the command has ended, or was never started. Refusals of a successful command are not looked up. */
  finish(succeeded: boolean): Promise<SandboxReport>;
}

/** Wraps a command into a sandbox. Throws `tool_failed` if that fails; never runs it without. */
export async function enterSandbox(spec: SandboxSpec, command: Enclosed): Promise<EnteredSandbox> {
  if (spec.by === 'seatbelt') return enterSeatbelt(spec, command);
  const calls = await loadSystemCalls();
  if (calls === null) throw unable(...withoutCalls());
  try {
    return await (spec.by === 'bubblewrap'
      ? enterBubblewrap(spec, command, calls)
      : enterLandlock(spec, command, calls));
  } catch (error) {
    throw systemFailure('run in', 'the sandbox', error);
  }
}

/** Descriptors that are closed together, at once if one of them cannot be had. */
class Descriptors {
  readonly all: number[] = [];

  add(descriptor: number): number {
    if (descriptor < 0) {
      this.close();
      const failure = unable('too many files are open', 'fewer calls at once, or a higher limit (ulimit -n)');
      failure.cause = { code: 'EMFILE' };
      throw failure;
    }
    this.all.push(descriptor);
    return this.all.length + 2;
  }

  close(): void {
    for (const descriptor of this.all.splice(0)) closeSync(descriptor);
  }
}

function jobBytes(job: LaunchJob): Uint8Array {
  return Buffer.from(JSON.stringify(job));
}

let filter: Uint8Array | null = null;

/** The system call filter in namespaces: with a network of their own, perhaps without a way out, and no processes from outside. */
function bubblewrapFilter(): Uint8Array {
  filter ??= seccompProgram(process.arch === 'arm64' ? 'arm64' : 'x64', {
    hasSockets: true,
    seesProcesses: false,
  });
  return filter;
}

/** The options of bubblewrap, in a file of their own, because a command's variables must not be visible to others; its descriptor. */
function optionsFile(
  options: readonly string[],
  { env, cwd }: Enclosed,
  {
    given,
    calls,
    status,
  }: { readonly given: Descriptors; readonly calls: SystemCalls; readonly status: number },
): number {
  const filter = given.add(calls.memoryFile(bubblewrapFilter()));
  const all = [
    ...options,
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--chdir', cwd],
    ...['--seccomp', String(filter), '--json-status-fd', String(status)],
  ];
  return given.add(calls.memoryFile(Buffer.from(`${all.join('\0')}\0`)));
}

async function enterBubblewrap(
  spec: Bubblewrap,
  command: Enclosed,
  calls: SystemCalls,
): Promise<EnteredSandbox> {
  const given = new Descriptors();
  const { isAlone, leave } = await holdRun(spec);
  const pipe = (await loadLibc())?.pipe() ?? null;
  let problem: Problem | null = null;
  try {
    // Added first, so that it is closed with the others if one of them cannot be had.
    const status = given.add(pipe?.write ?? -1);
    // A command in another sandbox may change the workspace while this one is made of its paths.
    if (!isAlone) problem = new Problem(given, calls);
    const { options, mounts } = isAlone ? { ...spec, mounts: [] } : await fixed(spec, given);
    const argv =
      command.terminal === undefined && isAlone
        ? command.argv
        : launched(spec, command, { given, calls, mounts, problem });
    const list = optionsFile(options, command, { given, calls, status });
    const watch = new SandboxWatch(pipe?.read ?? -1, spec.isCutOff);
    return {
      argv: [spec.program, '--args', String(list), '--', ...argv],
      env: outsideVariables(command.env),
      descriptors: given.all.slice(),
      spawned: () => given.close(),
      finish: async (succeeded) => {
        given.close();
        const report = await watch.end(succeeded);
        await leave();
        return { level: 'full', ...report, isSetUp: report.isSetUp && problem?.take() !== true };
      },
    };
  } catch (error) {
    await afterError(leave);
    problem?.take();
    given.close();
    if (pipe !== null) closeSync(pipe.read);
    throw error;
  }
}

/** What a sandbox mounts that is not the only one. */
async function fixed({ options, program }: Bubblewrap, given: Descriptors): Promise<FixedMounts> {
  return fixedMounts(options, (await mountsDescriptors(program)) ? given : null);
}

/** The file, shared by both sides, in which a command reports that it could not be started in the sandbox. */
class Problem {
  /** Its descriptor number for the child. */
  readonly child: number;
  readonly #own: number;

  constructor(given: Descriptors, calls: SystemCalls) {
    const file = calls.memoryFile(new Uint8Array());
    this.child = given.add(file);
    this.#own = openSync(`/proc/self/fd/${file}`, 'r');
  }

  /** Whether something was reported. */
  take(): boolean {
    return readAll(this.#own) !== '';
  }
}

/**
 * Starts a command by this program from inside, which checks the mounts and takes the foreground of the terminal: otherwise
 * bubblewrap would be in the same foreground group and die of the command's C-c. The program's file is a descriptor, since it
 * may be hidden.
 */
function launched(
  { launcher }: Bubblewrap,
  { argv, env, terminal }: Enclosed,
  {
    given,
    calls,
    mounts,
    problem,
  }: {
    readonly given: Descriptors;
    readonly calls: SystemCalls;
    readonly mounts: FixedMounts['mounts'];
    readonly problem: Problem | null;
  },
): readonly string[] {
  const [program = '', ...words] = launcher;
  const own = given.add(openSync(program, 'r'));
  const inFront = terminal !== undefined;
  const bytes = jobBytes({ argv, env, restrict: null, problem: problem?.child ?? null, inFront, mounts });
  const job = given.add(calls.memoryFile(bytes));
  return [`/proc/self/fd/${own}`, ...words, launchCommand, String(job)];
}

async function enterLandlock(spec: Landlock, command: Enclosed, calls: SystemCalls): Promise<EnteredSandbox> {
  const given = new Descriptors();
  const pipe = (await loadLibc())?.pipe() ?? null;
  let temporary: string | null = null;
  const leave = (): void => {
    given.close();
    if (temporary !== null) removeSandboxTemporary(temporary);
  };
  try {
    const problem = given.add(pipe?.write ?? -1);
    temporary = ownTemporaryFolder();
    const job = given.add(calls.memoryFile(jobBytes(landlockJob(spec, command, { temporary, problem }))));
    return {
      argv: [...spec.launcher, launchCommand, String(job)],
      env: outsideVariables(command.env),
      descriptors: given.all.slice(),
      spawned: () => given.close(),
      finish: async () => {
        given.close();
        const isSetUp = readAll(pipe?.read ?? -1) === '';
        leave();
        return { level: 'partial', isSetUp, unrouted: null };
      },
    };
  } catch (error) {
    leave();
    if (pipe !== null) closeSync(pipe.read);
    throw error;
  }
}

function ownTemporaryFolder(): string {
  try {
    return makeSandboxTemporary();
  } catch (error) {
    throw unable(
      `no folder for its temporary files can be made (${reasonOf(error)})`,
      'TMPDIR to name a folder you may write',
    );
  }
}

function landlockJob(
  { rules, hasNetwork }: Landlock,
  { argv, env, terminal }: Enclosed,
  { temporary, problem }: { readonly temporary: string; readonly problem: number },
): LaunchJob {
  const own: LandlockRule[] = [{ path: realpathSync(temporary), access: 'write' }];
  // Its own terminal, which is its standard input, also by name.
  if (terminal !== undefined) own.push({ path: '/proc/self/fd/0', access: 'use' });
  return {
    argv,
    env: { ...env, TMPDIR: temporary },
    restrict: { rules: [...rules, ...own], hasNetwork },
    problem,
    inFront: false,
    mounts: [],
  };
}

/** All bytes in a pipe without writers. */
function readAll(descriptor: number): string {
  try {
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

function enterSeatbelt({ profile }: Seatbelt, { argv, env }: Enclosed): EnteredSandbox {
  return {
    argv: ['/usr/bin/sandbox-exec', '-p', profile, ...argv],
    env,
    descriptors: [],
    spawned: () => {},
    finish: async () => ({ level: 'partial', isSetUp: true, unrouted: null }),
  };
}
