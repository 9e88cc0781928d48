import type { SyntaxNode } from 'unbash';
import type { Parser } from './parse.ts';

export type Substitution = Extract<
  SyntaxNode,
  { type: 'CommandExpansion' | 'ProcessSubstitution' | 'ArithmeticCommandExpansion' }
>;

/** The position of the first here-document in a substitution, and the ranges of all here-document texts. */
interface HereDocuments {
  first: number;
  readonly bodies: { readonly pos: number; readonly end: number }[];
}

const mostDepth = 200;

export function isSubstitution(node: SyntaxNode): node is Substitution {
  const { type } = node;
  return (
    type === 'CommandExpansion' || type === 'ProcessSubstitution' || type === 'ArithmeticCommandExpansion'
  );
}

function collect(node: SyntaxNode, parser: Parser, into: HereDocuments, depth = 0): void {
  // A nested substitution is text of a word when the outer one is printed.
  if (depth > mostDepth || (depth > 0 && isSubstitution(node))) return;
  if (node.type === 'HereDoc') {
    into.first = Math.min(into.first, node.pos);
    into.bodies.push(node.body);
  }
  parser.forEachChild(node, (child) => collect(child, parser, into, depth + 1));
}

/**
 * Whether bash may run two commands of a substitution as one: version 5.2 prints the parsed `$( )` and parses that again to
 * run it, and omits the `;` between lists on one line behind a here-document. Backticks are kept as written.
 */
export function mayLoseSeparator(node: Substitution, parser: Parser): boolean {
  const { pos, end, text } = node;
  if (text.startsWith('`') || !text.includes('<<') || !text.includes(';')) return false;
  const found: HereDocuments = { first: end, bodies: [] };
  collect(node, parser, found);
  for (let at = text.indexOf(';', found.first - pos); at !== -1; at = text.indexOf(';', at + 1))
    if (!found.bodies.some((body) => at + pos >= body.pos && at + pos < body.end)) return true;
  return false;
}
