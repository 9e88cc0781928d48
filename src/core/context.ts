/** The folders that paths of a call are relative to and contained in. All paths are absolute, and real except `home`. */
export interface Workspace {
  readonly cwd: string;
  /** The cwd and `workspace.roots`. */
  readonly roots: readonly string[];
  /** What `~` stands for. */
  readonly home: string;
  /** `home` with symlinks resolved. */
  readonly realHome: string;
  /** Values of variables other than HOME that lead commands to protected folders, by the variables' names. */
  named?(): Readonly<Record<string, string>>;
  /** The value of a variable that commands inherit unless their call sets it; null if it is not set, undefined if that is not known. */
  inherited?(name: string): string | null | undefined;
}

/** Folders that commands can refer to by name. */
export type NamedFolders = Pick<Workspace, 'home' | 'named' | 'inherited'>;

/** Who makes a call, for the audit trail and for which choices may be offered. */
export interface Caller {
  readonly frontend: 'cli' | 'rpc' | 'mcp';
  /** Name that the client gave for itself; on the command line, the user's. */
  readonly client: string;
}
