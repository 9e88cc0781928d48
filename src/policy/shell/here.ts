import { basename, dirname } from 'node:path';
import type { ParameterOperation, Word } from 'unbash';

/** What names the folder a shell is in, wherever that is: as a path it is the current one, and no script writes it so. */
export const here = './.';

/** Stands for the last name of the path of that folder. */
const hereName = '\u{f0010}';
/** Stands for a name that only the run knows. */
export const unknownName = '…';

/** Whether a word says where the shell was before: `$OLDPWD`, `~-`. */
export function namesPrevious({ text }: Word): boolean {
  return /\$\{?OLDPWD\b|^~-(?=\/|$)/.test(text);
}

/** A path of the folder the shell is in or of one above it. */
const aboveHere = /^(?:\.\/\.|\.\.(?:\/\.\.)*)$/;

/** The folder of a path, as `dirname` prints it. */
export function folderOf(path: string): string {
  if (path === here) return '..';
  return aboveHere.test(path) ? `${path}/..` : dirname(path);
}

/** The last name of a path, as `basename` prints it. */
export function nameOf(path: string): string {
  return path === here ? hereName : basename(path);
}

/** What `${PWD…}` makes of the path of the folder that the shell is in. */
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
      return /^\s*0?\s*$/.test(operation.offset.value) ? here : unknownName;
    default:
      return here;
  }
}

/** A word as the path it is from the folder the shell is in: by its own name from the one above, it is that folder. */
export function fromHere(text: string): string {
  if (!text.includes(hereName)) return text.startsWith(here) ? text.replace(/^\.\/\.(?=\/|$)/, '.') : text;
  const own = new RegExp(`^(\\./)*\\.\\./+${hereName}(?=/|$)`, 'u');
  return text.replace(own, '.').replaceAll(hereName, unknownName);
}
