import { createReadStream, fstatSync, readSync } from 'node:fs';
import { TurnsOfLoop } from '../../core/async/turn-of-loop.ts';
import { untilAborted } from '../../core/async/until-aborted.ts';
import { cannot, errnoOf, ToolFailure } from '../../core/failure.ts';
import { decodeStrictly } from '../../core/text/utf8.ts';
import { systemFailure } from '../files/file-failure.ts';
import { readProc } from '../process/proc-file.ts';
import { loadTty } from './builtins.ts';
import { isBun } from './runtime.ts';

/** What a descriptor refers to, as far as it matters for passing it on. */
export type DescriptorKind = 'terminal' | 'pipe' | 'file' | 'socket' | 'device' | 'closed';

/** /dev/null on Linux: major 1, minor 3. */
const nullDevice = 0x103;

/** The kind of a descriptor of ours. What the system tells no kind of counts as a pipe: it is passed on, and its use says what is wrong. */
export function descriptorKind(descriptor: number): DescriptorKind {
  try {
    const stat = fstatSync(descriptor);
    if (stat.isFIFO()) return 'pipe';
    if (stat.isFile()) return 'file';
    if (stat.isSocket()) return 'socket';
    if (!stat.isCharacterDevice() || stat.rdev === nullDevice) return 'device';
    return loadTty().isatty(descriptor) ? 'terminal' : 'device';
  } catch (error) {
    return errnoOf(error) === 'EBADF' ? 'closed' : 'pipe';
  }
}

/** In `flags` of /proc/PID/fdinfo: closed by the start of a program, so this one did not start with it. */
const closeOnExec = 0o2000000;

/**
 * Whether a standard descriptor was closed when this program started: the runtime then puts a /dev/null of its own in its
 * place, which would take all output, or end all input, in silence. False where the system does not tell.
 */
export function startedClosed(descriptor: number): boolean {
  if (descriptorKind(descriptor) === 'closed') return true;
  if (!isNullDevice(descriptor)) return false;
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readProc(`/proc/self/fdinfo/${descriptor}`))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & closeOnExec) !== 0;
  } catch {
    return false;
  }
}

/** The system's error for the use of a closed descriptor. */
export function closedError(): Error {
  return Object.assign(new Error('EBADF: bad file descriptor'), { code: 'EBADF' });
}

/** Whether standard input of this kind is passed to a command: a pipe, file or socket; a terminal stays the person's. */
export function isPassedOn(kind: DescriptorKind): boolean {
  return kind === 'pipe' || kind === 'file' || kind === 'socket';
}

/** The failure to read it: a folder, a file open for writing only, a disk error or a writer that died. */
function unreadable(error: unknown): ToolFailure {
  return systemFailure('read', 'standard input', error);
}

/**
 * Standard input in chunks until its end or the abort of the signal. Throws ToolFailure `tool_failed`, caused by the system's
 * error, also where this program was started without it.
 */
export async function* readStandardInput(signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  if (startedClosed(0)) throw unreadable(closedError());
  try {
    // On Windows a pipe cannot be opened as a stream everywhere (not in Wine); it can be read.
    const chunks: AsyncIterable<Uint8Array> =
      isBun && process.platform !== 'win32'
        ? Bun.stdin.stream()
        : createReadStream('', { fd: 0, autoClose: false });
    // A file, or a fast writer, never makes us wait.
    const turns = new TurnsOfLoop();
    for await (const chunk of signal === undefined ? chunks : untilAborted(chunks, signal)) {
      yield chunk;
      await turns.giveWhenDue();
    }
  } catch (error) {
    throw unreadable(error);
  }
}

/**
 * Reads all of standard input as text, before anything else runs. Throws ToolFailure past `limit` bytes, which says what is
 * wanted instead, and for anything but text, and `cancelled` if the signal is aborted before its end.
 */
export async function readStandardInputText(
  { limit, wanted }: { readonly limit: number; readonly wanted: string },
  signal: AbortSignal,
): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of descriptorKind(0) === 'file' ? partsAtOnce() : readStandardInput(signal)) {
    size += part.length;
    if (size > limit) throw unreadableInput(`it has more than ${limit} bytes`, wanted);
    parts.push(part);
  }
  if (signal.aborted) throw new ToolFailure('cancelled', 'Cancelled while standard input was read.');
  const text = decodeStrictly(Buffer.concat(parts));
  if (text === null) throw unreadableInput('it is not UTF-8', 'text');
  return text;
}

function unreadableInput(state: string, wanted: string): ToolFailure {
  return cannot('read', 'standard input', state, wanted, 'invalid_input');
}

/** The chunks of a file, read synchronously. */
function* partsAtOnce(): Generator<Uint8Array> {
  for (;;) {
    const part = Buffer.alloc(65_536);
    const count = readPart(part);
    if (count === 0) return;
    yield part.subarray(0, count);
  }
}

function readPart(part: Buffer): number {
  try {
    return readSync(0, part);
  } catch (error) {
    if (errnoOf(error) === 'EOF') return 0;
    throw unreadable(error);
  }
}

/** Whether two descriptors of ours lead to the same terminal, pipe or file. */
export function isSameTarget(one: number, other: number): boolean {
  try {
    const [a, b] = [fstatSync(one), fstatSync(other)];
    return a.ino === b.ino && a.dev === b.dev;
  } catch {
    return false;
  }
}

/** Whether a descriptor is /dev/null, so that writes to it are dropped. */
export function isNullDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).rdev === nullDevice;
  } catch {
    return false;
  }
}

/** Whether a descriptor is a terminal. */
export function isTerminal(descriptor: number): boolean {
  return descriptorKind(descriptor) === 'terminal';
}
