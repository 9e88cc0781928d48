import type { NamedFolders } from '../../core/context.ts';
import type { Candidate } from '../rules/pattern.ts';
import { type Choice, choicesOf } from './choices.ts';
import { ownVariables } from './expanding.ts';
import { settingsVariable } from './glob-settings.ts';
import type { Held, SeenVariables } from './seen-variables.ts';

const nothing: Held = [''];
const nothingChosen: Choice = new Map();

/** The values of variables while words are read: assigned by the script, set by the shell, or chosen among several. */
export class SeenValues {
  readonly #variables: SeenVariables;
  readonly #own: ReadonlyMap<string, Held>;
  /** Variables that are surely empty. */
  readonly #unset: ReadonlySet<string>;
  /** The chosen values of variables that have several. */
  #chosen: Choice = nothingChosen;
  /** The last words of the commands that may have run just before: `$_`. */
  last: readonly Held[] = [];
  /** Whether there are more combinations of values than are tried. */
  isCut = false;

  constructor(
    variables: SeenVariables,
    given: {
      readonly folders: NamedFolders;
      readonly here: 'PWD' | 'OLDPWD';
      readonly unset: ReadonlySet<string>;
    },
  ) {
    this.#variables = variables;
    this.#own = ownVariables(given.folders, given.here);
    this.#unset = given.unset;
  }

  isUnset(name: string): boolean {
    return this.#unset.has(name);
  }

  chosen(name: string): Held | undefined {
    return this.#chosen.get(name);
  }

  /** The wildcard settings of the shell. */
  settings(): readonly string[] {
    return this.#variables
      .all(settingsVariable)
      .flat()
      .filter((setting) => setting !== null);
  }

  /** The value of a variable; null if it is unknown, or one of several. */
  held(name: string): Held | null {
    const chosen = this.#chosen.get(name);
    if (chosen !== undefined) return chosen;
    if (name === '_' && this.last.length > 0) return this.last.length === 1 ? (this.last[0] ?? null) : null;
    const own = this.#own.get(name) ?? null;
    if (!this.#variables.has(name)) return own ?? (this.#unset.has(name) ? nothing : null);
    const held = this.#variables.one(name);
    // A shell variable that the script sets to another value is unknown.
    return own !== null && held?.[0] !== own[0] ? null : held;
  }

  #parameter(place: number): Candidate {
    const isAbsent = place > 0 && this.#unset.has('@') && !this.#variables.has('@');
    return this.held('@')?.[place - 1] ?? (isAbsent ? '' : null);
  }

  /** The value of a parameter, an array element or a plain variable; null if unknown. */
  element(name: string, index: string | undefined): Candidate {
    if (/^\d+$/.test(name)) return this.#parameter(Number(name));
    if (name === '#') return this.held('@')?.length.toString() ?? null;
    if (index === undefined) return this.held(name)?.[0] ?? null;
    const known = index.startsWith('$') ? (this.held(index.slice(1))?.[0] ?? index) : index;
    const keyed = this.held(`${name}[${known}]`);
    if (keyed !== null) return keyed[0] ?? null;
    const at = Number(/^-?\d+$/.test(known) ? known : (this.held(known)?.[0] ?? Number.NaN));
    return Number.isNaN(at) ? null : (this.held(name)?.at(at) ?? null);
  }

  /** The combinations of values for names that have several; `others` adds further names with their values. */
  choices(
    names: Iterable<string>,
    isKept: (held: Held) => boolean,
    others: ReadonlyMap<string, readonly Held[]>,
  ): readonly Choice[] {
    const heldBy = (name: string): readonly Held[] => {
      const other = others.get(name);
      if (other !== undefined || this.held(name) !== null) return other ?? [];
      return (name === '_' && this.last.length > 0 ? this.last : this.#variables.all(name)).filter(isKept);
    };
    const { choices, isCut } = choicesOf([...names, ...others.keys()], heldBy);
    this.isCut ||= isCut;
    return choices;
  }

  /** Reads words while variables have the chosen values. */
  under<Read>(choice: Choice, read: () => Read): Read {
    const before = this.#chosen;
    this.#chosen = before.size === 0 ? choice : new Map([...before, ...choice]);
    const found = read();
    this.#chosen = before;
    return found;
  }
}
