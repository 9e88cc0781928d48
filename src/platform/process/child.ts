/** How a process ended; exactly one is set, both are null when the runtime could not tell. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The end of a process that the runtime could not tell. */
export const untold: Exit = { code: null, signal: null };

export type ChildInput =
  | { readonly kind: 'closed' }
  /** A descriptor of ours the child reads itself. */
  | { readonly kind: 'descriptor'; readonly descriptor: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** A pipe that stays open: `Child.input` writes to it. */
  | { readonly kind: 'open' };

/** Writes to a running child, in order. */
export interface ChildWriter {
  /** Takes all of the bytes, or none and returns false when too many wait for a child that does not read. */
  write(bytes: Uint8Array): boolean;
  /** Bytes that wait. */
  readonly queued: number;
  /** What the system calls this pipe in every process that holds it; null for a terminal and where it does not tell. */
  readonly identity: string | null;
  readonly isOpen: boolean;
  /** Ends the input after what waits. */
  end(): void;
  /** Drops what waits. */
  close(): void;
}

export interface TerminalSize {
  readonly cols: number;
  readonly rows: number;
}

/** How the program has set its terminal (termios(3), `c_lflag`). */
export interface TerminalFlags {
  readonly echo: boolean;
  /** Whether input is given to the program by lines. */
  readonly canonical: boolean;
  /** Whether C-c and its like become signals. */
  readonly signals: boolean;
}

/** Our side of a child's terminal. */
export interface ChildTerminal extends ChildWriter {
  /** Bytes of the line that is typed and not ended, while it edits lines itself. */
  readonly openLine: number;
  /** Whether a line was typed of which it dropped the end, being too long. */
  readonly isInputCut: boolean;
  /** Takes all of the bytes, however many wait: for what is in memory anyhow. */
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
  /** Makes a terminal of this size its standard input and output: `stdin` is typed into it, `streams` then says nothing. */
  readonly terminal?: TerminalSize;
  /** Descriptors of ours that become its 3, 4 and so on. */
  readonly descriptors?: readonly number[];
  /** Called in the turn of the spawn itself, before anything else can happen. */
  onSpawned?(pid: number): void;
  /** Receives output as it arrives; reading goes on when a returned promise resolves. */
  onOutput(stream: 'stdout' | 'stderr', bytes: Uint8Array): void | Promise<void>;
}

/** How far what a child prints to one of its streams has been taken. */
export interface Taking {
  /** Time of the last output, in `performance.now()` milliseconds: 0 before any, now while its taker holds it up. */
  readonly lastAt: number;
  /** Bytes that were handed on. */
  readonly received: number;
  /** What is waited for while their taker holds them up; null while nothing is. */
  readonly heldUp: Promise<void> | null;
  /** Bytes that wait to be read, as far as the system tells. */
  readonly unread: number;
}

/** A running child in its own session; its process group is its pid. */
export interface Child {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** Resolves when every pipe is at its end or was let go. */
  readonly drained: Promise<void>;
  /** Of each of its streams. */
  readonly takings: readonly Taking[];
  /** Whether arrival order between stdout and stderr is real. */
  readonly ordered: boolean;
  /** Its standard input, when that was asked to stay open. */
  readonly input?: ChildWriter;
  /** Its terminal, when it was given one. */
  readonly terminal?: ChildTerminal;
  /** Stops reading and closes our ends; what is written later is nobody's. */
  release(): void;
}
