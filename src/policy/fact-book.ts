import type { Facts, Look, MatchFact, PathFact, ProgramFact, RepositoryFact } from '../core/ports.ts';
import type { Wildcard } from './shell/arg.ts';

/** What was asked of one kind, with its answer. */
class Shelf<T extends object | null> {
  readonly #answers = new Map<string, T>();

  get(key: string, ask: () => T): T {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = ask();
    this.#answers.set(key, answer);
    return answer;
  }
}

/** The facts of one judgement: each is asked once, so that all of a judgement rests on the same answer. */
export class FactBook {
  readonly #look: Look;
  readonly #paths = new Shelf<PathFact>();
  readonly #programs = new Map<string, Shelf<ProgramFact | null>>();
  readonly #matches = new Shelf<readonly MatchFact[] | null>();
  readonly #repositories = new Shelf<RepositoryFact | null>();

  constructor(facts: Facts) {
    this.#look = facts.look();
  }

  /** A path, absolute or relative to `cwd`. */
  path(path: string, cwd: string): PathFact {
    return this.#paths.get(`${cwd}\0${path}`, () => this.#look.path(path, cwd));
  }

  /** A program as a shell in `cwd` would find it. */
  program(name: string, cwd: string, searchPath: string): ProgramFact | null {
    // A PATH is long, and the same for nearly all that is asked.
    const shelf = this.#programs.get(searchPath) ?? new Shelf<ProgramFact | null>();
    this.#programs.set(searchPath, shelf);
    return shelf.get(`${cwd}\0${name}`, () => this.#look.program(name, cwd, searchPath));
  }

  /** What a wildcard reaches; null when it is too much to look at. */
  expand(wildcard: Wildcard, cwd: string): readonly MatchFact[] | null {
    const key = wildcard.segments.map((segment) =>
      typeof segment === 'string' ? `=${segment}` : `~${segment.source}`,
    );
    const found = this.#matches.get(`${cwd}\0${key.join('\0')}`, () =>
      this.#look.expand(wildcard.segments, cwd),
    );
    const { behind } = wildcard;
    return behind === undefined ? found : (found?.map((match) => this.#extended(match, behind, cwd)) ?? null);
  }

  #extended({ given, path }: MatchFact, behind: string, cwd: string): MatchFact {
    const whole = given + behind;
    const fact = this.path(whole, cwd);
    return { given: whole, path: path.isUndecodable === true ? { ...fact, isUndecodable: true } : fact };
  }

  /** The repository around a folder. */
  repository(folder: string): RepositoryFact | null {
    return this.#repositories.get(folder, () => this.#look.repository(folder));
  }
}
