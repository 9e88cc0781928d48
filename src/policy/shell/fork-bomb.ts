import type { SyntaxNode } from 'unbash';
import type { Parser } from './parse.ts';

const mostDepth = 200;
/** How a function names itself. */
const ownName = /^"?\$\{?FUNCNAME\b/;

/** Whether the body of the function `name` pipes into itself or starts itself in the background. */
export function multipliesItself(node: SyntaxNode, name: string, parser: Parser, depth = 0): boolean {
  if (depth > mostDepth) return false;
  const calls = (child: SyntaxNode): boolean =>
    child.type === 'Command' && (child.name?.value === name || ownName.test(child.name?.text ?? ''));
  if (node.type === 'Statement' && node.background === true && holds(node, calls, parser)) return true;
  if (node.type === 'Pipeline' && node.commands.filter((child) => holds(child, calls, parser)).length > 1)
    return true;
  let found = false;
  parser.forEachChild(node, (child) => {
    found ||= multipliesItself(child, name, parser, depth + 1);
  });
  return found;
}

function holds(node: SyntaxNode, test: (node: SyntaxNode) => boolean, parser: Parser, depth = 0): boolean {
  if (test(node)) return true;
  if (depth > mostDepth) return false;
  let found = false;
  parser.forEachChild(node, (child) => {
    found ||= holds(child, test, parser, depth + 1);
  });
  return found;
}
