import type { SyntaxNode } from 'unbash';
import type { Words } from '../rules/pattern.ts';
import type { Held } from './seen-variables.ts';
import { ownsCwd } from './trail.ts';

/** Most commands that may be the last one that ran. */
const mostLast = 16;

/** Whether parts of a construct may not run. */
function isBranching({ type }: SyntaxNode): boolean {
  return /^(?:AndOr|If|While|For|Select|Case|ArithmeticFor)$/.test(type);
}

/** A reader of words that needs the value of `$_`. */
interface Reader {
  last: readonly Held[];
}

/** Tracks the values of `$_`: the last word of each command that may have run just before. */
export class LastWords {
  #last: readonly Held[] = [];
  readonly #readers: readonly Reader[];

  constructor(readers: readonly Reader[]) {
    this.#readers = readers;
  }

  #set(last: readonly Held[]): void {
    this.#last = last;
    for (const reader of this.#readers) reader.last = last;
  }

  note(words: Words): void {
    if (words.length > 0) this.#set([words.slice(-1)]);
  }

  /** Enters a construct: call `after` behind each of its parts, and `leave` at its end. */
  enter(node: SyntaxNode): { readonly after: () => void; readonly leave: () => void } {
    const before = this.#last;
    let all = node.type === 'AndOr' ? [] : before;
    const isOneOfAll = isBranching(node);
    const after = () => {
      if (!isOneOfAll) return;
      all = [...all, ...this.#last.filter((held) => !all.includes(held))].slice(-mostLast);
      this.#set(all);
    };
    // What runs in a subshell, or later, does not change `$_` here.
    const isApart = ownsCwd(node) || node.type === 'Function';
    return { after, leave: () => (isApart ? this.#set(before) : undefined) };
  }
}
