/** What a call brought: the text a model or a host would be given. */
export interface Answer {
  readonly text: string;
  /** Where the peer kept the whole output, if it said so. */
  readonly file?: string;
}

/** A call under way. */
export interface Call {
  readonly answer: Promise<Answer>;
  /** All of the output, where some may come after the answer. */
  readonly complete?: Promise<Answer>;
  /** Absent where the peer has no way to cancel. */
  cancel?(): void;
}

/** One running peer, or for a program that is started a call, the way to start it. */
export interface Connection {
  /** Bytes that came over its stdout so far. */
  received(): number;
  /** The process a host holds: the server, or the program of the last call. */
  process(): Bun.Subprocess<'pipe', 'pipe', 'ignore'>;
  /** `onPart` hears of every part of the output while it comes, where the program ends with its call. */
  call(work: string, onPart?: () => void): Call;
  /** Calls another tool, where there are several. */
  tool?(name: string, args: object): Promise<Answer>;
}

/** What is asked of a peer in its own terms; absent where it has no such thing. */
export interface Works {
  /** The answer holds `hello`. */
  readonly hello: string;
  /** 5 MB. */
  readonly flood: string;
  /** A shell with three long-running children. */
  readonly tree?: (mark: string) => string;
  /** A program that reads a stdin nobody gave it. */
  readonly cat?: string;
  readonly background?: (mark: string) => string;
}

export interface OpenOptions {
  readonly home: string;
  readonly mark: string;
}

export interface Peer {
  readonly name: string;
  readonly version: string;
  readonly works: Works;
  /** A server is started once and then called; anything else is started for every call. */
  readonly isServer: boolean;
  /** Whether its stdin is where its requests come from by its own design. */
  readonly hasInput: boolean;
  /** Its own way to end a command, where a cancelled call is not the only one. */
  readonly stop?: { readonly name: string; run(connection: Connection, work: string): Promise<void> };
  /** What is set up once in a home before anything is measured. */
  prepare?(open: () => Promise<Connection>): Promise<void>;
  /** Starts it and waits for its first answer. */
  open(options: OpenOptions): Promise<Connection>;
}

/** A peer that is not here, and why. */
export interface Absent {
  readonly name: string;
  readonly reason: string;
}
