import type {
  Facts,
  LeftOut,
  Look,
  MatchFact,
  NamesFact,
  PathFact,
  ProgramFact,
  RepositoryFact,
  SearchFact,
  TooManyNames,
} from '../core/ports.ts';
import type { Wildcard } from './shell/arg.ts';

/** Matches every name. */
export const anyName = /^.*$/s;

/** A question to the system, with the answer that a judgement relies on. */
export interface Asked {
  readonly question: (look: Look) => object | null;
  readonly answer: object | null;
}

/** Answers to questions of one kind, by key. */
class Shelf<T extends object | null> {
  readonly #answers = new Map<string, T>();
  readonly #look: Look;
  readonly #asked: Asked[];

  /** Appends each question that it has to put to `look` to `asked`. */
  constructor(look: Look, asked: Asked[]) {
    this.#look = look;
    this.#asked = asked;
  }

  get(key: string, question: (look: Look) => T): T {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = question(this.#look);
    this.#answers.set(key, answer);
    this.#asked.push({ question, answer });
    return answer;
  }
}

/** Facts for one judgement; each is looked up once, so that the judgement relies on one answer. */
export class FactBook {
  readonly #look: Look;
  readonly #asked: Asked[] = [];
  readonly #paths: Shelf<PathFact>;
  readonly #programs = new Map<string, Shelf<ProgramFact | null>>();
  readonly #searches: Shelf<SearchFact>;
  readonly #matches: Shelf<readonly MatchFact[] | null>;
  readonly #repositories: Shelf<RepositoryFact | null>;
  readonly #names: Shelf<NamesFact | TooManyNames | null>;
  readonly #kept: Shelf<readonly string[]>;
  readonly #manifests: Shelf<readonly string[] | null>;

  constructor(facts: Facts) {
    this.#look = facts.look();
    this.#paths = this.#shelf();
    this.#searches = this.#shelf();
    this.#matches = this.#shelf();
    this.#repositories = this.#shelf();
    this.#names = this.#shelf();
    this.#kept = this.#shelf();
    this.#manifests = this.#shelf();
  }

  #shelf<T extends object | null>(): Shelf<T> {
    return new Shelf<T>(this.#look, this.#asked);
  }

  /** All questions so far, in order. */
  get asked(): readonly Asked[] {
    return this.#asked;
  }

  /** Looks up a path, absolute or relative to `cwd`. */
  path(path: string, cwd: string): PathFact {
    return this.#paths.get(`${cwd}\0${path}`, (look) => look.path(path, cwd));
  }

  /** Finds a program as a shell in `cwd` would; null if there is none. */
  program(name: string, cwd: string, searchPath: string): ProgramFact | null {
    // A PATH is long, and mostly the same one: it gets a shelf instead of being part of each key.
    const shelf = this.#programs.get(searchPath) ?? this.#shelf<ProgramFact | null>();
    this.#programs.set(searchPath, shelf);
    return shelf.get(`${cwd}\0${name}`, (look) => look.program(name, cwd, searchPath));
  }

  /** Looks up the folders of a PATH. */
  search(cwd: string, searchPath: string): SearchFact {
    return this.#searches.get(`${cwd}\0${searchPath}`, (look) => look.search(cwd, searchPath));
  }

  /** The paths that a wildcard matches; null if there is too much to look at. */
  expand(wildcard: Wildcard, cwd: string): readonly MatchFact[] | null {
    const key = wildcard.segments.map((segment) =>
      typeof segment === 'string' ? `=${segment}` : `~${segment.source}`,
    );
    const found = this.#matches.get(`${cwd}\0${key.join('\0')}`, (look) =>
      look.expand(wildcard.segments, cwd),
    );
    const { behind } = wildcard;
    return behind === undefined ? found : (found?.map((match) => this.#extended(match, behind, cwd)) ?? null);
  }

  /** The entries of an absolute folder whose names match; null if there is too much to look at. */
  entries(folder: string, names: RegExp): readonly MatchFact[] | null {
    const segments = [...folder.split('/').filter((part, index) => index === 0 || part !== ''), names];
    return this.expand({ kind: 'glob', text: '', literal: '', segments, split: false }, '/');
  }

  #extended({ given, path }: MatchFact, behind: string, cwd: string): MatchFact {
    const whole = given + behind;
    const fact = this.path(whole, cwd);
    return { given: whole, path: path.isUndecodable === true ? { ...fact, isUndecodable: true } : fact };
  }

  /** What lies below a real folder, except for `leftOut`. */
  below(folder: string, sensitive: readonly string[], leftOut?: LeftOut): NamesFact | TooManyNames | null {
    const key = JSON.stringify([folder, sensitive, leftOut]);
    return this.#names.get(key, (look) => look.below(folder, sensitive, leftOut));
  }

  /** The files below a real folder that git has in its index. */
  tracked(folder: string, sensitive: readonly string[]): NamesFact | TooManyNames | null {
    return this.#names.get([folder, ...sensitive].join('\0'), (look) => look.tracked(folder, sensitive));
  }

  /** Files that the repositories around a real folder have in their indexes and whose names are those of secrets. */
  secretsKept(folder: string, sensitive: readonly string[]): readonly string[] {
    return this.#kept.get([folder, ...sensitive].join('\0'), (look) => look.secretsKept(folder, sensitive));
  }

  /** Links among the manifests that npm reads below a folder; null if they cannot be told. */
  linkedManifests(folder: string): readonly string[] | null {
    return this.#manifests.get(folder, (look) => look.linkedManifests(folder));
  }

  /** The repository that a folder is in; null for none. */
  repository(folder: string): RepositoryFact | null {
    return this.#repositories.get(folder, (look) => look.repository(folder));
  }
}
