/** The shells that may run a command, by grammar; in argv mode there is none. */
export type ShellFlavour = 'bash' | 'sh' | 'pwsh' | 'powershell' | 'git-bash';

/** A path as the caller wrote it and as the system resolves it. */
export interface EffectPath {
  /** Absolute and normalised, with the symlinks of the longest existing prefix resolved. */
  readonly path: string;
  /** The text the caller gave. */
  readonly given: string;
}

export type ExecEffect = {
  readonly kind: 'exec';
  /** Shell text; null in argv mode. */
  readonly script: string | null;
  /** The arguments in argv mode, including the program; null when a shell reads `script`. */
  readonly argv: readonly string[] | null;
  readonly shell: ShellFlavour | null;
  /** Real absolute path. */
  readonly cwd: string;
  /** Variables set by this call only, never the whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** PATH in which the program will be looked up. */
  readonly searchPath: string;
  readonly host: string;
  readonly pty: boolean;
  readonly elevated: boolean;
  /** Standard input of the command; null for none. `text` is null if it is known only at run time. */
  readonly fed: { readonly text: string | null } | null;
};
export type ReadEffect = { readonly kind: 'read' } & EffectPath;
export type ListEffect = { readonly kind: 'list' } & EffectPath;
export type WriteEffect = {
  readonly kind: 'write';
  /** SHA-256 of the content before and after; null for no file, or if the tool does not know it. */
  readonly before: string | null;
  readonly after: string | null;
} & EffectPath;
export type SignalEffect = { readonly kind: 'signal'; readonly session: string };
/** A process that may read the input sent to a session. */
export interface InputReader {
  /** Its process name, which it may have chosen itself. */
  readonly name: string;
  /** Path of its executable; empty if the system does not tell. */
  readonly program: string;
  /** Its arguments; null if there are too many to report. */
  readonly argv: readonly string[] | null;
}
/** A background session whose input one yes may cover. */
export interface TypedSession {
  readonly id: string;
  /** The node that it is on; null for a session of this machine. */
  readonly node: string | null;
}
export type InputEffect = {
  readonly kind: 'input';
  readonly session: string;
  /** The node that the session is on; absent for one of this machine. */
  readonly node?: string;
  /** The line accumulated so far, including the new input. */
  readonly data: string;
  /** The shell or interpreter that may read the input and run it; null if none is known. */
  readonly interpreter: ShellFlavour | 'other' | null;
  /** All processes of the session that may read it, now or later; empty if the system does not tell, null on another machine. */
  readonly readers: readonly InputReader[] | null;
  /** PATH in which the session's programs were looked up. */
  readonly searchPath: string;
  /** Whether the session has a terminal, so that keys may edit a line; if absent there may be one. */
  readonly terminal?: boolean;
};
/** The call runs on another host than the configured one; both are names of hosts. */
export type MoveEffect = { readonly kind: 'move'; readonly from: string; readonly to: string };
export type SkillEffect = { readonly kind: 'skill'; readonly name: string };

/** What a call will do to the system. Policy sees effects, never tools. */
export type Effect =
  | ExecEffect
  | ReadEffect
  | ListEffect
  | WriteEffect
  | SignalEffect
  | InputEffect
  | SkillEffect
  | MoveEffect;
