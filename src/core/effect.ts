/** The grammars of shells that may execute a command; in argv mode no shell reads the words. */
export type ShellFlavour = 'bash' | 'sh' | 'pwsh' | 'powershell' | 'git-bash';

/** A path as the caller wrote it and as the system has it. */
export interface EffectPath {
  /** Absolute, lexically normal, symlinks of the longest existing prefix resolved. */
  readonly path: string;
  /** The text the caller gave. */
  readonly given: string;
}

export type ExecEffect = {
  readonly kind: 'exec';
  /** Shell text, or null in argv mode. */
  readonly script: string | null;
  /** The words of argv mode, or null when a shell reads `script`. */
  readonly argv: readonly string[] | null;
  readonly shell: ShellFlavour | null;
  /** Real absolute path. */
  readonly cwd: string;
  /** Overrides of this call only, never the whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** PATH the program will be looked up in. */
  readonly searchPath: string;
  readonly host: string;
  readonly pty: boolean;
  readonly elevated: boolean;
  /** What it gets on its standard input, `text` null where only the run knows; null where it gets nothing. */
  readonly fed: { readonly text: string | null } | null;
};
export type ReadEffect = { readonly kind: 'read' } & EffectPath;
export type ListEffect = { readonly kind: 'list' } & EffectPath;
export type WriteEffect = {
  readonly kind: 'write';
  /** SHA-256 of the content before (null: no file) and after, when the tool knows them. */
  readonly before: string | null;
  readonly after: string | null;
} & EffectPath;
export type SignalEffect = { readonly kind: 'signal'; readonly session: string };
/** A process that may come to read what a session is sent. */
export interface InputReader {
  /** The name it goes by, which it may have chosen itself. */
  readonly name: string;
  /** Path of its executable file; empty where the system does not tell. */
  readonly program: string;
  /** Its words; null when they are too many to tell. */
  readonly argv: readonly string[] | null;
}
export type InputEffect = {
  readonly kind: 'input';
  readonly session: string;
  /** The accumulated line with what is typed now. */
  readonly data: string;
  /** The shell or interpreter that may read it and runs what it is sent; null when none is known. */
  readonly interpreter: ShellFlavour | 'other' | null;
  /** Everything in the session that may read it, now or later; empty where the system does not tell, null on another machine. */
  readonly readers: readonly InputReader[] | null;
  /** PATH that programs of the session were looked up in. */
  readonly searchPath: string;
  /** Whether the session has a terminal, so that keys may edit a line; where it is not said there may be one. */
  readonly terminal?: boolean;
};
/** The call runs elsewhere than where the configuration has calls run; names of hosts. */
export type MoveEffect = { readonly kind: 'move'; readonly from: string; readonly to: string };
export type SkillEffect = { readonly kind: 'skill'; readonly name: string };

/** What a call will do to the world. Policy sees effects, never tools. */
export type Effect =
  | ExecEffect
  | ReadEffect
  | ListEffect
  | WriteEffect
  | SignalEffect
  | InputEffect
  | SkillEffect
  | MoveEffect;
