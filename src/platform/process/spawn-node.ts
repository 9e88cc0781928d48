import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Child, ChildRequest, ChildWriter, Exit } from './child.ts';
import { claimChild } from './owned-children.ts';
import { inputLimit } from './pipe-writer.ts';

/** Resolves at the stream's end; its chunks go to `onBytes`, with the stream paused while a returned promise is pending. */
function readStream(stream: Readable, onBytes: (bytes: Uint8Array) => void | Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    stream.on('data', (bytes: Buffer) => {
      const pressure = onBytes(bytes);
      if (pressure === undefined) return;
      stream.pause();
      void Promise.resolve(pressure).finally(() => stream.resume());
    });
    stream.on('error', () => resolve());
    stream.on('close', () => resolve());
  });
}

/** A stream as a bounded writer. */
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

/** The portable way to start a child, under Node, Deno and where libc is out of reach; order between the streams is not kept. */
export async function spawnPortably(request: ChildRequest): Promise<Child> {
  const { argv, stdin } = request;
  const stdinOption =
    stdin.kind === 'closed' ? 'ignore' : stdin.kind === 'descriptor' ? stdin.descriptor : 'pipe';
  const child = spawn(argv[0] ?? '', argv.slice(1), {
    cwd: request.cwd,
    env: { ...request.env },
    detached: process.platform !== 'win32',
    windowsHide: true,
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
  let lastOutputAt = 0;
  const receive = (stream: 'stdout' | 'stderr') => (bytes: Uint8Array) => {
    lastOutputAt = performance.now();
    return request.onOutput(stream, bytes);
  };
  const errStream = request.streams === 'merged' ? 'stdout' : 'stderr';
  const drained = Promise.all([
    readStream(stdout, receive('stdout')),
    readStream(stderr, receive(errStream)),
  ]);
  return {
    pid,
    exited,
    drained: drained.then(() => {}),
    get lastOutputAt() {
      return lastOutputAt;
    },
    ordered: request.streams === 'split',
    ...(input === null ? {} : { input }),
    release: () => {
      input?.close();
      stdout.destroy();
      stderr.destroy();
    },
  };
}
