import type { ParameterOperation } from 'unbash';
import { type Arg, textArg, textOf, type Wildcard } from './arg.ts';
import { knownPiece } from './known-pieces.ts';
import type { Piece } from './pieces.ts';

/** A pattern of plain text with at most one star, at its beginning or end. */
const plainPattern = /^(\*?)([\w./@,+=-]+)(\*?)$/;
/** Matches the name of any file that does not begin with a dot. */
const anyName = /^(?!\.).*$/s;

/** What `${x%…}` and `${x#…}` leave of a text; null for other operations. */
function cut(text: string, operation: ParameterOperation): string | null {
  if (operation.type !== 'Remove') return null;
  const { operator, operand } = operation;
  const [, before = '', fixed = '', after = ''] = plainPattern.exec(operand.text) ?? [];
  const isStart = operator.startsWith('#');
  if (fixed === '' || before + after === '**') return null;
  if (before + after === '') {
    if (isStart) return text.startsWith(fixed) ? text.slice(fixed.length) : text;
    return text.endsWith(fixed) ? text.slice(0, -fixed.length) : text;
  }
  if (isStart !== (before === '*')) return null;
  // The longest prefix ends at the last match, the longest suffix begins at the first.
  const isLongest = operator.length > 1;
  const at = isLongest === isStart ? text.lastIndexOf(fixed) : text.indexOf(fixed);
  if (at === -1) return text;
  return isStart ? text.slice(at + fixed.length) : text.slice(0, at);
}

/** The pattern for the last name of a wildcard's matches, if none begins with a dot; null otherwise. */
export function lastName({ segments, behind, split }: Wildcard): RegExp | null {
  const last = segments.at(-1);
  const isPlain = last instanceof RegExp && behind === undefined && !split;
  return isPlain && last.source.startsWith('^(?!\\.)') ? last : null;
}

/** Whether an operation removes a suffix that begins with a dot, so that something remains of a name that does not. */
function keepsStart(operation: ParameterOperation): boolean {
  if (operation.type !== 'Remove') return false;
  return operation.operator.startsWith('%') && /^\.[\w.-]*\*?$/.test(operation.operand.text);
}

/** The value of a `${…}` that cuts something off a variable. */
export function cutPiece(
  value: Arg | undefined,
  operation: ParameterOperation,
  quoted: boolean,
): readonly Piece[] {
  const text = textOf(value);
  const left = text === null ? null : cut(text, operation);
  if (left !== null) return knownPiece(textArg(left), quoted);
  if (value?.kind === 'unknown' && value.name !== undefined && keepsStart(operation))
    return [{ kind: 'unknown', quoted, name: anyName }];
  const isLast =
    operation.type === 'Remove' && operation.operator === '##' && operation.operand.text === '*/';
  const name = isLast && value?.kind === 'glob' ? lastName(value) : null;
  return [{ kind: 'unknown', quoted, ...(name && { name }) }];
}
