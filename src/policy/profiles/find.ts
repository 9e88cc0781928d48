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

interface Expression {
  /** The files that its tests look at. */
  readonly files: readonly Operand[];
  readonly depth: string | null;
  readonly follows: boolean;
}

/** What stands behind the starting points; a text says why it is not certain to be harmless. */
function readExpression(args: readonly Arg[]): Expression | string {
  const files: Operand[] = [];
  let depth: string | null = null;
  let follows = false;
  for (let index = 0; index < args.length; index += 1) {
    const text = textOf(args[index]);
    if (text === null) return 'an action is computed or a wildcard';
    follows ||= text === '-follow';
    if (bare.has(text)) continue;
    index += 1;
    const value = args[index];
    if (value === undefined || (value.kind === 'unknown' && !value.single))
      return `${text} is not understood`;
    if (value.kind === 'glob') return `the value of ${text} is not quoted`;
    if (text === '-maxdepth') depth = textOf(value);
    if (withFile.test(text)) files.push(...operandsOf('list', [value]));
    else if (!withText.has(text)) return `${text} is not among the tests and actions known to be harmless`;
  }
  return { files, depth, follows };
}

/** `find` without actions that start, write or remove. */
export function readFind(args: readonly Arg[]): Reading | string {
  const isOption = (arg: Arg | undefined) => /^-([HLP]|O\d|D.*)$/.test(textOf(arg) ?? '');
  let index = 1;
  while (isOption(args[index])) index += 1;
  const isLogical = args.slice(1, index).some((arg) => textOf(arg) === '-L');
  const starts: Arg[] = [];
  for (; index < args.length; index += 1) {
    const arg = args[index];
    if (arg === undefined || arg.kind === 'unknown') return 'what a variable holds could be an action';
    if (arg.kind === 'text' && /^[-(!,)]/.test(arg.text)) break;
    starts.push(arg);
  }
  const expression = readExpression(args.slice(index));
  if (typeof expression === 'string') return expression;
  const { files, depth } = expression;
  const follows = isLogical || expression.follows;
  const reach =
    depth === '0' || depth === '1' ? ({ kind: 'list' } as const) : ({ kind: 'names', follows } as const);
  const from = starts.length === 0 ? [textArg('.')] : starts;
  const roots = from.map((arg) => ({ ...reach, arg, exposed: starts.length > 0 }));
  return plainReading([...roots, ...files]);
}
