/** A program as PATH and the file system have it. */
export interface ProgramFact {
  /** Absolute path it was found at, before symlinks were resolved. */
  readonly foundPath: string;
  /** Real path, symlinks resolved. */
  readonly realPath: string;
  /** Whether it lies in a trusted folder outside the workspace, and neither the file nor a folder above it can be written by everybody. */
  readonly trusted: boolean;
  /** Whether it is another machine's, so that only its name is known: rules that name it apply, built-in profiles do not. */
  readonly isElsewhere?: boolean;
}

/** A PATH, whatever is in its folders now. */
export interface SearchFact {
  /** Whether each folder is one whose programs are trusted, so that none which comes to be there would be another's. */
  readonly trusted: boolean;
}

export interface PathFact {
  /** Absolute; symlinks of the longest existing prefix resolved. */
  readonly realPath: string;
  readonly exists: boolean;
  readonly kind: 'file' | 'folder' | 'block' | 'other' | 'missing';
  /** Device and inode of a file with several hard links: the same for each of its names. */
  readonly identity?: string;
  /** Whether its name is a secret's but its content holds none: an `.npmrc` without a token. */
  readonly isHarmless?: boolean;
  /**
   * Whether a tool that reads it for its settings may run code that it names: an `.npmrc` with such a setting, or a version file
   * (`.nvmrc`, `.tool-versions`) that asks for more than a version by its number or name.
   */
  readonly runsCode?: boolean;
  /** Whether it has a search show files of secrets that it leaves out by itself: an ignore file with `!.env`. */
  readonly bringsSecrets?: boolean;
  /** Whether it leads through an entry of /proc that is different for each process that opens it, such as `/proc/self/cwd`. */
  readonly isProcess?: boolean;
  /** The number of the descriptor that it is of whoever opens it: `/dev/stderr` is 2, `/proc/self/fd/3` is 3. */
  readonly descriptor?: number;
  /** Whether its name is not UTF-8; then nothing else is known of it. */
  readonly isUndecodable?: boolean;
}

/** One path a wildcard reaches: as the shell would write it, and what it is. */
export interface MatchFact {
  readonly given: string;
  readonly path: PathFact;
}

/** A name that takes a look of its own. */
export interface NotableName {
  /** Relative to the folder that it lies below. */
  readonly path: string;
  readonly isLink: boolean;
}

/** The names below a folder. */
export interface NamesFact {
  /** Whether each is one word, itself, to all that reads it, and no option. */
  readonly isPlain: boolean;
  /** Whether no shell that expands what a command printed makes anything else of one. */
  readonly isLiteral: boolean;
  /** The links, and what usually holds secrets by its name. */
  readonly notable: readonly NotableName[];
}

/** More names than are looked at. */
export interface TooManyNames {
  readonly most: number;
}

/** Folders below one that are not looked into. */
export interface LeftOut {
  /** By their name, however deep they lie. */
  readonly names: readonly string[];
  /** By their path from there. */
  readonly paths: readonly string[];
  /** Whether all whose name begins with a dot are. */
  readonly isHidden: boolean;
}

/** What git would run or read because of a repository's own files; the user's own git configuration is not looked at. */
export interface RepositoryFact {
  /** Configuration keys that make reading commands run programs (filters, textconv, diff and merge drivers), and what cannot be looked into, such as includes. */
  readonly drivers: readonly string[];
  /** Whether it has the hook `post-index-change`, which also runs when a command such as `git status` refreshes the index. */
  readonly hasIndexHook: boolean;
  /** Whether its index holds gitlinks: folders that git enters when they contain a repository. */
  readonly hasLinks: boolean;
  /** The top folder of its work tree; null for a bare repository. */
  readonly top: string | null;
  /** Whether git takes this one or none: nothing else on the way up may be one. */
  readonly isOnly: boolean;
  /** Files that git reads because of a symlink in its store or a setting, and may show when they are malformed. */
  readonly reads: readonly string[];
}

/**
 * The questions pure policy may ask of the system while it judges. Answers come at once, from short synchronous calls: a
 * judgement that had to wait for them would be made in several passes, and cost more than what it asks.
 */
export interface Look {
  /** Looks `name` up as a shell would from `cwd` through `searchPath`; null when nothing runs. */
  program(name: string, cwd: string, searchPath: string): ProgramFact | null;
  /** The folders in which a shell looks up what `program` finds in none of them. */
  search(cwd: string, searchPath: string): SearchFact;
  /** Resolves `path` (absolute, or relative to `cwd`); never throws for a missing file. */
  path(path: string, cwd: string): PathFact;
  /**
   * What a wildcard reaches from `cwd`: `segments` are the path's components, literal or a pattern of one whole name; an
   * empty first segment stands for the root folder. Null when there are too many to look at.
   */
  expand(segments: readonly (string | RegExp)[], cwd: string): readonly MatchFact[] | null;
  /**
   * What lies below the real path of a folder, no link followed, `sensitive` of it by name, but for what lies in folders that are left
   * out; null where some name is no UTF-8, or there is very much of note.
   */
  below(folder: string, sensitive: readonly string[], leftOut?: LeftOut): NamesFact | TooManyNames | null;
  /** The same of what git keeps in its index; null also where it cannot be told which repository that is. */
  tracked(folder: string, sensitive: readonly string[]): NamesFact | TooManyNames | null;
  /** Absolute paths of files, `sensitive` by name, that the repositories around the real path of a folder have in their indexes, as far as that is quickly told. */
  secretsKept(folder: string, sensitive: readonly string[]): readonly string[];
  /** The repository that contains `folder`; null outside any. */
  repository(folder: string): RepositoryFact | null;
}

/** What can be known of a system. */
export interface Facts {
  /** A view of the system for one judgement; each answer is looked up once and then remembered. */
  look(): Look;
  /** SHA-256 of a regular file in hex; null for anything else and for a file that cannot be read. */
  hash(path: string): Promise<string | null>;
}

/** Reads one config file: its text, or null when there is none. Any other error is thrown. */
export type Reader = (path: string) => Promise<string | null>;
