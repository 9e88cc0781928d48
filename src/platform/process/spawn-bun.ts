import { closeSync } from 'node:fs';
import type { Libc } from '../system/libc.ts';
import { leavingThreads } from '../system/thread-reserve.ts';
import type { Child, ChildInput, ChildRequest, Taking } from './child.ts';
import { discardChild, exitOf } from './exit-bun.ts';
import { claimChild } from './owned-children.ts';
import { PipeWriter } from './pipe-writer.ts';
import { explainRead } from './start-failure.ts';
import { Handing } from './taking.ts';

type Pipe = { readonly read: number; readonly write: number };

function openPipes(libc: Libc, count: number): readonly Pipe[] {
  const pipes: Pipe[] = [];
  for (let index = 0; index < count; index += 1) {
    const pipe = libc.pipe();
    if (pipe === null) {
      for (const { read, write } of pipes) {
        closeSync(read);
        closeSync(write);
      }
      throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    }
    pipes.push(pipe);
  }
  return pipes;
}

function stdinOf(input: ChildInput, open: Pipe | undefined): 'ignore' | number | Uint8Array<ArrayBuffer> {
  switch (input.kind) {
    case 'closed':
      return 'ignore';
    case 'open':
      return open?.read ?? 'ignore';
    case 'descriptor':
      return input.descriptor;
    case 'bytes':
      return new Uint8Array(input.bytes);
  }
}

interface ChunkReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** The read end of a pipe, and the program that prints into it. */
interface Source {
  readonly libc: Libc;
  readonly descriptor: number;
  readonly program: string;
}

/** Reads one pipe in chunks until its end or release. */
class PipeReader extends Handing implements Taking {
  readonly done: Promise<void>;
  readonly #reader: ChunkReader;
  readonly #libc: Libc;
  readonly #descriptor: number;
  readonly #program: string;
  #released = false;

  constructor({ libc, descriptor, program }: Source, onBytes: (bytes: Uint8Array) => void | Promise<void>) {
    super(onBytes);
    this.#libc = libc;
    this.#descriptor = descriptor;
    this.#program = program;
    this.#reader = Bun.file(descriptor).stream().getReader();
    this.done = this.#readAll();
  }

  async #readAll(): Promise<void> {
    try {
      for (;;) {
        let chunk: Awaited<ReturnType<ChunkReader['read']>>;
        try {
          // Without a promise more in between: what the runtime has read ahead must not be taken for an empty pipe (drain.ts).
          chunk = await this.#reader.read();
        } catch (error) {
          throw explainRead(error, this.#program);
        }
        if (chunk.done || chunk.value === undefined || this.#released) break;
        const pressure = this.hand(chunk.value);
        if (pressure !== undefined) await pressure;
      }
    } finally {
      this.release();
    }
  }

  get unread(): number {
    return this.#released ? 0 : this.#libc.unread(this.#descriptor);
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    void this.#reader.cancel().catch(() => {});
    closeSync(this.#descriptor);
  }
}

/** Announces a running child and reads its output; if that throws, reading stops. */
function takeOutput(
  libc: Libc,
  pipes: readonly Pipe[],
  { pid, request }: { readonly pid: number; readonly request: ChildRequest },
): readonly PipeReader[] {
  const readers: PipeReader[] = [];
  try {
    request.onSpawned?.(pid);
    const program = request.argv[0] ?? '';
    for (const [index, { read: descriptor }] of pipes.entries()) {
      const stream = index === 0 ? 'stdout' : 'stderr';
      const source = { libc, descriptor, program };
      readers.push(new PipeReader(source, (bytes) => request.onOutput(stream, bytes)));
    }
    return readers;
  } catch (error) {
    for (const reader of readers) reader.release();
    for (const { read } of pipes.slice(readers.length)) closeSync(read);
    throw error;
  }
}

/** Starts a child over descriptors of our own, so that the runtime buffers nothing unseen and merged order is real. */
export function spawnWithDescriptors(libc: Libc, request: ChildRequest): Child {
  const isOpen = request.stdin.kind === 'open';
  const opened = openPipes(libc, (request.streams === 'merged' ? 1 : 2) + (isOpen ? 1 : 0));
  const stdin = isOpen ? opened[0] : undefined;
  const pipes = isOpen ? opened.slice(1) : opened;
  const [out, err] = [pipes[0], pipes[1] ?? pipes[0]];
  if (out === undefined || err === undefined) throw new Error('no pipe');
  let started: Bun.Subprocess;
  let input: PipeWriter | null = null;
  try {
    if (stdin !== undefined) input = new PipeWriter(stdin.write);
    started = leavingThreads(() =>
      Bun.spawn([...request.argv], {
        cwd: request.cwd,
        env: { ...request.env },
        detached: true,
        stdio: [stdinOf(request.stdin, stdin), out.write, err.write, ...(request.descriptors ?? [])],
      }),
    );
  } catch (error) {
    for (const { read } of pipes) closeSync(read);
    input?.close();
    throw error;
  } finally {
    for (const { write } of pipes) closeSync(write);
    if (stdin !== undefined) closeSync(stdin.read);
  }
  const disown = claimChild(started.pid);
  let readers: readonly PipeReader[];
  try {
    readers = takeOutput(libc, pipes, { pid: started.pid, request });
  } catch (error) {
    discardChild(started, disown);
    input?.close();
    throw error;
  }
  const drained = Promise.all(readers.map((reader) => reader.done)).then(() => {});
  // Reported to whoever awaits it, which may be nobody yet when reading fails.
  drained.catch(() => {});
  return {
    pid: started.pid,
    exited: exitOf(started).finally(disown),
    drained,
    takings: readers,
    ordered: true,
    ...(input === null ? {} : { input }),
    release: () => {
      input?.close();
      for (const reader of readers) reader.release();
    },
  };
}
