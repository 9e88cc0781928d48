import type { CodeFunction } from './functions.ts';
import type { CodeToken } from './tokens.ts';

/** Most results of one function, and most tokens of its body that are searched. */
const mostResults = 8;
const mostBody = 1024;

/** Words that begin another function, with results of its own. */
const defining = /^(?:def|function|sub|fn|func)$/;

/** Where the results of a function begin: behind each `return`, or its body if that is an expression. */
function resultsIn({ position, body }: CodeFunction, tokens: readonly CodeToken[]): readonly number[] {
  const own = tokens[position]?.text ?? '';
  const isExpression = own === 'lambda' || (own === '=>' && tokens[body - 1]?.text !== '{');
  if (isExpression) return [body];
  const found: number[] = [];
  for (let at = body; at < body + mostBody && at < tokens.length && found.length < mostResults; at += 1) {
    const { kind, text } = tokens[at] ?? { kind: 'mark', text: '' };
    if (kind !== 'name') continue;
    if (defining.test(text)) break;
    if (text === 'return') found.push(at + 1);
  }
  return found.length === 0 && tokens[body]?.kind === 'text' ? [body] : found;
}

/** Finds the results of functions in code. */
export class FunctionResults {
  readonly #functions: readonly CodeFunction[];
  readonly #tokens: readonly CodeToken[];
  readonly #known = new Map<string, readonly number[]>();

  constructor(functions: readonly CodeFunction[], tokens: readonly CodeToken[]) {
    this.#functions = functions;
    this.#tokens = tokens;
  }

  /** Where the results of functions with a name begin. */
  of(name: string): readonly number[] {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const named = this.#functions.filter((one) => one.name === name);
    const found = named.flatMap((one) => resultsIn(one, this.#tokens));
    this.#known.set(name, found);
    return found;
  }
}
