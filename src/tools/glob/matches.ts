import { isSensitiveName } from '../../core/paths/sensitive.ts';
import { isSensitiveCandidate } from '../../core/paths/sensitive-candidates.ts';
import type { ClosedPlaces } from '../../platform/search/closed-places.ts';
import { NullSplitter } from '../../platform/search/null-records.ts';
import { FirstNames } from './first-names.ts';

/** Most matches after which the search stops. */
export const mostPaths = 1_000_000;

/** `./`, with which ripgrep begins each path. */
const herePrefix = 2;

export interface MatchOptions {
  /** Real folder. */
  readonly root: string;
  /** Whether a path below the root is wanted. */
  isMatch(name: string): boolean;
  readonly files: boolean;
  readonly folders: boolean;
  /** Paths to keep; all are counted. */
  readonly kept: number;
  readonly closed: ClosedPlaces;
  /** Whether a rule withholds an absolute path. */
  isWithheld(path: string): boolean;
  /** Globs of further sensitive files. */
  readonly globs: readonly string[];
}

export interface MatchCounts {
  /** Number of all matches. */
  readonly total: number;
  /** Sorted absolute paths. */
  readonly sensitive: readonly string[];
  /** Number of further matches that a rule withholds; they are not named. */
  readonly withheld: number;
  /** Number of further matches whose names are not UTF-8. */
  readonly undecodable: number;
}

/** Reads the files that ripgrep lists, and keeps those that may be shown. */
export class Matches {
  /** Folders in which files were listed, and those above, as paths below the root. */
  readonly folders = new Set<string>();
  private readonly options: MatchOptions;
  private readonly prefix: string;
  private readonly mayHideAny: boolean;
  private readonly found: FirstNames;
  private readonly sensitive: string[] = [];
  private withheld = 0;
  private undecodable = 0;
  private readonly splitter = new NullSplitter(
    (listed) => this.takeFile(listed.slice(herePrefix)),
    (bytes) => this.takeUndecodable(bytes.slice(herePrefix)),
  );

  constructor(options: MatchOptions) {
    const { root, globs, kept } = options;
    this.options = options;
    this.prefix = root.endsWith('/') ? root : `${root}/`;
    this.mayHideAny = globs.length > 0 || isSensitiveCandidate(this.prefix);
    this.found = new FirstNames(kept);
  }

  /** Reads the next output; false if no more can be kept. */
  push(chunk: Uint8Array): boolean {
    this.splitter.push(chunk);
    return this.found.total < mostPaths;
  }

  /** Adds the matching ones of the folders seen so far and of `others`, paths below the root. */
  addFolders(others: Iterable<string>): void {
    for (const folders of [this.folders, others])
      for (const folder of folders) if (this.options.isMatch(folder)) this.add(folder, '/');
  }

  /** The first absolute paths, sorted; folders end in `/`. */
  first(): readonly string[] {
    return this.found.names().map((name) => this.prefix + name);
  }

  facts(): MatchCounts {
    const { withheld, undecodable } = this;
    return { total: this.found.total, sensitive: this.sensitive.sort(), withheld, undecodable };
  }

  private takeFile(name: string): void {
    if (this.options.folders) this.noteFolders(name);
    if (this.options.files && this.options.isMatch(name)) this.add(name, '');
  }

  private takeUndecodable(name: string): void {
    const { files, isMatch, isWithheld } = this.options;
    if (files && isMatch(name) && !isWithheld(this.prefix + name)) this.undecodable += 1;
  }

  /** Notes the folders above a file, up to the first known one. */
  private noteFolders(file: string): void {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end);
      if (this.folders.has(folder)) return;
      this.folders.add(folder);
    }
  }

  private add(name: string, mark: string): void {
    const { closed, isWithheld, globs } = this.options;
    const path = this.prefix + name;
    if (closed.holds(path)) return;
    if (isWithheld(path)) {
      this.withheld += 1;
      return;
    }
    if ((this.mayHideAny || isSensitiveCandidate(name)) && isSensitiveName(path, globs))
      this.sensitive.push(path + mark);
    else this.found.add(name + mark);
  }
}
