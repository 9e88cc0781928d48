/** How a process ended; exactly one is set, both are null when the runtime could not tell. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

export type ChildInput =
  | { readonly kind: 'closed' }
  /** A descriptor of ours the child reads itself. */
  | { readonly kind: 'descriptor'; readonly descriptor: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

export interface ChildRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: ChildInput;
  /** Merged streams share one pipe, so arrival order is real. */
  readonly streams: 'merged' | 'split';
  /** Receives output as it arrives; reading goes on when a returned promise resolves. */
  onOutput(stream: 'stdout' | 'stderr', bytes: Uint8Array): void | Promise<void>;
}

/** A running child in its own session; its process group is its pid. */
export interface Child {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** Resolves when every pipe is at its end or was let go. */
  readonly drained: Promise<void>;
  /** Time of the last output, in `performance.now()` milliseconds; 0 before any. */
  readonly lastOutputAt: number;
  /** Whether arrival order between stdout and stderr is real. */
  readonly ordered: boolean;
  /** Stops reading and closes our ends; what is written later is nobody's. */
  release(): void;
}
