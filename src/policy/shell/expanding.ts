import type { ParameterExpansionPart } from 'unbash';
import { braceChoices } from './pieces.ts';

/** The variables that a word as written names: those with an index also by it, parameters by their list. */
export function variablesIn(text: string): readonly string[] {
  if (!text.includes('$')) return [];
  return [...text.matchAll(/\$\{?[!#]?(?:(\w+)(\[\w+\])?|[@*])/g)].flatMap(([, name = '@', index]) =>
    /^\d+$/.test(name) ? ['@'] : index === undefined ? [name] : [name, name + index],
  );
}

/** The name, the sign and the first index of the elements that `${…}` stands for. */
export function elementsNamed({
  parameter,
  index,
  operation,
  prefix,
}: ParameterExpansionPart): readonly string[] {
  if (prefix !== undefined) return [];
  const which = /^[@*]$/.test(parameter) ? parameter : (index?.value ?? '');
  if (!/^[@*]$/.test(which)) return [];
  const name = which === parameter ? '@' : parameter;
  const first = name === '@' ? '1' : '0';
  if (operation === undefined) return [name, which, first];
  const isSlice = operation.type === 'Slice' && operation.length === undefined;
  return isSlice && /^\d+$/.test(operation.offset.value) ? [name, which, operation.offset.value] : [];
}

/** The alternatives of braces, of wildcards too. */
export function choicesIn(text: string): readonly string[] | null {
  if (/^\{(?=[^,]*,)[^{}$`'"\\]*\}$/.test(text)) return text.slice(1, -1).split(',');
  try {
    return braceChoices(text);
  } catch {
    return null;
  }
}
