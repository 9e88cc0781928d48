import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { batchStart } from './batch-start.ts';
import type { Child, ChildRequest, ChildWriter, Exit, Taking } from './child.ts';
import { claimChild } from './owned-children.ts';
import { inputLimit } from './pipe-writer.ts';
import { Handing } from './taking.ts';

/** Reads one stream to its end, paused while the receiver blocks. */
class StreamReader extends Handing implements Taking {
  readonly done: Promise<void>;
  readonly #stream: Readable;

  constructor(stream: Readable, onBytes: (bytes: Uint8Array) => void | Promise<void>) {
    super(onBytes);
    this.#stream = stream;
    this.done = new Promise((resolve) => {
      stream.on('error', () => resolve());
      stream.on('close', () => resolve());
    });
    stream.on('data', (bytes: Buffer) => {
      const pressure = this.hand(bytes);
      if (pressure === undefined) return;
      stream.pause();
      void pressure.finally(() => stream.resume());
    });
  }

  /** Bytes that the runtime has read ahead; those still in the pipe are unknown. */
  get unread(): number {
    return this.#stream.readableLength;
  }
}

/** Wraps a stream as a bounded writer. */
function writerOf(stream: Writable): ChildWriter {
  stream.on('error', () => {});
  return {
    identity: null,
    write: (bytes) => {
      if (stream.writableLength + bytes.length > inputLimit) return false;
      stream.write(bytes);
      return true;
    },
    get queued() {
      return stream.writableLength;
    },
    get isOpen() {
      return stream.writable;
    },
    end: () => void stream.end(),
    close: () => void stream.destroy(),
  };
}

/** The folder of Windows, by our own environment: that of a command may be anything. */
function systemRoot(): string {
  return process.env.SystemRoot ?? 'C:\\Windows';
}

/** Starts a child portably, under Node, Deno and without libc; the order between its streams is not kept. */
export async function spawnPortably(request: ChildRequest): Promise<Child> {
  const { argv, stdin } = request;
  const stdinOption =
    stdin.kind === 'closed' ? 'ignore' : stdin.kind === 'descriptor' ? stdin.descriptor : 'pipe';
  const batch = process.platform === 'win32' ? batchStart(argv, request.cwd, systemRoot()) : null;
  const { program, words } = batch ?? { program: argv[0] ?? '', words: argv.slice(1) };
  const child = spawn(program, words, {
    cwd: request.cwd,
    env: { ...request.env },
    detached: process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: batch !== null,
    stdio: [stdinOption, 'pipe', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const { pid, stdout, stderr } = child;
  if (pid === undefined || stdout === null || stderr === null) throw new Error('no process');
  const disown = claimChild(pid);
  request.onSpawned?.(pid);
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      disown();
      resolve({ code, signal });
    });
  });
  if (stdin.kind === 'bytes') {
    child.stdin?.on('error', () => {});
    child.stdin?.end(stdin.bytes);
  }
  const input = stdin.kind === 'open' && child.stdin !== null ? writerOf(child.stdin) : null;
  const errStream = request.streams === 'merged' ? 'stdout' : 'stderr';
  const readers = [
    new StreamReader(stdout, (bytes) => request.onOutput('stdout', bytes)),
    new StreamReader(stderr, (bytes) => request.onOutput(errStream, bytes)),
  ];
  return {
    pid,
    exited,
    drained: Promise.all(readers.map(({ done }) => done)).then(() => {}),
    takings: readers,
    ordered: request.streams === 'split',
    ...(input === null ? {} : { input }),
    release: () => {
      input?.close();
      stdout.destroy();
      stderr.destroy();
    },
  };
}
