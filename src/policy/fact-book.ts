import { isAbsolute, join, normalize } from 'node:path';
import type { Facts, MatchFact, PathFact, ProgramFact, RepositoryFact } from '../core/ports.ts';
import type { Arg } from './shell/arg.ts';

type Wildcard = Extract<Arg, { kind: 'glob' }>;

/** What is asked and what was answered, of one kind of fact. */
class Shelf<T> {
  readonly answers = new Map<string, T>();
  readonly asked = new Map<string, () => Promise<T>>();

  /** The answer, or what `ask` and `pending` make of its lack. */
  get(key: string, ask: () => Promise<T>, pending: () => T): T {
    const known = this.answers.get(key);
    if (known !== undefined) return known;
    this.asked.set(key, ask);
    return pending();
  }

  async resolve(): Promise<void> {
    const waiting = [...this.asked];
    this.asked.clear();
    await Promise.all(
      waiting.map(async ([key, ask]) => {
        this.answers.set(key, await ask());
      }),
    );
  }
}

/**
 * The facts of one judgement. Judging is pure: it runs over this book, which notes what is missing and answers with
 * something harmless; when everything noted was resolved, judging runs again and its result counts.
 */
export class FactBook {
  readonly #facts: Facts;
  readonly #paths = new Shelf<PathFact>();
  readonly #programs = new Shelf<{ readonly fact: ProgramFact | null }>();
  readonly #matches = new Shelf<{ readonly found: readonly MatchFact[] | null }>();
  readonly #repositories = new Shelf<{ readonly fact: RepositoryFact | null }>();

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** A path, absolute or relative to `cwd`. */
  path(path: string, cwd: string): PathFact {
    const pending = (): PathFact => {
      const lexical = isAbsolute(path) ? path : join(cwd, path);
      return { realPath: normalize(lexical), exists: false, kind: 'missing' };
    };
    return this.#paths.get(`${cwd}\0${path}`, () => this.#facts.path(path, cwd), pending);
  }

  /** A program as a shell in `cwd` would find it. */
  program(name: string, cwd: string, searchPath: string): ProgramFact | null {
    const ask = async () => ({ fact: await this.#facts.program(name, cwd, searchPath) });
    return this.#programs.get(`${cwd}\0${name}\0${searchPath}`, ask, () => ({ fact: null })).fact;
  }

  /** What a wildcard reaches; null when it is too much to look at. */
  expand(wildcard: Wildcard, cwd: string): readonly MatchFact[] | null {
    const key = wildcard.segments.map((segment) =>
      typeof segment === 'string' ? `=${segment}` : `~${segment.source}`,
    );
    const ask = async () => ({ found: await this.#facts.expand(wildcard.segments, cwd) });
    return this.#matches.get(`${cwd}\0${key.join('\0')}`, ask, () => ({ found: [] })).found;
  }

  /** The repository around a folder. */
  repository(folder: string): RepositoryFact | null {
    const ask = async () => ({ fact: await this.#facts.repository(folder) });
    return this.#repositories.get(folder, ask, () => ({ fact: null })).fact;
  }

  /** Whether something was asked since the last `resolve`. */
  get isWaiting(): boolean {
    return this.#shelves.some((shelf) => shelf.asked.size > 0);
  }

  get #shelves(): readonly { readonly asked: ReadonlyMap<string, unknown>; resolve(): Promise<void> }[] {
    return [this.#paths, this.#programs, this.#matches, this.#repositories];
  }

  /** Asks the system everything noted. */
  async resolve(): Promise<void> {
    await Promise.all(this.#shelves.map((shelf) => shelf.resolve()));
  }
}
