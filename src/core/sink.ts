/** A piece of output as it arrives. `stdout` is also the name of merged streams. `bytes` may be kept by the receiver. */
export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr';
  readonly bytes: Uint8Array;
}

/** Running totals of a call, counted from its start. */
export interface Progress {
  readonly bytes: number;
  readonly lines: number;
  readonly binary: boolean;
}

/** Where a running tool sends what can be shown before it ends. A returned promise is back-pressure: the tool reads on after it. */
export interface Sink {
  output(chunk: OutputChunk): void | Promise<void>;
  progress(progress: Progress): void;
}

/** A sink that drops everything, for calls nobody watches. */
export const silentSink: Sink = { output() {}, progress() {} };
