import type { Command, SyntaxNode } from 'unbash';
import type { Parser } from './parse.ts';

const mostDepth = 200;
/** How a function names itself. */
const ownName = /^"?\$\{?FUNCNAME\b/;

/** What the body of a function starts by name, and what of it twice in a pipe or in the background. */
interface Starts {
  readonly all: Set<string>;
  readonly multiplied: Set<string>;
}

/** The names by which a command may start a function. */
function namesIn({ name, suffix }: Command): readonly string[] {
  if (name?.value !== 'eval') return name === undefined ? [] : [name.value];
  return suffix.flatMap((item) => (item.type === 'Word' ? item.value.split(/[\s;&|(){}]+/) : []));
}

/** Finds functions that multiply themselves, be it by one another. */
export class ForkBombs {
  readonly #parser: Parser;
  readonly #functions = new Map<string, Starts>();

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  /** Notes a function by its name and body; whether it multiplies itself: pipes into itself or starts itself in the background. */
  note(name: string, body: SyntaxNode): boolean {
    const starts: Starts = { all: new Set(), multiplied: new Set() };
    this.#look(body, name, starts, 0);
    this.#functions.set(name, starts);
    if (starts.multiplied.has(name)) return true;
    const calls = (one: Iterable<string>, by: keyof Starts) =>
      [...one].some((other) => this.#functions.get(other)?.[by].has(name) === true);
    return calls(starts.multiplied, 'all') || calls(starts.all, 'multiplied');
  }

  #look(node: SyntaxNode, own: string, { all, multiplied }: Starts, depth: number): void {
    if (depth > mostDepth) return;
    if (node.type === 'Command') {
      const names = ownName.test(node.name?.text ?? '') ? [own] : namesIn(node);
      for (const name of names) all.add(name);
    }
    const seen = new Set<string>();
    this.#parser.forEachChild(node, (child) => {
      const inner: Starts = { all: new Set(), multiplied };
      this.#look(child, own, inner, depth + 1);
      for (const name of inner.all) {
        if (node.type === 'Pipeline' && seen.has(name)) multiplied.add(name);
        if (node.type === 'Statement' && node.background === true) multiplied.add(name);
        seen.add(name);
        all.add(name);
      }
    });
  }
}
