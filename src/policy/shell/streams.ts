import type { ParsedScript, Redirection, SyntaxNode } from 'unbash';
import type { Parser } from './parse.ts';

/** What a redirect does to a descriptor: it opens a file to be read or to be written, or makes it what another one is. */
export interface StreamUse {
  readonly descriptor: number;
  readonly is: 'read' | 'written' | number;
}

const both = ['read', 'written'] as const;

/** The descriptors that a redirect is about, where the script names them by their numbers. */
export function descriptorsOf(node: Redirection): readonly number[] {
  if (node.descriptor !== undefined)
    return node.descriptor.type === 'FileDescriptorVariable' ? [] : [node.descriptor.value];
  if (node.type !== 'Redirect' || node.operator.startsWith('<')) return [0];
  return /^&|^>&$/.test(node.operator) ? [1, 2] : [1];
}

/** The descriptor that a redirect makes another one of, as `>&2` does; null where it opens a file, undefined where it closes one. */
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

/** What the redirects of a text do to descriptors, wherever in it they stand. Throws RangeError where it nests too deeply. */
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

/** All that a descriptor may be, itself among it, whatever comes before what. */
function meanings(descriptor: number, uses: readonly StreamUse[]): ReadonlySet<StreamUse['is']> {
  const found = new Set<StreamUse['is']>([descriptor]);
  for (const one of found) for (const use of uses) if (use.descriptor === one) found.add(use.is);
  return found;
}

/**
 * What it is to open the path of a descriptor to read or write it: `own` is a stream that the command has, or a file that a redirect
 * opened for just that; `other` may be a file that was opened for something else; null is nothing that the script knows of.
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
