import { normalize } from 'node:path';
import type { Candidate } from '../rules/pattern.ts';
import { reaches } from './reaches.ts';

/** What a variable is given in one place: the elements of an array, one text else; null is what only the run knows. */
export type Held = readonly Candidate[];

/** What variables hold where a script starts. */
export interface OuterVariables {
  readonly isEmpty: boolean;
  /** Whether one is handed names that commands list. */
  readonly isHanding: boolean;
  has(name: string): boolean;
  /** All that a variable may hold. */
  all(name: string): readonly Held[];
  /** What a variable surely holds; null where that is not told. */
  one(name: string): Held | null;
  /** Texts with marks of names that commands list. */
  handedTo(name: string): readonly string[];
}

const mostPlaces = 256;
/** Listings of names that one is handed. */
const mostHanded = 32;
/** Names that are held against wildcards, all in all, and files that one reaches. */
const mostLooked = 100_000;
const mostFiles = 64;

/** What stands in place of the name of a variable for a file that a script writes: no variable has a name like it. */
export function fileName(path: string): string {
  return `<${normalize(path)}`;
}

function isSame(one: Held, other: Held): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** What a script gives its variables, in any order: for finding dangers, never for allowing. */
export class SeenVariables implements OuterVariables {
  readonly #given = new Map<string, readonly Held[]>();
  readonly #unclear = new Set<string>();
  /** What they hold before: those of the script that starts this one. */
  readonly #outer: OuterVariables | null;
  /** Texts with marks of names that commands list. */
  readonly #handed = new Map<string, readonly string[]>();
  #looked = 0;
  /** Whether one is given more than is kept. */
  isCut = false;

  constructor(outer: OuterVariables | null = null) {
    this.#outer = outer;
  }

  note(name: string, held: Held): void {
    const before = this.#given.get(name) ?? [];
    if (held.length === 1 && held[0] === null) this.#unclear.add(name);
    else if (before.some((known) => isSame(known, held))) return;
    else if (before.length < mostPlaces) this.#given.set(name, [...before, held]);
    else this.isCut = true;
  }

  /** Notes that a variable may hold names which commands list, by texts with marks in them. */
  hand(name: string, texts: readonly string[]): void {
    const before = this.#handed.get(name) ?? [];
    const all = new Set([...before, ...texts]);
    if (all.size === before.length) return;
    this.isCut ||= all.size > mostHanded;
    this.#handed.set(name, [...all].slice(0, mostHanded));
  }

  /** The texts with marks that a variable is given. */
  handedTo(name: string): readonly string[] {
    return this.#handed.get(name) ?? this.#outer?.handedTo(name) ?? [];
  }

  /** Whether any variable is given one. */
  get isHanding(): boolean {
    return this.#handed.size > 0 || this.#outer?.isHanding === true;
  }

  get isEmpty(): boolean {
    return this.#given.size === 0 && this.#unclear.size === 0 && this.#outer?.isEmpty !== false;
  }

  has(name: string): boolean {
    return this.#given.has(name) || this.#unclear.has(name) || this.#outer?.has(name) === true;
  }

  /** The names that are given something here. */
  named(): readonly string[] {
    return [...this.#given.keys()];
  }

  /** All that a variable is given. */
  all(name: string): readonly Held[] {
    if (this.#given.has(name) || this.#unclear.has(name)) return this.#given.get(name) ?? [];
    return this.#outer?.all(name) ?? [];
  }

  /** What a variable holds, where it is given that and nothing else. */
  one(name: string): Held | null {
    if (this.#unclear.has(name)) return null;
    const given = this.#given.get(name);
    if (given === undefined) return this.#outer?.one(name) ?? null;
    return given.length === 1 ? (given[0] ?? null) : null;
  }

  /** The files that a script writes which a wildcard may reach. */
  filesLike(glob: string): readonly string[] {
    const found: string[] = [];
    for (const name of this.#given.keys()) {
      this.#looked += 1;
      if (this.#looked > mostLooked || found.length > mostFiles) break;
      if (name.startsWith('<') && reaches(normalize(glob), name.slice(1)))
        found.push(`${glob.startsWith('./') ? './' : ''}${name.slice(1)}`);
    }
    return found;
  }

  /** What it was given last, for what adds to it. */
  last(name: string): Held {
    return this.all(name).at(-1) ?? [];
  }
}
