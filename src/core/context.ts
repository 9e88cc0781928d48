/** Where paths of a call are relative to, and what counts as inside. All paths are absolute, and real but for `home`. */
export interface Workspace {
  readonly cwd: string;
  /** The cwd and `workspace.roots`. */
  readonly roots: readonly string[];
  /** What `~` stands for. */
  readonly home: string;
  /** Where that leads, when links are followed. */
  readonly realHome: string;
  /** Folders by the names of variables that commands find them in, besides HOME: those that lead to what is closed. */
  named?(): Readonly<Record<string, string>>;
  /** What commands find in their environment under a name, where their call gives it nothing else: null for no variable, undefined where that is not known. */
  inherited?(name: string): string | null | undefined;
}

/** Folders that commands know by name. */
export type NamedFolders = Pick<Workspace, 'home' | 'named' | 'inherited'>;

/** Who asks, for the audit trail and for what may be offered. */
export interface Caller {
  readonly frontend: 'cli' | 'rpc' | 'mcp';
  /** Name the client gave of itself, or the user's for the command line. */
  readonly client: string;
}
