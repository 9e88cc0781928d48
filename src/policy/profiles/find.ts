import { type Arg, textArg, textOf } from '../shell/arg.ts';
import { type Operand, operandsOf, plainReading, type Reading } from './profile.ts';

/** Tests and actions without an argument. */
const bare: ReadonlySet<string> = new Set(
  (
    '-empty -executable -readable -writable -nouser -nogroup -true -false -print -print0 -ls -prune -quit -depth -d -daystart -follow -mount -xdev -noleaf ' +
    '-ignore_readdir_race -noignore_readdir_race -warn -nowarn -not -and -or -a -o ! ( ) , -help --help -version --version'
  ).split(' '),
);

/** Tests and actions whose argument is text. */
const withText: ReadonlySet<string> = new Set(
  (
    '-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -perm -user -group -uid -gid -links -inum -fstype -context ' +
    '-amin -cmin -mmin -atime -ctime -mtime -used -maxdepth -mindepth -regextype -printf -newermt -newerat -newerct -newerBt'
  ).split(' '),
);

/** Tests whose argument is a file that is looked at. */
const withFile = /^-(newer|anewer|cnewer|samefile|newer[aBcm][aBcm])$/;

/** `find` without actions that start, write or remove. */
export function readFind(args: readonly Arg[]): Reading | string {
  const operands: Operand[] = [];
  let index = 1;
  let follows = false;
  for (; /^-([HLP]|O\d|D.*)$/.test(textOf(args[index]) ?? ''); index += 1)
    follows ||= textOf(args[index]) === '-L';
  for (; index < args.length; index += 1) {
    const arg = args[index];
    if (arg === undefined || arg.kind === 'unknown') return 'what a variable holds could be an action';
    if (arg.kind === 'text' && /^[-(!,)]/.test(arg.text)) break;
    operands.push({ kind: 'names', arg, exposed: true });
  }
  if (operands.length === 0) operands.push({ kind: 'names', arg: textArg('.'), exposed: false });
  let depth: string | null = null;
  for (; index < args.length; index += 1) {
    const text = textOf(args[index]);
    if (text === null) return 'an action is computed or a wildcard';
    follows ||= text === '-follow';
    if (bare.has(text)) continue;
    const value = args[index + 1];
    if (value === undefined || (value.kind === 'unknown' && !value.single))
      return `${text} is not understood`;
    if (value.kind === 'glob') return `the value of ${text} is not quoted`;
    if (text === '-maxdepth') depth = textOf(value);
    if (withText.has(text)) {
      index += 1;
      continue;
    }
    if (withFile.test(text)) operands.push(...operandsOf('list', [value]));
    else return `${text} is not among the tests and actions known to be harmless`;
    index += 1;
  }
  const isFlat = depth === '0' || depth === '1';
  return plainReading(
    operands.map((operand) =>
      operand.kind !== 'names' ? operand : isFlat ? { ...operand, kind: 'list' } : { ...operand, follows },
    ),
  );
}
