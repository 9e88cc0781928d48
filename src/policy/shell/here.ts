import { basename, dirname } from 'node:path';
import type { ParameterOperation, Word } from 'unbash';

/** Stands for the current folder of a shell, wherever that is; as a path it is valid, but no script writes it. */
export const here = './.';

/** Stands for the last name in the path of that folder. */
const hereName = '\u{f0010}';
/** Stands for a name that is known only when it runs. */
export const unknownName = '…';

/** Whether a word refers to the previous folder: `$OLDPWD`, `~-`. */
export function namesPrevious({ text }: Word): boolean {
  return /\$\{?OLDPWD\b|^~-(?=\/|$)/.test(text);
}

/** Matches paths of the current folder and those above it. */
const aboveHere = /^(?:\.\/\.|\.\.(?:\/\.\.)*)$/;

/** The folder of a path, as printed by `dirname`. */
export function folderOf(path: string): string {
  if (path === here) return '..';
  return aboveHere.test(path) ? `${path}/..` : dirname(path);
}

/** The last name of a path, as printed by `basename`; the root is its own. */
export function nameOf(path: string): string {
  if (/^\/+$/.test(path)) return '/';
  return path === here ? hereName : basename(path);
}

/** The value of `${PWD…}` with an operation. */
export function ofHere(operation: ParameterOperation): string {
  switch (operation.type) {
    case 'Remove': {
      const { operator, operand } = operation;
      if (operator === '%' && /^(?:\/\*)+$/.test(operand.value))
        return Array(operand.value.length / 2)
          .fill('..')
          .join('/');
      if (operator.startsWith('%')) return here;
      return operator === '##' && operand.value === '*/' ? hereName : unknownName;
    }
    case 'Replace':
      return operation.pattern.value.includes('/') ? unknownName : here;
    case 'Slice':
      return /^\s*(?:0\s*)?$/.test(operation.offset.value) ? here : unknownName;
    default:
      return here;
  }
}

/** Turns a word into a path from the current folder: the folder's own name below its parent is the folder itself. */
export function fromHere(text: string): string {
  if (!text.includes(hereName)) return text.startsWith(here) ? text.replace(/^\.\/\.(?=\/|$)/, '.') : text;
  const own = new RegExp(`^(\\./)*\\.\\./+${hereName}(?=/|$)`, 'u');
  return text.replace(own, '.').replaceAll(hereName, unknownName);
}
