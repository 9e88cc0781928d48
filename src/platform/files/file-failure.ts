import { cannot, errnoOf, messageOf, ToolFailure } from '../../core/failure.ts';

const states: Readonly<Record<string, readonly [state: string, wanted: string]>> = {
  ENOENT: ['no such file', 'an existing file'],
  ENOTDIR: ['a part of the path is not a folder', 'a path below folders'],
  EISDIR: ['it is a folder', 'a file'],
  EACCES: ['permission denied', 'access to it and to its folder'],
  EPERM: [
    'the system does not permit it',
    'access to it and to its folder, neither immutable nor for appending alone (lsattr)',
  ],
  EEXIST: ['it was created meanwhile', 'no such file'],
  ELOOP: ['it became a symbolic link meanwhile', 'the file that was resolved'],
  EROFS: ['the file system is read-only', 'a writable place'],
  ENOSPC: ['the disk is full', 'room for the new content (df and df -i tell)'],
  EDQUOT: ['the disk quota is used up', 'room for the new content'],
  EFBIG: ['the content passes the file size limit', 'a smaller one, or a higher limit (ulimit -f)'],
  ENAMETOOLONG: ['a name in it is too long', 'a shorter name'],
  EMFILE: ['too many files are open', 'a free descriptor, or a higher limit (ulimit -n)'],
  ENFILE: ['too many files are open in the whole system', 'a free descriptor'],
  EIO: ['its disk or device reports an error (EIO)', 'a sound one'],
  ENOMEM: ['the system has no memory left', 'free memory'],
  ESTALE: ['the server of its file system has it no more', 'a file that is still there'],
  ENXIO: ['it is a socket, a pipe without a reader or a device that is not there', 'a regular file'],
  ETXTBSY: ['it is a program that runs now', 'a file nobody executes'],
  EBADF: ['it is not open for that', 'one that is'],
  EAGAIN: ['it would block', 'a regular file'],
  ECONNREFUSED: ['nobody listens there', 'a socket that somebody listens at'],
};

/** What a system error code means for a file, and what is wanted instead. */
export function systemState(code: string): readonly [state: string, wanted: string] {
  return states[code] ?? [`the system says ${code}`, 'the system to allow it'];
}

/** The words for a problem given as a system error code; anything else unchanged. */
export function problemInWords(problem: string): string {
  return states[problem]?.[0] ?? problem;
}

/** Codes with another meaning for a place that is made with its folders, through links, than for a resolved file. */
const placeStates: Readonly<Record<string, readonly [state: string, wanted: string]>> = {
  EEXIST: ['a part of the path is not a folder', 'a path below folders'],
  ELOOP: ['it leads through a loop of symbolic links', 'a path that can be resolved'],
};

/** Like `systemState`, for such a place. */
export function stateOfPlace(code: string): readonly [state: string, wanted: string] {
  return placeStates[code] ?? systemState(code);
}

/** Why an action on such a place failed, for a sentence that names it and what is wanted: without system calls and file names of ours. */
export function reasonOf(error: unknown): string {
  const code = errnoOf(error);
  return code === null ? messageOf(error) : stateOfPlace(code)[0];
}

/** A failure whose `cause` is the system's error. */
export function causedFailure(
  action: string,
  shown: string,
  [state, wanted]: readonly [state: string, wanted: string],
  cause: unknown,
): ToolFailure {
  const failure = cannot(action, shown, state, wanted);
  failure.cause = cause;
  return failure;
}

/** The failure for a system error about `shown`, kept as its `cause`. Returns a ToolFailure as it is; rethrows any other error. */
export function systemFailure(action: string, shown: string, error: unknown): ToolFailure {
  if (error instanceof ToolFailure) return error;
  const code = errnoOf(error);
  if (code === null) throw error;
  return causedFailure(action, shown, systemState(code), error);
}
