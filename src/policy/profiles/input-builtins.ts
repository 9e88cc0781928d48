import { isReadInto } from '../commands/variable-names.ts';
import { type Arg, isOneWord, textOf } from '../shell/arg.ts';
import { type Profile, plainReading, type Reading } from './profile.ts';
import { computed, isNumberToAll } from './shell-numbers.ts';

/** Whether a script may read into a variable of this name: a name with a subscript would be evaluated. */
export function isPlainVariable(arg: Arg | undefined): boolean {
  return isReadInto(textOf(arg) ?? '');
}

export const plainNames = 'only plain names in lower case are understood';

/** `mapfile -t` into one plain name. */
function readMapfile(args: readonly Arg[]): Reading | string {
  const [, option, name, ...others] = args;
  const isPlain = textOf(option) === '-t' && isPlainVariable(name) && others.length === 0;
  return isPlain ? plainReading([]) : plainNames;
}

/** `read` into plain names, or an array of one. */
function readRead(args: readonly Arg[]): Reading | string {
  let index = 1;
  for (; index < args.length; index += 1) {
    const text = textOf(args[index]) ?? '';
    if (/^-[rs]+$/.test(text)) continue;
    if (!/^-r?[pdnt]$/.test(text) || !isOneWord(args[index + 1])) break;
    if (/[nt]$/.test(text) && !isNumberToAll(args[index + 1])) return computed;
    index += 1;
  }
  if (/^-r?a$/.test(textOf(args[index]) ?? '')) index += 1;
  const names = args.slice(index);
  return names.length > 0 && names.every(isPlainVariable) ? plainReading([]) : plainNames;
}

/** Builtins of the shell that read lines into variables. */
export const inputBuiltins = (): readonly Profile[] => [
  {
    names: 'read',
    read: readRead,
    allow: [
      'while read -r line; do echo "$line"; done < f',
      'cat f | while IFS= read -r l; do echo x; done || true',
      "read -rp 'x? ' answer < f",
      'IFS=, read -ra parts < f; ls',
    ],
    notAllow: [
      "read 'a[$(id)]' < f",
      "read -n 'a[$(id)]' x < f",
      'read -t PATH x < f',
      'read PATH < f',
      'read http_proxy < f',
      'read < f',
      'read -a PATH < f',
      "read -a 'x[$(id)]' < f",
      'read -ra x -p PATH < f',
      'read "$X" < f',
    ],
  },
  {
    names: 'mapfile readarray',
    read: readMapfile,
    allow: ['mapfile -t lines < f', 'readarray -t lines < <(ls)'],
    notAllow: [
      'mapfile lines < f',
      'mapfile -t < f',
      'mapfile -t PATH < f',
      "mapfile -t 'x[$(id)]' < f",
      "mapfile -C 'id' -c 1 -t lines < f",
      'mapfile -t lines -C id < f',
      'mapfile -t "$X" < f',
    ],
  },
];
