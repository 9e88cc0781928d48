import { chmodSync, lstatSync, unlinkSync } from 'node:fs';
import { isBun } from '../system/runtime.ts';

/** One end of a connection between two processes of this machine. */
export interface LocalStream {
  /** The peer's bytes, until it closes its end. */
  readonly input: AsyncIterable<Uint8Array>;
  /** Resolves when the system has the bytes; rejects if the peer is gone. */
  write(bytes: Uint8Array): Promise<void>;
  close(): void;
}

export interface LocalListener {
  /** Accepts no more connections and removes the socket. */
  close(): void;
}

/** Most bytes of a socket path in `sun_path`, with room for the terminator (unix(7); 104 on macOS). */
export const longestSocketPath = process.platform === 'linux' ? 107 : 103;

/** Received bytes that may be pending before the peer is made to wait. */
const pressureBytes = 1_048_576;

/** Queues chunks for one reader. */
class Inbox implements AsyncIterable<Uint8Array> {
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isEnded = false;
  #wake: (() => void) | null = null;
  readonly #onPressure: (isFull: boolean) => void;

  constructor(onPressure: (isFull: boolean) => void) {
    this.#onPressure = onPressure;
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > pressureBytes) this.#onPressure(true);
    this.#wake?.();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunks = this.#chunks;
      this.#chunks = [];
      if (this.#bytes > pressureBytes) this.#onPressure(false);
      this.#bytes = 0;
      yield* chunks;
      if (this.#chunks.length > 0) continue;
      if (this.#isEnded) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
  }
}

/** A stream over a socket that takes what it can and calls back when it takes more. */
class BunStream implements LocalStream {
  readonly input: Inbox;
  readonly #socket: Bun.Socket<BunStream | null>;
  readonly #waiting: { bytes: Uint8Array; resolve: () => void; reject: (error: Error) => void }[] = [];
  #isClosed = false;

  constructor(socket: Bun.Socket<BunStream | null>) {
    this.#socket = socket;
    this.input = new Inbox((isFull) => {
      if (this.#isClosed) return;
      if (isFull) socket.pause();
      else socket.resume();
    });
  }

  write(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bytes, resolve, reject });
      if (this.#waiting.length === 1) this.flush();
    });
  }

  flush(): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const written = this.#isClosed ? -1 : this.#socket.write(new Uint8Array(first.bytes));
      if (written < 0) {
        this.ended();
        return;
      }
      if (written < first.bytes.length) {
        first.bytes = first.bytes.subarray(written);
        return;
      }
      this.#waiting.shift();
      first.resolve();
    }
  }

  ended(): void {
    this.#isClosed = true;
    this.input.end();
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('the connection is closed'));
  }

  close(): void {
    if (!this.#isClosed) this.#socket.end();
    this.ended();
  }
}

function bunHandlers(onOpen: (stream: BunStream) => void): Bun.SocketHandler<BunStream | null> {
  return {
    binaryType: 'uint8array',
    open(socket) {
      socket.data = new BunStream(socket);
      onOpen(socket.data);
    },
    data: (socket, chunk) => socket.data?.input.push(new Uint8Array(chunk)),
    drain: (socket) => socket.data?.flush(),
    end: (socket) => socket.data?.close(),
    close: (socket) => socket.data?.ended(),
    error: (socket) => socket.data?.close(),
  };
}

/** Listens on a socket to which only its owner can connect. Throws the system's error. */
export async function listenLocally(
  path: string,
  onStream: (stream: LocalStream) => void,
): Promise<LocalListener> {
  const close = await (isBun ? listenWithBun(path, onStream) : listenWithNode(path, onStream));
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return {
    close() {
      close();
      try {
        if (process.platform !== 'win32') unlinkSync(path);
      } catch {
        // The runtime has removed it.
      }
    },
  };
}

function listenWithBun(path: string, onStream: (stream: LocalStream) => void): () => void {
  const server = Bun.listen<BunStream | null>({ unix: path, data: null, socket: bunHandlers(onStream) });
  return () => server.stop();
}

async function listenWithNode(path: string, onStream: (stream: LocalStream) => void): Promise<() => void> {
  const { createServer } = await import('node:net');
  const server = createServer((socket) => onStream(nodeStream(socket)));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return () => void server.close();
}

function nodeStream(socket: import('node:net').Socket): LocalStream {
  socket.on('error', () => {});
  return {
    input: socket,
    write: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    close: () => void socket.destroy(),
  };
}

/** Removes the socket of a dead listener; anything else at this path stays. */
export function removeSocket(path: string): void {
  try {
    if (lstatSync(path).isSocket()) unlinkSync(path);
  } catch {
    // It is gone.
  }
}

/** Connects to a local socket. Throws the system's error if nothing listens there or no descriptor is left. */
export function connectLocally(path: string): Promise<LocalStream> {
  return isBun ? connectWithBun(path) : connectWithNode(path);
}

/** Whether any process of this machine listens on a socket, in whatever namespace, even if it does not answer. */
export async function isListened(path: string): Promise<boolean> {
  try {
    (await connectLocally(path)).close();
    return true;
  } catch {
    return false;
  }
}

async function connectWithBun(path: string): Promise<LocalStream> {
  const socket = await Bun.connect<BunStream | null>({
    unix: path,
    data: null,
    socket: bunHandlers(() => {}),
  });
  if (socket.data === null) throw new Error('not connected');
  return socket.data;
}

async function connectWithNode(path: string): Promise<LocalStream> {
  const { connect } = await import('node:net');
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(nodeStream(socket));
    });
  });
}
