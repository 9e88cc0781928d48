import type { WordPart } from 'unbash';
import { type Arg, isPlainText, textOf } from './arg.ts';

/** An array with these elements. */
export function arrayArg(name: string, elements: readonly Arg[]): Arg {
  return { kind: 'unknown', text: name, prefix: '', single: false, elements };
}

/** The element at a literal index as a list; null unless all elements up to it are literal. */
function elementAt(elements: readonly Arg[], index: number, isQuoted: boolean): readonly Arg[] | null {
  const texts = elements.slice(0, index + 1).map(textOf);
  const text = texts[index];
  if (text == null || texts.includes(null) || !(isQuoted || isPlainText(text))) return null;
  return elements.slice(index, index + 1);
}

/** The parameters of the script if they make up a whole word, `"$@"`, and are known; null otherwise. */
function parametersOf(part: WordPart | undefined, known: { get(name: string): Arg | undefined }) {
  const given = part?.type === 'SimpleExpansion' && part.text === '$@' ? known.get('@') : undefined;
  return given?.kind === 'unknown' ? (given.elements ?? null) : null;
}

/** The elements of an array that makes up a whole word, if they are known: `"${files[@]}"`; null otherwise. */
export function elementsOf(
  parts: readonly WordPart[],
  known: { get(name: string): Arg | undefined },
): readonly Arg[] | null {
  const [outer, ...others] = parts;
  const isQuoted = outer?.type === 'DoubleQuoted';
  const [part, ...more] = isQuoted ? outer.parts : parts;
  if (others.length > 0 || (isQuoted && more.length > 0)) return null;
  if (part?.type !== 'ParameterExpansion') return isQuoted ? parametersOf(part, known) : null;
  if (part.prefix !== undefined || part.operation !== undefined) return null;
  const index = part.index?.text ?? '';
  const array = known.get(part.parameter);
  const elements = array?.kind === 'unknown' ? array.elements : undefined;
  if (elements === undefined) return null;
  if (/^\d{1,3}$/.test(index)) return elementAt(elements, Number(index), isQuoted);
  if (index === '@' && isQuoted) return elements;
  // Unquoted elements are split and expanded again.
  const isPlain = (element: Arg) => isPlainText(textOf(element) ?? '');
  return /^[@*]$/.test(index) && !isQuoted && elements.every(isPlain) ? elements : null;
}
