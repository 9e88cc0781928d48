import type { ParsedScript, Redirection, SyntaxNode } from 'unbash';
import type { Parser } from './parse.ts';

/** The effect of a redirect on a descriptor: it opens a file for reading or writing, or copies another descriptor. */
export interface StreamUse {
  readonly descriptor: number;
  readonly is: 'read' | 'written' | number;
}

const both = ['read', 'written'] as const;

/** The descriptors that a redirect sets, if the script names them by number. */
export function descriptorsOf(node: Redirection): readonly number[] {
  if (node.descriptor !== undefined)
    return node.descriptor.type === 'FileDescriptorVariable' ? [] : [node.descriptor.value];
  if (node.type !== 'Redirect' || node.operator.startsWith('<')) return [0];
  return /^&|^>&$/.test(node.operator) ? [1, 2] : [1];
}

/** The descriptor that a redirect copies, as `>&2` does; null if it opens a file, undefined if it closes one. */
export function descriptorCopied({
  operator,
  target,
}: Extract<Redirection, { type: 'Redirect' }>): number | null | undefined {
  const [, digits] = (/^[<>]&$/.test(operator) && /^(\d*)-?$/.exec(target?.text ?? '')) || [];
  if (digits === undefined) return null;
  return digits === '' ? undefined : Number(digits);
}

function usesOf(node: Redirection): readonly StreamUse['is'][] {
  if (node.type !== 'Redirect') return ['read'];
  const { operator, target } = node;
  const text = target?.text ?? '';
  if (text === '/dev/null') return [];
  const copied = descriptorCopied(node);
  if (copied === undefined) return [];
  if (copied !== null) return [copied];
  if (/^[<>]&$/.test(operator)) return /^[\w./-]+$/.test(text) ? ['written'] : both;
  return [operator === '<' ? 'read' : 'written'];
}

/** The effects of all redirects in a text on descriptors. Throws RangeError if it nests too deeply. */
export function streamsIn(script: ParsedScript, parser: Parser): readonly StreamUse[] {
  const found: StreamUse[] = [];
  const visit = (node: SyntaxNode): void => {
    const redirects =
      node.type === 'Redirected'
        ? node.redirects
        : node.type === 'Command'
          ? [...node.prefix, ...node.suffix].filter(({ type }) => type !== 'Word' && type !== 'Assignment')
          : [];
    for (const one of redirects)
      if (one.type === 'Redirect' || one.type === 'HereDoc' || one.type === 'HereString')
        for (const descriptor of descriptorsOf(one))
          found.push(...usesOf(one).map((is) => ({ descriptor, is })));
    parser.forEachChild(node, visit);
  };
  visit(script);
  return found;
}

/** Everything that a descriptor may be, including itself, in whatever order the redirects run. */
function meanings(descriptor: number, uses: readonly StreamUse[]): ReadonlySet<StreamUse['is']> {
  const found = new Set<StreamUse['is']>([descriptor]);
  for (const one of found) for (const use of uses) if (use.descriptor === one) found.add(use.is);
  return found;
}

/**
 * What opening the path of a descriptor means: `own` is a stream of the command, or a file that a redirect opened for the
 * same access; `other` may be a file opened for another access; null is a descriptor that the script does not set.
 */
export function openedAs(
  descriptor: number,
  access: 'read' | 'write',
  uses: readonly StreamUse[],
): 'own' | 'other' | null {
  const is = meanings(descriptor, uses);
  if (is.has(access === 'read' ? 'written' : 'read')) return 'other';
  const isOwn = access === 'read' ? is.has(0) : is.has(1) || is.has(2);
  return isOwn || is.has(access === 'read' ? access : 'written') ? 'own' : null;
}
