import { isRecord } from '../../src/core/record.ts';
import { Connection, type ConnectionOptions, type Handler } from '../../src/wire/connection.ts';

/** A byte stream fed by hand. */
export class Feed implements AsyncIterable<Uint8Array> {
  readonly #chunks: Uint8Array[] = [];
  #ended = false;
  #wake: () => void = () => {};

  push(chunk: string | Uint8Array): void {
    this.#chunks.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) yield chunk;
      else if (this.#ended) return;
      else await new Promise<void>((wake) => (this.#wake = wake));
    }
  }
}

/** Lines written by the other side, to be awaited one by one. */
export class Lines {
  readonly all: string[] = [];
  #rest = '';
  #taken = 0;
  #wake: () => void = () => {};
  readonly #decoder = new TextDecoder();

  write = async (bytes: Uint8Array): Promise<void> => {
    const parts = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split('\n');
    this.#rest = parts.pop() ?? '';
    this.all.push(...parts);
    this.#wake();
  };

  async next(): Promise<Record<string, unknown>> {
    const value: unknown = JSON.parse(await this.nextText());
    if (!isRecord(value)) throw new Error(`not an object: ${JSON.stringify(value)}`);
    return value;
  }

  async nextText(): Promise<string> {
    for (;;) {
      const line = this.all[this.#taken];
      if (line !== undefined) {
        this.#taken += 1;
        return line;
      }
      await new Promise<void>((wake) => (this.#wake = wake));
    }
  }
}

/** A connection under test with the far end in the test's hands. */
export function connect(handler: Handler, options: Partial<ConnectionOptions> = {}) {
  const feed = new Feed();
  const lines = new Lines();
  const connection = new Connection({
    input: feed,
    write: lines.write,
    handler,
    maxInputBytes: 1024 * 1024,
    ...options,
  });
  return { feed, lines, connection, ended: connection.run() };
}

/** Sends `input` as a whole and returns every line answered, once all requests are done. */
export async function exchange(
  handler: Handler,
  input: string | Uint8Array | readonly Uint8Array[],
  options: Partial<ConnectionOptions> = {},
): Promise<readonly string[]> {
  const { feed, lines, connection, ended } = connect(handler, options);
  for (const chunk of typeof input === 'string' || input instanceof Uint8Array ? [input] : input)
    feed.push(chunk);
  feed.end();
  await ended;
  await connection.idle();
  return lines.all;
}
