import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { cannot, errnoOf } from '../../core/failure.ts';
import { longestArgument } from '../../core/longest-argument.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { causedFailure, reasonOf, systemState } from '../files/file-failure.ts';
import { isFolder } from '../files/stats.ts';
import type { ChildRequest } from './child.ts';

type Start = Pick<ChildRequest, 'argv' | 'env' | 'cwd'>;
/** What is wrong, what is wanted instead, and the code of the failure if it is not `tool_failed`. */
type Reason = readonly [state: string, wanted: string, code?: 'program_missing'];

const manyFiles: Reason = ['too many files are open', 'fewer calls at once, or a higher limit (ulimit -n)'];
const manyProcesses: Reason = [
  'the system has no room for another process',
  'fewer calls at once, or a higher limit (ulimit -u)',
];

/** By the system's error code; those that depend on the program are functions. */
const reasons: Readonly<Record<string, Reason | ((start: Start) => Reason)>> = {
  ENOENT: whyMissing,
  EACCES: (start) =>
    isPathTo(start, isFolder)
      ? ['it is a folder', 'a program']
      : ['it is not executable', 'a file with execute permission'],
  ENOEXEC: ['it is not a program the system can execute', 'a binary or a script with an interpreter line'],
  ETXTBSY: ['it is being written', 'a program that nobody has open for writing'],
  ENOTDIR: ["a part of its path, or of its interpreter's, is not a folder", 'a path below folders'],
  ELOOP: ['it leads through a loop of symbolic links', 'a path that can be resolved'],
  ENAMETOOLONG: ['its path, or a name in it, is too long', 'a shorter one'],
  E2BIG: whyTooLong,
  EMFILE: manyFiles,
  ENFILE: manyFiles,
  EAGAIN: manyProcesses,
  ENOMEM: manyProcesses,
};

/** Whether the program is given as a path, to something that passes a test. */
function isPathTo({ argv: [program = ''], cwd }: Start, test: (path: string) => boolean): boolean {
  return program.includes('/') && test(resolve(cwd, program));
}

function whyMissing(start: Start): Reason {
  if (isPathTo(start, existsSync))
    return ['the interpreter of its first line is missing', 'an interpreter that exists', 'program_missing'];
  const wanted = `a path or a name found in PATH (${start.env.PATH ?? 'not set'})`;
  return ['no such program', wanted, 'program_missing'];
}

function whyTooLong({ env }: Start): Reason {
  const wanted = 'a long text in a file or in stdin';
  for (const [name, value = ''] of Object.entries(env)) {
    const bytes = Buffer.byteLength(`${name}=${value}`);
    if (bytes > longestArgument)
      return [
        `${inQuotes(`${name}=`)} and its value have ${bytes} bytes, the system takes ${longestArgument} in a variable`,
        wanted,
      ];
  }
  return ['its arguments and environment are too long for the system', wanted];
}

function reasonFor(errno: string, error: unknown, start: Start): Reason {
  // /dev/null replaces the input of a program that gets none, and the system's error does not say which file it is about.
  if (process.platform !== 'win32' && !existsSync('/dev/null'))
    return ['there is no /dev/null', 'a system with its devices'];
  const reason = reasons[errno] ?? [reasonOf(error), 'the system to start it'];
  return typeof reason === 'function' ? reason(start) : reason;
}

/** Translates the system's error at the start of a program; returns anything else unchanged. */
export function explainStart(error: unknown, start: Start): unknown {
  const errno = errnoOf(error);
  if (errno === null) return error;
  return cannot('run', start.argv[0] ?? '', ...reasonFor(errno, error, start));
}

/** Translates the system's error while what a started program prints is read; returns anything else unchanged. */
export function explainRead(error: unknown, program: string): unknown {
  const errno = errnoOf(error);
  if (errno === null) return error;
  const [state, wanted] = systemState(errno);
  const told = [`${state}; it was started, and may have done its work`, wanted] as const;
  return causedFailure('read the output of', program, told, error);
}
