/** How a process ended; exactly one is set, or both are null if the runtime could not tell. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The end of a process that the runtime could not tell. */
export const untold: Exit = { code: null, signal: null };

export type ChildInput =
  | { readonly kind: 'closed' }
  /** A descriptor of ours that the child reads itself. */
  | { readonly kind: 'descriptor'; readonly descriptor: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** A pipe that stays open: `Child.input` writes to it. */
  | { readonly kind: 'open' };

/** Writes to a running child, in order. */
export interface ChildWriter {
  /** Takes all of the bytes, or none and returns false if too many are pending for a child that does not read. */
  write(bytes: Uint8Array): boolean;
  /** Pending bytes. */
  readonly queued: number;
  /** The system's name of this pipe in every process that holds it; null for a terminal and if the system gives none. */
  readonly identity: string | null;
  readonly isOpen: boolean;
  /** Ends the input after the pending bytes. */
  end(): void;
  /** Drops the pending bytes. */
  close(): void;
}

export interface TerminalSize {
  readonly cols: number;
  readonly rows: number;
}

/** How the program has set its terminal (termios(3), `c_lflag`). */
export interface TerminalFlags {
  readonly echo: boolean;
  /** Whether the program gets input line by line. */
  readonly canonical: boolean;
  /** Whether C-c and the like become signals. */
  readonly signals: boolean;
}

/** Our side of a child's terminal. */
export interface ChildTerminal extends ChildWriter {
  /** Bytes of the unfinished line, while the terminal edits lines itself. */
  readonly openLine: number;
  /** Whether the terminal dropped the end of a line that was too long. */
  readonly isInputCut: boolean;
  /** Whether the end of input was typed. */
  readonly isEnded: boolean;
  /** Takes all of the bytes, however many are pending: for bytes that are in memory anyhow. */
  give(bytes: Uint8Array): void;
  resize(size: TerminalSize): void;
  flags(): TerminalFlags;
}

export interface ChildRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: ChildInput;
  /** Merged streams share one pipe, so arrival order is real. */
  readonly streams: 'merged' | 'split';
  /** Gives it a terminal of this size as standard input and output: `stdin` is typed into it, and `streams` is ignored. */
  readonly terminal?: TerminalSize;
  /** Descriptors of ours that become its descriptors 3, 4 and so on. */
  readonly descriptors?: readonly number[];
  /** Called synchronously with the spawn, before anything else can happen. */
  onSpawned?(pid: number): void;
  /** Receives output as it arrives; reading continues when a returned promise resolves. */
  onOutput(stream: 'stdout' | 'stderr', bytes: Uint8Array): void | Promise<void>;
}

/** Progress in receiving one output stream of a child. */
export interface Taking {
  /** Time of the last output in `performance.now()` milliseconds: 0 before any, the current time while the receiver blocks. */
  readonly lastAt: number;
  /** Bytes handed on. */
  readonly received: number;
  /** The promise of the receiver that blocks the stream; null if none does. */
  readonly heldUp: Promise<void> | null;
  /** Bytes ready to be read, as far as the system tells. */
  readonly unread: number;
}

/** A running child in its own session; its process group is its pid. */
export interface Child {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** Resolves when every pipe is at its end or was released. */
  readonly drained: Promise<void>;
  /** The progress of each of its streams. */
  readonly takings: readonly Taking[];
  /** Whether arrival order between stdout and stderr is real. */
  readonly ordered: boolean;
  /** Its standard input, if that was to stay open. */
  readonly input?: ChildWriter;
  /** Its terminal, if it was given one. */
  readonly terminal?: ChildTerminal;
  /** Stops reading and closes our ends; later output is lost. */
  release(): void;
}
