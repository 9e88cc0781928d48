/** A piece of output as it arrives; merged streams are `stdout`. The receiver may keep `bytes`. */
export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr';
  readonly bytes: Uint8Array;
}

/** Totals since a call started. */
export interface Progress {
  readonly bytes: number;
  readonly lines: number;
  readonly binary: boolean;
}

/** Receives what a running tool can show before it ends. A returned promise is back-pressure: the tool reads on once it settles. */
export interface Sink {
  output(chunk: OutputChunk): void | Promise<void>;
  progress(progress: Progress): void;
}

/** A sink that drops everything, for calls that nobody watches. */
export const silentSink: Sink = { output() {}, progress() {} };
