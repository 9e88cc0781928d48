import type { SyntaxNode } from 'unbash';
import type { Candidate } from '../rules/pattern.ts';
import type { Held } from './seen-variables.ts';
import { ownsCwd } from './trail.ts';

/** Commands of which each may be the last that ran. */
const mostLast = 16;

/** Whether some of the parts of a construct may not run. */
function isBranching({ type }: SyntaxNode): boolean {
  return /^(?:AndOr|If|While|For|Select|Case|ArithmeticFor)$/.test(type);
}

/** Where what was run last is kept for reading words. */
interface Reader {
  last: readonly Held[];
}

/** Follows which word `$_` stands for: the last one of the command before, of each that may be that. */
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

  note(words: readonly Candidate[]): void {
    if (words.length > 0) this.#set([words.slice(-1)]);
  }

  /** Follows into a construct: `after` each of its parts and at its end is to be told. */
  enter(node: SyntaxNode): { readonly after: () => void; readonly leave: () => void } {
    const before = this.#last;
    let all = node.type === 'AndOr' ? [] : before;
    const isOneOfAll = isBranching(node);
    const after = () => {
      if (!isOneOfAll) return;
      all = [...all, ...this.#last.filter((held) => !all.includes(held))].slice(-mostLast);
      this.#set(all);
    };
    // What runs in a shell of its own, or later, changes nothing here.
    const isApart = ownsCwd(node) || node.type === 'Function';
    return { after, leave: () => (isApart ? this.#set(before) : undefined) };
  }
}
