import { type Arg, textArg, textOf } from '../shell/arg.ts';
import { endOfCommand } from './find-command-end.ts';
import type { Action, Expression } from './find-expression.ts';

/** The words of a command of an action, `{}` as it is written; of what is printed, whether a NUL ends each. */
export interface ActionWords {
  readonly words: readonly Arg[];
  /** Whether it gets several names at a time. */
  readonly isBatch: boolean;
  /** Whether each ends with a NUL. */
  readonly isEnded: boolean;
}

export type FindAction = Action<ActionWords>;
export type FindExpression = Expression<ActionWords>;

/** What stands behind the starting points of a `find`. */
export interface FindParts {
  readonly expression: FindExpression;
  readonly actions: readonly FindAction[];
  /** Its words with nothing in the place of the commands. */
  readonly outer: readonly Arg[];
}

/** Tests that say nothing of which file it is, or by its name alone: what finds one by its content or number is not among them. */
const withText =
  /^-(i?name|i?path|i?wholename|type|size|maxdepth|mindepth|[acm]time|[acm]min|newer|perm|user|group)$/;
const bare = /^-(empty|prune|xdev|mount|depth|quit|executable|readable|writable|true)$/;

/** Beyond that an expression is not understood: each part is looked at for each name. */
const mostParts = 256;
const mostActions = 16;
const mostDepth = 16;

/** Thrown where an expression is not understood. */
class NotRead extends Error {}

/** Reads an expression without commas, behind which `find` does not always print what it says: `-o` parts what `-a` or nothing joins. */
class ExpressionReader {
  readonly outer: Arg[] = [];
  readonly actions: FindAction[] = [];
  readonly #args: readonly Arg[];
  #index = 0;
  #depth = 0;
  #parts = 0;

  constructor(args: readonly Arg[]) {
    this.#args = args;
  }

  /** Reads all of it. */
  read(): FindExpression {
    const whole = this.#sides();
    if (this.#index < this.#args.length) throw new NotRead();
    return whole;
  }

  get #next(): string | null {
    return textOf(this.#args[this.#index]);
  }

  /** Takes a word, or as many, as they are. */
  #take(width = 1): void {
    this.outer.push(...this.#args.slice(this.#index, this.#index + width));
    this.#index += width;
  }

  #sides(): FindExpression {
    const first = this.#all();
    const parts = [first];
    while (/^(-o|-or)$/.test(this.#next ?? '')) {
      this.#take();
      parts.push(this.#all());
    }
    return parts.length === 1 ? first : { kind: 'any', parts };
  }

  #all(): FindExpression {
    const parts: FindExpression[] = [];
    while (this.#index < this.#args.length && !/^(-o|-or|\))$/.test(this.#next ?? '')) {
      if (parts.length > 0 && /^(-a|-and)$/.test(this.#next ?? '')) this.#take();
      parts.push(this.#part());
    }
    const [first] = parts;
    if (first === undefined) throw new NotRead();
    return parts.length === 1 ? first : { kind: 'all', parts };
  }

  #part(): FindExpression {
    this.#parts += 1;
    if (this.#parts > mostParts) throw new NotRead();
    let isDenied = false;
    for (; /^(!|-not)$/.test(this.#next ?? ''); this.#take()) isDenied = !isDenied;
    const part = this.#next === '(' ? this.#group() : this.#single();
    return isDenied ? { kind: 'not', part } : part;
  }

  #group(): FindExpression {
    this.#depth += 1;
    if (this.#depth > mostDepth) throw new NotRead();
    this.#take();
    const inner = this.#sides();
    if (this.#next !== ')') throw new NotRead();
    this.#take();
    this.#depth -= 1;
    return inner;
  }

  #single(): FindExpression {
    const name = this.#next ?? '';
    if (name === '-exec') return this.#command();
    const value = withText.test(name) ? textOf(this.#args[this.#index + 1]) : '';
    if (/^-print0?$/.test(name)) {
      this.#take();
      return this.#action('print', { words: [], isBatch: false, isEnded: name === '-print0' });
    }
    if (value === null || !(withText.test(name) || bare.test(name))) throw new NotRead();
    this.#take(withText.test(name) ? 2 : 1);
    return { kind: 'test', name, value };
  }

  #action(kind: FindAction['kind'], words: ActionWords): FindAction {
    const action = { kind, words };
    if (this.actions.push(action) > mostActions) throw new NotRead();
    return action;
  }

  #command(): FindAction {
    const end = endOfCommand(this.#args, this.#index + 1);
    if (end === null) throw new NotRead();
    const { at, isBatch } = end;
    const words = this.#args.slice(this.#index + 1, at);
    this.outer.push(textArg('-true'));
    this.#index = at + 1;
    return this.#action('exec', { words, isBatch, isEnded: false });
  }
}

/** Reads what stands behind the starting points of a `find`; null where it is not understood. */
export function readFindParts(args: readonly Arg[]): FindParts | null {
  const reader = new ExpressionReader(args);
  try {
    // Without any of it all that is found is printed.
    const expression: FindExpression = args.length === 0 ? { kind: 'all', parts: [] } : reader.read();
    return { expression, actions: reader.actions, outer: reader.outer };
  } catch (error) {
    if (error instanceof NotRead) return null;
    throw error;
  }
}
