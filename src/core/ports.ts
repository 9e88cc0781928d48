/** A program as PATH and the file system have it. */
export interface ProgramFact {
  /** Real path, symlinks resolved. */
  readonly realPath: string;
  /** Whether a folder on the way may be written by others than root or the user, or the file is not in a trusted folder. */
  readonly trusted: boolean;
}

export interface PathFact {
  /** Absolute; symlinks of the longest existing prefix resolved. */
  readonly realPath: string;
  readonly exists: boolean;
  readonly kind: 'file' | 'folder' | 'block' | 'other' | 'missing';
}

/** The questions pure policy may ask of the system; each is asked once, before judging. */
export interface Facts {
  /** Looks `name` up as a shell would from `cwd` through `searchPath`; null when nothing runs. */
  program(name: string, cwd: string, searchPath: string): Promise<ProgramFact | null>;
  /** Resolves `path` (absolute, or relative to `cwd`); never throws for a missing file. */
  path(path: string, cwd: string): Promise<PathFact>;
  /** SHA-256 of a file in hex, null when it cannot be read. */
  hash(path: string): Promise<string | null>;
}

/** Reads one config file: its text, or null when there is none. Any other error is thrown. */
export type Reader = (path: string) => Promise<string | null>;
