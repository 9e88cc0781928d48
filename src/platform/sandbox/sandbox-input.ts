import { closeSync, constants, openSync, readSync } from 'node:fs';
import { sleep } from '../../core/async/sleep.ts';
import { readBytes } from '../files/file-bytes.ts';
import { systemFailure } from '../files/file-failure.ts';
import type { ChildInput } from '../process/child.ts';
import { PipeWriter } from '../process/pipe-writer.ts';
import { loadLibc } from '../system/libc.ts';
import { loadedNoWait, loadNoWait } from '../system/nowait.ts';
import { descriptorKind } from '../system/stdio.ts';
import { loadSystemCalls, type SystemCalls } from '../system/system-calls.ts';
import { unable } from './sandbox-failure.ts';

/** Bytes read at once, and requested pipe size: with the usual 64 KiB, every piece would wait for the next check. */
const pieceBytes = 262_144;
const pipeBytes = 1_048_576;
/** Milliseconds between checks for room. */
const roomMs = 2;

const lseek = { x64: 8, arm64: 62 } as const;
const SEEK_SET = 0;
const SEEK_CUR = 1;

/** The standard input of a sandboxed command, until the command has ended. */
export interface SandboxInput {
  readonly stdin: ChildInput;
  /** Takes back the unread bytes. */
  end(): void;
}

/**
 * Prepares standard input for a command in namespaces. An open file from outside could be opened again by its descriptor
 * (/proc/self/fd/0), even for writing, and its mode be changed, because it is reached by the mount it was opened on: so its
 * bytes go through a pipe. A later reader continues where the command stopped. For the same reason a closed input is
 * `nullDevice`, if that is not the system's. Throws `tool_failed`.
 */
export async function sandboxInput(given: ChildInput, nullDevice: string | null): Promise<SandboxInput> {
  const asItIs = { stdin: given, end: () => {} };
  if (given.kind === 'closed' && nullDevice !== null) return nothing(nullDevice);
  if (given.kind !== 'descriptor' || descriptorKind(given.descriptor) !== 'file') return asItIs;
  const [libc, calls] = await Promise.all([loadLibc(), loadSystemCalls(), loadNoWait()]);
  if (libc === null || calls === null) return asItIs;
  const pipe = libc.pipe();
  if (pipe === null)
    throw unable('too many files are open', 'fewer calls at once, or a higher limit (ulimit -n)');
  loadedNoWait()?.widen(pipe.write, pipeBytes);
  const file = new FedFile(given.descriptor, pipe, calls);
  return { stdin: { kind: 'descriptor', descriptor: pipe.read }, end: () => file.end() };
}

function nothing(device: string): SandboxInput {
  try {
    const descriptor = openSync(device, 'r');
    return { stdin: { kind: 'descriptor', descriptor }, end: () => closeSync(descriptor) };
  } catch (error) {
    throw systemFailure('run in', 'the sandbox', error);
  }
}

/** Feeds a file piece by piece into a pipe. */
class FedFile {
  readonly #descriptor: number;
  readonly #calls: SystemCalls;
  readonly #reading: number;
  readonly #writer: PipeWriter;
  readonly #from: number;
  /** Bytes fed, read or not. */
  #taken = 0;

  constructor(
    descriptor: number,
    pipe: { readonly read: number; readonly write: number },
    calls: SystemCalls,
  ) {
    this.#descriptor = descriptor;
    this.#calls = calls;
    this.#reading = pipe.read;
    this.#writer = new PipeWriter(pipe.write);
    this.#from = this.#seek(0, SEEK_CUR);
    // A read error ends the input, as the end of the file does.
    void this.#feed().catch(() => this.#writer.end());
  }

  #seek(to: number, whence: number): number {
    return this.#calls.call(lseek[process.arch === 'arm64' ? 'arm64' : 'x64'], this.#descriptor, to, whence);
  }

  async #feed(): Promise<void> {
    for (;;) {
      const piece = await readBytes(this.#descriptor, pieceBytes, this.#from + this.#taken);
      while (this.#writer.isOpen && !this.#writer.write(piece)) await sleep(roomMs);
      if (!this.#writer.isOpen) return;
      this.#taken += piece.length;
      if (piece.length === 0) return this.#writer.end();
    }
  }

  /** Sets the file offset to where the command has read, for later readers. */
  end(): void {
    const handed = this.#taken - this.#writer.queued;
    this.#writer.close();
    const read = handed - leftIn(this.#reading, handed);
    closeSync(this.#reading);
    if (read > 0) this.#seek(this.#from + read, SEEK_SET);
  }
}

/** Number of unread bytes in a pipe, at most `limit`: other writers are not ours. */
function leftIn(pipe: number, limit: number): number {
  const descriptor = openSync(`/proc/self/fd/${pipe}`, constants.O_RDONLY | constants.O_NONBLOCK);
  const part = Buffer.allocUnsafe(Math.min(limit, pipeBytes) + 1);
  let left = 0;
  try {
    while (left < limit) {
      const count = readSync(descriptor, part);
      if (count === 0) break;
      left += count;
    }
  } catch {
    // It is empty.
  } finally {
    closeSync(descriptor);
  }
  return Math.min(left, limit);
}
