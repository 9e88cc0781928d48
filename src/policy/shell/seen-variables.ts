import { normalize } from 'node:path';
import type { Words } from '../rules/pattern.ts';
import { reaches } from './reaches.ts';

/** A value of a variable: the elements of an array, or a single text; null is known only when it runs. */
export type Held = Words;

/** The variables at the start of a script. */
export interface OuterVariables {
  /** Whether a variable contains listed names. */
  readonly isHanding: boolean;
  has(name: string): boolean;
  /** All values that a variable may have. */
  all(name: string): readonly Held[];
  /** The only value of a variable; null if it is unknown, or one of several. */
  one(name: string): Held | null;
  /** Values with marks for listed names. */
  handedTo(name: string): readonly string[];
}

const mostPlaces = 256;
/** Most values with marks for one variable. */
const mostHanded = 32;
/** Most names that are compared with wildcards in total, and most files that one wildcard matches. */
const mostLooked = 100_000;
const mostFiles = 64;

/** The pseudo variable for the content of a file that a script writes; no real variable has such a name. */
export function fileName(path: string): string {
  return `<${normalize(path)}`;
}

function isSame(one: Held, other: Held): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** All values that a script gives its variables, in any order: for finding dangers, never for allowing. */
export class SeenVariables implements OuterVariables {
  readonly #given = new Map<string, readonly Held[]>();
  readonly #unclear = new Set<string>();
  /** The variables of the script that starts this one. */
  readonly #outer: OuterVariables | null;
  /** Values with marks for listed names. */
  readonly #handed = new Map<string, readonly string[]>();
  #looked = 0;
  /** Whether a variable has more values than are kept. */
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

  /** Adds values of a variable in which marks stand for listed names. */
  hand(name: string, texts: readonly string[]): void {
    const before = this.#handed.get(name) ?? [];
    const all = new Set([...before, ...texts]);
    if (all.size === before.length) return;
    this.isCut ||= all.size > mostHanded;
    this.#handed.set(name, [...all].slice(0, mostHanded));
  }

  /** The values of a variable with marks for listed names. */
  handedTo(name: string): readonly string[] {
    return this.#handed.get(name) ?? this.#outer?.handedTo(name) ?? [];
  }

  /** Whether any variable has a value with a mark. */
  get isHanding(): boolean {
    return this.#handed.size > 0 || this.#outer?.isHanding === true;
  }

  has(name: string): boolean {
    return this.#given.has(name) || this.#unclear.has(name) || this.#outer?.has(name) === true;
  }

  /** The variables that are set here. */
  named(): readonly string[] {
    return [...this.#given.keys()];
  }

  /** All values of a variable. */
  all(name: string): readonly Held[] {
    if (this.#given.has(name) || this.#unclear.has(name)) return this.#given.get(name) ?? [];
    return this.#outer?.all(name) ?? [];
  }

  /** The only value of a variable; null for several, or if it is unknown. */
  one(name: string): Held | null {
    if (this.#unclear.has(name)) return null;
    const given = this.#given.get(name);
    if (given === undefined) return this.#outer?.one(name) ?? null;
    return given.length === 1 ? (given[0] ?? null) : null;
  }

  /** The files written by the script that a wildcard may match. */
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

  /** The latest value, for appending to it. */
  last(name: string): Held {
    return this.all(name).at(-1) ?? [];
  }
}
