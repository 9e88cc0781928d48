/** A program as PATH and the file system have it. */
export interface ProgramFact {
  /** Absolute path it was found at, before symlinks were resolved. */
  readonly foundPath: string;
  /** Real path, symlinks resolved. */
  readonly realPath: string;
  /** Whether a folder on the way may be written by others than root or the user, or the file is not in a trusted folder. */
  readonly trusted: boolean;
  /** Nothing is known but the name: the program is another machine's. A rule that names it holds, no profile does. */
  readonly isElsewhere?: boolean;
}

export interface PathFact {
  /** Absolute; symlinks of the longest existing prefix resolved. */
  readonly realPath: string;
  readonly exists: boolean;
  readonly kind: 'file' | 'folder' | 'block' | 'other' | 'missing';
  /** Device and inode of a file that has several hard names: two names of one file have the same identity. */
  readonly identity?: string;
  /** Whether its name is a secret's but its content holds none: an `.npmrc` without a token. */
  readonly isHarmless?: boolean;
  /**
   * Whether it is an `.npmrc` by which an npm runs a script of its choice, whatever npm is asked to do, or a file that wants more
   * of a manager of versions than one by its number.
   */
  readonly isLoading?: boolean;
  /** Whether it leads through a folder or file of a process (`/proc/self/cwd`), which is another for whoever opens it. */
  readonly isProcess?: boolean;
  /** Whether its name is no UTF-8, so that nothing can be told of it. */
  readonly isUndecodable?: boolean;
}

/** One path a wildcard reaches: as the shell would write it, and what it is. */
export interface MatchFact {
  readonly given: string;
  readonly path: PathFact;
}

/** What a repository's own configuration would run; the person's own configuration is not looked at. */
export interface RepositoryFact {
  /** Keys that name filters, textconv, diff or merge drivers and the like, or that cannot be followed (includes). */
  readonly drivers: readonly string[];
  /** Whether it has a hook that runs when a read form notes down what it found of its files. */
  readonly hasIndexHook: boolean;
  /** Whether its index holds places of other repositories, which git enters once there is one. */
  readonly hasLinks: boolean;
  /** The folder that its paths are relative to; null for a bare one. */
  readonly top: string | null;
  /** Files beyond its own that git reads for it, and shows where they are not what it expects: by links in its store, by settings. */
  readonly reads: readonly string[];
}

/**
 * The questions pure policy may ask of the system while it judges. Answers come at once, from short synchronous calls: a
 * judgement that had to wait for them would be made in several passes, and cost more than what it asks.
 */
export interface Look {
  /** Looks `name` up as a shell would from `cwd` through `searchPath`; null when nothing runs. */
  program(name: string, cwd: string, searchPath: string): ProgramFact | null;
  /** Resolves `path` (absolute, or relative to `cwd`); never throws for a missing file. */
  path(path: string, cwd: string): PathFact;
  /**
   * What a wildcard reaches from `cwd`: `segments` are the path's components, literal or a pattern of one whole name; an
   * empty first segment stands for the root folder. Null when there are too many to look at.
   */
  expand(segments: readonly (string | RegExp)[], cwd: string): readonly MatchFact[] | null;
  /** The repository that contains `folder`; null outside any. */
  repository(folder: string): RepositoryFact | null;
}

/** What can be known of a system. */
export interface Facts {
  /** A look at the system as it is now, for one judgement: what it has seen once it does not look at again. */
  look(): Look;
  /** SHA-256 of a regular file in hex, null for anything else and when it cannot be read. */
  hash(path: string): Promise<string | null>;
}

/** Reads one config file: its text, or null when there is none. Any other error is thrown. */
export type Reader = (path: string) => Promise<string | null>;
