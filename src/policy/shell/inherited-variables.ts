import type { NamedFolders } from '../../core/context.ts';
import { isVariableName } from '../../core/environment.ts';
import type { Held, OuterVariables } from './seen-variables.ts';
import { isShellsOwn } from './variables.ts';

/** What the environment of a command gives its scripts. */
export class InheritedVariables implements OuterVariables {
  /** Nothing of it is given twice, so that no script has to be read once for each value. */
  readonly isEmpty = true;
  readonly isHanding = false;
  readonly #find: NonNullable<NamedFolders['inherited']>;

  /** `find` tells what the environment holds under a name. */
  constructor(find: NonNullable<NamedFolders['inherited']>) {
    this.#find = find;
  }

  has(name: string): boolean {
    return this.one(name) !== null;
  }

  all(name: string): readonly Held[] {
    return [this.one(name) ?? []].filter((held) => held.length > 0);
  }

  one(name: string): Held | null {
    // A shell gives its own another value, and HOME is known as what `~` stands for.
    if (isShellsOwn(name) || name === 'HOME') return null;
    const value = isVariableName(name) ? (this.#find(name) ?? null) : null;
    return value === null ? null : [value];
  }

  handedTo(): readonly string[] {
    return [];
  }
}
