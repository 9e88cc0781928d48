import { closeSync, readFileSync, writeSync } from 'node:fs';
import { isExecutable } from '../machine/lookup.ts';
import { whyWithoutCalls } from '../system/libc-library.ts';
import { loadSystemCalls, type SystemCalls } from '../system/system-calls.ts';
import { dropCapabilities } from './capabilities.ts';
import { restrictByLandlock } from './landlock.ts';
import { mountProblem } from './sandbox-mounts.ts';
import type { LaunchJob } from './sandbox-spec.ts';
import { seccompProgram } from './seccomp.ts';

const SIGPIPE = 13;
const SIGXFSZ = 25;
const PR_SET_PDEATHSIG = 1;
const PR_SET_SECCOMP = 22;
const PR_SET_NO_NEW_PRIVS = 38;
const SECCOMP_MODE_FILTER = 2;
const SIGKILL = 9;
const closeRange = 436;
const CLOSE_RANGE_CLOEXEC = 4;
/** Exit status of a shell for a program that could not be started. */
const cannotExecute = 126;

/**
 * Applies the restrictions of the job in descriptor `word` to this process and becomes its command. Returns an exit status
 * only if that fails; the command never runs with fewer restrictions.
 */
export async function runLaunch(word: string): Promise<number> {
  const descriptor = Number(word);
  const job: LaunchJob = JSON.parse(readFileSync(descriptor, 'utf8'));
  closeSync(descriptor);
  const calls = await loadSystemCalls();
  const fail = (state: string, program = 'the sandbox'): number => {
    writeSync(2, `agent-tools: Cannot start ${program}: ${state}\n`);
    if (job.problem !== null) writeSync(job.problem, 'failed');
    return cannotExecute;
  };
  if (calls === null) return fail(whyWithoutCalls());
  const misplaced = mountProblem(job.mounts);
  if (misplaced !== null) return fail(misplaced);
  if (job.inFront) calls.takeTerminal();
  const problem = job.restrict === null ? null : restrict(calls, job.restrict);
  if (problem !== null) return fail(problem);
  // The runtime ignores both signals, and the command would inherit that.
  calls.resetSignal(SIGPIPE);
  calls.resetSignal(SIGXFSZ);
  calls.call(closeRange, 3, 0xffffffff, CLOSE_RANGE_CLOEXEC);
  const [program = ''] = job.argv;
  calls.execute(program, job.argv, job.env);
  return fail(
    `it cannot be executed${isExecutable(program) ? '' : ', or is not to be seen from inside'}`,
    program,
  );
}

/** Restricts this process; returns why that failed, or null. */
function restrict(
  calls: SystemCalls,
  { rules, hasNetwork }: NonNullable<LaunchJob['restrict']>,
): string | null {
  calls.prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (calls.prctl(PR_SET_NO_NEW_PRIVS, 1) !== 0) return 'the kernel does not let it give up privileges';
  if (!dropCapabilities(calls)) return 'the kernel does not let it give up capabilities';
  if (!restrictByLandlock(calls, rules, hasNetwork)) return 'the kernel refuses the rules of Landlock';
  const filter = seccompProgram(process.arch === 'arm64' ? 'arm64' : 'x64', {
    hasSockets: hasNetwork,
    seesProcesses: true,
  });
  // struct sock_fprog: the number of instructions, padding, and where they are.
  const program = new Uint8Array(16);
  new DataView(program.buffer).setUint16(0, filter.length / 8, true);
  new DataView(program.buffer).setBigUint64(8, calls.addressOf(filter), true);
  if (calls.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program) !== 0)
    return 'the kernel refuses the filter of system calls';
  return null;
}
