import { basename } from 'node:path';
import { compileNameGlob } from '../../core/paths/name-glob.ts';
import type { PathFact } from '../../core/ports.ts';
import type { Candidate } from '../rules/pattern.ts';
import { reaches } from '../shell/reaches.ts';
import { expressionAt } from './finding.ts';

/** Something that a `find` may come to: its path as `find` prints it, how far below where that began, and what it is. */
export interface Found {
  readonly path: string;
  readonly depth: number;
  readonly kind: PathFact['kind'];
}

/** What a `find` does with what it found: the words behind `-exec`, or `-delete`. */
export type FoundAction = readonly Candidate[] | 'delete';

/** How sure something is: not so, perhaps, so. */
type Sure = 0 | 1 | 2;

const both = (one: Sure, other: Sure): Sure => (one < other ? one : other);
const either = (one: Sure, other: Sure): Sure => (one > other ? one : other);
const opposite = (one: Sure): Sure => (one === 0 ? 2 : one === 2 ? 0 : 1);
const sure = (is: boolean): Sure => (is ? 2 : 0);

/** Tests and actions that take a word. */
const takesWord =
  /^-(i?name|i?path|i?wholename|i?lname|i?regex|regextype|x?type|size|perm|user|group|uid|gid|links|inum|samefile|fstype|context|used|[acm]min|[acm]time|[acm]?newer\w*|max?depth|mindepth|fls|fprint0?|printf)$/;
const starting = /^-(?:exec|ok)(?:dir)?$/;
/** Options among the tests, and actions that are always so. */
const harmless =
  /^-(?:d|depth|daystart|follow|ignore_readdir_race|noignore_readdir_race|mount|xdev|noleaf|warn|nowarn|true|print|print0|ls|quit|prune)$/;
/** Longer patterns of whole paths are not compared. */
const longestPattern = 4096;
/** Parentheses and negations in each other that are followed, and actions that are told apart. */
const mostNested = 64;
const mostActions = 32;

const kinds: Readonly<Record<string, PathFact['kind']>> = { f: 'file', d: 'folder', b: 'block' };

/** How sure a pattern of whole paths matches one, in which stars and question marks match slashes too (POSIX find, "-path"); either case counts. */
function ofPath(pattern: string, path: string): Sure {
  if (pattern.length > longestPattern || /[[\\]/.test(pattern)) return 1;
  return sure(reaches(pattern.toLowerCase(), path.toLowerCase(), true));
}

/** Walks the expression of a `find`, whatever its words are, as it is computed for one file: for finding dangers, never for allowing (POSIX find, "Operands"; GNU findutils, "Expressions"). */
class Expression {
  readonly actions: FoundAction[] = [];
  /** Whether it surely goes no deeper here. */
  isPruned = false;
  readonly #words: readonly Candidate[];
  readonly #found: Found;
  #at: number;
  #nested = 0;

  constructor(words: readonly Candidate[], begin: number, found: Found) {
    this.#words = words;
    this.#found = found;
    this.#at = begin;
  }

  walk(): void {
    while (this.#at < this.#words.length) {
      this.#list(2);
      this.#at += 1;
    }
  }

  #peek(): Candidate | undefined {
    return this.#words[this.#at];
  }

  #isNext(pattern: RegExp): boolean {
    const word = this.#peek();
    return typeof word === 'string' && pattern.test(word);
  }

  #list(reached: Sure): Sure {
    let value = this.#alternatives(reached);
    while (this.#isNext(/^,$/)) {
      this.#at += 1;
      value = this.#alternatives(reached);
    }
    return value;
  }

  #alternatives(reached: Sure): Sure {
    let value = this.#sequence(reached);
    while (this.#isNext(/^-or?$/)) {
      this.#at += 1;
      value = either(value, this.#sequence(both(reached, opposite(value))));
    }
    return value;
  }

  #sequence(reached: Sure): Sure {
    let value: Sure = 2;
    while (this.#at < this.#words.length && !this.#isNext(/^(?:-or?|,|\))$/)) {
      if (this.#isNext(/^-a(?:nd)?$/)) this.#at += 1;
      else value = both(value, this.#one(both(reached, value)));
    }
    return value;
  }

  #one(reached: Sure): Sure {
    const word = this.#peek();
    this.#at += 1;
    if (word !== '!' && word !== '-not' && word !== '(') return this.#primary(word ?? null, reached);
    if (this.#nested > mostNested) return 1;
    this.#nested += 1;
    const value = word === '(' ? this.#list(reached) : opposite(this.#one(reached));
    this.#nested -= 1;
    if (word === '(' && this.#isNext(/^\)$/)) this.#at += 1;
    return value;
  }

  #primary(word: Candidate, reached: Sure): Sure {
    if (word === null) return 1;
    if (starting.test(word)) return this.#start(reached);
    if (word === '-delete') return this.#act('delete', reached);
    if (word === '-prune' && reached === 2) this.isPruned = true;
    if (word === '-fprintf') this.#at += 2;
    if (harmless.test(word)) return 2;
    if (word === '-false' || word === '-empty') return 0;
    if (!takesWord.test(word)) return 1;
    const value = this.#peek() ?? null;
    this.#at += 1;
    return value === null ? 1 : this.#test(word, value);
  }

  #start(reached: Sure): Sure {
    const end = this.#words.findIndex((word, at) => at >= this.#at && (word === ';' || word === '+'));
    const inner = this.#words.slice(this.#at, end === -1 ? undefined : end);
    this.#at = end === -1 ? this.#words.length : end + 1;
    return both(this.#act(inner, reached), this.#words[end] === '+' ? 2 : 1);
  }

  #act(action: FoundAction, reached: Sure): Sure {
    if (reached > 0 && this.actions.length < mostActions) this.actions.push(action);
    return 2;
  }

  #test(test: string, value: string): Sure {
    const { path, depth, kind } = this.#found;
    if (/^-i?name$/.test(test)) return value.includes('/') ? 0 : sure(compileNameGlob(value)(basename(path)));
    if (/^-i?(?:path|wholename)$/.test(test)) return ofPath(value, path);
    if (test === '-maxdepth') return sure(depth <= Number(value));
    if (test === '-mindepth') return sure(depth >= Number(value));
    if (test === '-type') return sure(value.split(',').some((letter) => kinds[letter] === kind));
    if (/^-(?:printf|fprint0?|fls|regextype)$/.test(test)) return 2;
    return /^-i?lname$/.test(test) ? 0 : 1;
  }
}

/** What a `find` may do with a file, unless it goes no deeper in a folder on the way. */
export function actionsOn(
  words: readonly Candidate[],
  found: Found,
  above: readonly Found[],
): readonly FoundAction[] {
  const begin = expressionAt(words);
  if (begin === -1) return [];
  const walked = (one: Found) => {
    const expression = new Expression(words, begin, one);
    expression.walk();
    return expression;
  };
  return above.some((folder) => walked(folder).isPruned) ? [] : walked(found).actions;
}
