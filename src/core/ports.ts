/** A program found through PATH. */
export interface ProgramFact {
  /** Absolute path where it was found, before symlinks were resolved. */
  readonly foundPath: string;
  /** Real path, symlinks resolved. */
  readonly realPath: string;
  /** Whether it is in a trusted folder outside the workspace, and neither the file nor a folder above it is world-writable. */
  readonly trusted: boolean;
  /** Whether it is on another machine, so that only its name is known: rules that name it apply, built-in profiles do not. */
  readonly isElsewhere?: boolean;
}

/** A PATH, regardless of what its folders contain now. */
export interface SearchFact {
  /** Whether programs in all of its folders are trusted, including those that may be added later. */
  readonly trusted: boolean;
}

export interface PathFact {
  /** Absolute, with the symlinks of the longest existing prefix resolved. */
  readonly realPath: string;
  readonly exists: boolean;
  readonly kind: 'file' | 'folder' | 'block' | 'other' | 'missing';
  /** Device and inode of a file with several hard links: equal for all its names. */
  readonly identity?: string;
  /** Whether its name suggests secrets but its content has none: an `.npmrc` without a token. */
  readonly isHarmless?: boolean;
  /** Whether its name is that of ordinary settings but its content shows a token or password: a `gradle.properties` with one. */
  readonly holdsToken?: boolean;
  /**
   * Whether a tool that reads it as its settings may run code named in it: such an `.npmrc`, or a version file (`.nvmrc`,
   * `.tool-versions`) that asks for more than a version number or name.
   */
  readonly runsCode?: boolean;
  /** Whether it makes a search include secret files that are skipped by default: an ignore file with `!.env`. */
  readonly bringsSecrets?: boolean;
  /** Whether it leads through an entry of /proc that differs for each process, such as `/proc/self/cwd`. */
  readonly isProcess?: boolean;
  /** The file descriptor of the opening process that it stands for: `/dev/stderr` is 2, `/proc/self/fd/3` is 3. */
  readonly descriptor?: number;
  /** Whether its name is not UTF-8; then nothing else is known about it. */
  readonly isUndecodable?: boolean;
}

/** One path that a wildcard matches: as the shell would write it, and what it is. */
export interface MatchFact {
  readonly given: string;
  readonly path: PathFact;
}

/** A name that needs a check of its own. */
export interface NotableName {
  /** Relative to the folder that was listed. */
  readonly path: string;
  readonly isLink: boolean;
}

/** The names below a folder. */
export interface NamesFact {
  /** Paths with a name that may not stay one unchanged word to any reader, or is an option; null if there are too many. */
  readonly unplain: readonly string[] | null;
  /** Paths with a name that may change when a shell expands a command's output; null if there are too many. */
  readonly unliteral: readonly string[] | null;
  /** One of the paths with a letter or sign beyond ASCII, which the lists above take for one of ASCII; null for none. */
  readonly foreign: string | null;
  /** One of the paths that may not stand for itself even where it stays whole, as an option where nothing stands before it; null for none. */
  readonly unwhole: string | null;
  /** Symlinks, and names that suggest secrets. */
  readonly notable: readonly NotableName[];
}

/** There are more names than the limit. */
export interface TooManyNames {
  readonly most: number;
}

/** Folders that are skipped. */
export interface LeftOut {
  /** Names, at any depth. */
  readonly names: readonly string[];
  /** Paths relative to the listed folder. */
  readonly paths: readonly string[];
  /** Whether all with a leading dot are skipped. */
  readonly isHidden: boolean;
}

/** What git would run or read because of a repository's own files; the user's git configuration is not examined. */
export interface RepositoryFact {
  /** Configuration keys by which reading runs programs (filters, textconv, drivers), or that cannot be examined, such as includes. */
  readonly drivers: readonly string[];
  /** Sub-commands that its configuration defines, in lower case. */
  readonly aliases: readonly string[];
  /** Whether it has the hook `post-index-change`, which also runs when a command like `git status` refreshes the index. */
  readonly hasIndexHook: boolean;
  /** Whether its index has gitlinks: folders that git enters if they contain a repository. */
  readonly hasLinks: boolean;
  /** The top folder of its work tree; null for a bare repository. */
  readonly top: string | null;
  /** Whether git uses this repository or none: no other one above can be picked. */
  readonly isOnly: boolean;
  /** Files that git reads because of a symlink in its store or a setting, and whose content it may show if malformed. */
  readonly reads: readonly string[];
  /** The files of its own settings, which need not be there. */
  readonly settings: readonly string[];
}

/**
 * The questions about the system that policy may ask while it judges. They are short synchronous calls: asynchronous ones would split a
 * judgement into several passes, which costs more than the calls.
 */
export interface Look {
  /** Looks `name` up like a shell in `cwd` with `searchPath`; null if nothing would run. */
  program(name: string, cwd: string, searchPath: string): ProgramFact | null;
  /** The folders of `searchPath` in which a shell would look up programs. */
  search(cwd: string, searchPath: string): SearchFact;
  /** Resolves `path` (absolute, or relative to `cwd`); never throws for a missing file. */
  path(path: string, cwd: string): PathFact;
  /**
   * The paths that a wildcard matches from `cwd`. `segments` are its components, literal or a pattern of a whole name; an empty first
   * one is the root folder. Null if there are too many.
   */
  expand(segments: readonly (string | RegExp)[], cwd: string): readonly MatchFact[] | null;
  /**
   * The names below a real folder, without following symlinks and without `leftOut`; `sensitive` are more globs for secrets. Null if a
   * name is not UTF-8 or there are too many notable ones.
   */
  below(folder: string, sensitive: readonly string[], leftOut?: LeftOut): NamesFact | TooManyNames | null;
  /** The same for the files in git's index; also null if the repository cannot be determined. */
  tracked(folder: string, sensitive: readonly string[]): NamesFact | TooManyNames | null;
  /** Absolute paths of indexed files with secret names (also by `sensitive`) in repositories around a real folder, if quickly found. */
  secretsKept(folder: string, sensitive: readonly string[]): readonly string[];
  /**
   * Manifests that are links to files of other names, among those that npm reads with `folder` as its root; null if there are too many
   * packages or the workspaces cannot be told.
   */
  linkedManifests(folder: string): readonly string[] | null;
  /** The repository that contains `folder`; null outside any. */
  repository(folder: string): RepositoryFact | null;
}

/** Facts about a system. */
export interface Facts {
  /** A view of the system for one judgement; each answer is cached. */
  look(): Look;
  /** SHA-256 of a regular file in hex; null for anything else and for an unreadable file. */
  hash(path: string): Promise<string | null>;
}

/** Reads a config file: its text, or null if it does not exist. Any other error is thrown. */
export type Reader = (path: string) => Promise<string | null>;
