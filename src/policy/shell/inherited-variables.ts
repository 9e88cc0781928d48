import type { NamedFolders } from '../../core/context.ts';
import { isVariableName } from '../../core/environment.ts';
import type { Held, OuterVariables } from './seen-variables.ts';
import { isShellsOwn } from './variables.ts';

/** The variables that scripts of a command inherit from its environment. */
export class InheritedVariables implements OuterVariables {
  readonly isHanding = false;
  readonly #find: NonNullable<NamedFolders['inherited']>;

  /** `find` looks up a variable of the environment. */
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
    // A shell sets its own variables anew, and HOME is known as the value of `~`.
    if (isShellsOwn(name) || name === 'HOME') return null;
    const value = isVariableName(name) ? (this.#find(name) ?? null) : null;
    return value === null ? null : [value];
  }

  handedTo(): readonly string[] {
    return [];
  }
}
