/** What a front end serves a client through. */
export interface ServeIo {
  readonly input: AsyncIterable<Uint8Array>;
  /** Writes all bytes; rejects if the peer is gone. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Aborted when the process must end: by a signal, or with a ToolFailure because the parent died or an internal fault occurred. */
  readonly stop: AbortSignal;
  /** Milliseconds for which the client has read nothing of the queued output; 0 if there is none. */
  readonly stalledMs?: () => number;
}
