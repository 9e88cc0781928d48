import { keepsReading } from '../programs/shell-start.ts';
import { setOf } from '../programs/words.ts';
import { type Arg, isOneWord, textOf } from '../shell/arg.ts';
import { isNumber } from '../shell/numbers.ts';
import { fileComparisons, fileTests, numberComparisons, textTests } from '../shell/test-operators.ts';
import { readPrintf } from './printf.ts';
import { operandsOf, type Profile, plainReading, type Reading } from './profile.ts';
import { comparesToAll, computed, isNumberToAll } from './shell-numbers.ts';

const comparisons = setOf('= == != < >');

/** An operator and its only operand. */
function readUnary(operator: string, operand: Arg): Reading | string {
  if (fileTests.has(operator)) return plainReading(operandsOf('list', [operand]));
  if (operator === '-t') return isNumberToAll(operand) ? plainReading([]) : computed;
  return textTests.has(operator) ? plainReading([]) : 'it is not a plain test';
}

function readBinary(first: Arg, operator: string, third: Arg): Reading | string {
  if (fileComparisons.has(operator)) return plainReading(operandsOf('list', [first, third]));
  if (numberComparisons.has(operator))
    return [first, third].every(comparesToAll) ? plainReading([]) : computed;
  return comparisons.has(operator) ? plainReading([]) : 'it is not a plain test';
}

/** `test` by the number of its arguments, as POSIX fixes it; every operator must be literal. */
function readTest(args: readonly Arg[]): Reading | string {
  const [first, second, third] = args;
  if (args.length > 1 && textOf(first) === '!') return readTest(args.slice(1));
  const isCompared = args.length === 3 && numberComparisons.has(textOf(second) ?? '');
  const isOne = (arg: Arg) => isOneWord(arg) || (isCompared && comparesToAll(arg));
  if (!args.every((arg) => isOne(arg) || (arg.kind === 'glob' && arg.isWalked === true)))
    return 'a variable outside quotes can be several words';
  if (first === undefined || second === undefined) return plainReading([]);
  if (third === undefined) return readUnary(textOf(first) ?? '', second);
  return args.length === 3 ? readBinary(first, textOf(second) ?? '', third) : 'it is not a plain test';
}

function readBracket(args: readonly Arg[]): Reading | string {
  return textOf(args.at(-1)) === ']' ? readTest(args.slice(1, -1)) : 'it lacks its closing bracket';
}

/** `set` in the forms scripts begin with; what they switch on only stops sooner or shows more. */
function readSet(args: readonly Arg[]): Reading | string {
  if (args.length === 1) return 'it prints every variable';
  return keepsReading(args.slice(1).map(textOf)) ? plainReading([]) : 'it changes how the shell reads';
}

function readNames(args: readonly Arg[]): Reading | string {
  const names = args.slice(1).map(textOf);
  if (!names.every((name) => name !== null && /^[\w./+@-]+$/.test(name))) return 'a name is computed';
  return plainReading(operandsOf('text', args.slice(1)));
}

/** `exit` and its like: at most one word, which is no option. */
function readStatus(args: readonly Arg[]): Reading | string {
  const status = args[1];
  if (args.length > 2) return 'it has more operands than its harmless forms';
  if (status === undefined || (status.kind === 'unknown' && status.isNumber === true))
    return plainReading([]);
  const start = status.kind === 'unknown' && status.single ? status.prefix : (textOf(status) ?? '');
  if (start === '') return 'what a variable or substitution holds could be an option';
  return isNumberToAll(status) && !start.startsWith('-') ? plainReading([]) : 'it takes a number';
}

/** A process by its number or none, or a job by its own; or that the first to end will do. */
function isProcess(arg: Arg): boolean {
  return isNumber(arg) || /^(%?\d+|-n)$/.test(textOf(arg) ?? '');
}

/** Builtins of the shell, each with the forms that evaluate nothing. Outside a shell the programs of the same names. */
export const builtins = (): readonly Profile[] => [
  {
    names: 'echo',
    plain: true,
    read: (args) => plainReading(operandsOf('text', args.slice(1))),
    allow: ['echo', "echo 'hi there'", 'echo -n x', 'echo $HOME', 'echo *.ts', 'echo $(pwd)'],
    notAllow: ['echo hi | sh', 'echo x > f', 'echo $(rm x)'],
  },
  {
    names: 'printf',
    read: readPrintf,
    allow: [
      'printf x',
      'printf \'%s\\n\' "$X"',
      "printf -- '%d' 1",
      "printf -- '--- %s' x",
      "printf '%%n %d\\n' 1",
      'printf "x: $X"',
      "printf '%s: %5.1f%%\\n' a 1.5 b 0x1F",
      'printf "%d %s\\n" "$X" y 010 z',
      "printf '%-*s|%d' 5 x \"'A\"",
      "printf '%d %s' $X",
      'printf -v x 1',
      "printf -v x '%03d' 5",
      'printf -v name -- \'%s-%s\' "$A" b; echo "$name"',
    ],
    notAllow: [
      "printf -v 'a[$(id)]' x",
      'printf -v',
      'printf -v x',
      'printf -vx 1',
      'printf -v x "$X"',
      'printf -v "$X" 1',
      'printf -v PATH 1',
      'printf -v http_proxy 1',
      'printf -v http_proxy 1',
      "printf -v 'x[1]' 1",
      'printf -v x -v y 1',
      'printf -v x a%n PATH',
      "printf -v x '%d' 'a[$(id)]'",
      'printf "$X"',
      'printf a%n PATH',
      "printf '%%%-5ln' PATH",
      'printf "a$X" PATH',
      'printf a$X',
      "printf %d 'a[$(id)]'",
      'printf %5.2f PATH=1',
      "printf '%s %d' a b",
      "printf '%s %*d' a 'x[$(id)]' 1",
      "printf '%1$d' 'a[$(id)]'",
      "printf '\\045d' 'a[$(id)]'",
      "printf '%s %d' * 1 a",
      "printf '%(%F)T' 'a[$(id)]'",
    ],
  },
  {
    names: ': true false',
    plain: true,
    read: (args) => plainReading(operandsOf('text', args.slice(1))),
    allow: ['true', 'false', ': "$X"', 'true && false || echo x'],
    notAllow: ['true > f'],
  },
  {
    names: 'test',
    read: (args) => readTest(args.slice(1)),
    allow: ['test -f x', 'test ! -d x', 'test a = b', 'test -n "$X"', 'test "$X" -gt 3', 'test -t 1'],
    notAllow: [
      "test -v 'a[$(id)]'",
      'test $X',
      'test "$A" "$B" "$C"',
      "test 'a[$(id)]' -eq 0",
      'test PATH=. -eq 0',
      "test -t 'a[$(id)]'",
    ],
  },
  {
    names: '[',
    read: readBracket,
    allow: ['[ -f x ]', '[ "$A" = b ]', '[ 1 -lt 2 ]', '[ ! -e x ] && echo no'],
    notAllow: ["[ -v 'a[$(id)]' ]", '[ -f x', '[ $X ]', "[ 0 -lt 'a[$(id)]' ]", '[ ! a -ge 1 ]'],
  },
  {
    names: 'type',
    read: readNames,
    allow: ['type ls', 'type -a python3'],
    notAllow: ['type "$X"'],
  },
  {
    names: 'command',
    read: (args) => (/^-[vV]$/.test(textOf(args[1]) ?? '') ? readNames(args.slice(1)) : 'it runs a command'),
    allow: ['command -v git', 'command -V ls', 'command ls'],
    notAllow: ['command -p ls', 'command rm x'],
  },
  {
    names: 'exit break continue',
    read: readStatus,
    allow: [
      'ls || exit 1',
      'ls; exit $?',
      'ls; rc=$?; echo "$rc"; exit "$rc"',
      'for f in a b; do echo "$f"; break; done',
    ],
    notAllow: [
      'exit "$X"',
      'exit $?$X',
      'exit -$?',
      "exit 'a[$(id)]'",
      'break PATH=1',
      'rc=$?; read rc; exit $rc',
      'exit 1 2',
      'exit *',
    ],
  },
  {
    names: 'set',
    read: readSet,
    allow: ['set -e', 'set -euo pipefail; ls', 'set -Eeuo pipefail', 'set -o errtrace', 'set +x'],
    notAllow: ['set', 'set -a', 'set -k', 'set -T', 'set -oe pipefail', 'set -o posix', 'set -- $X'],
  },
  {
    names: 'export',
    read: (args) => (args.length === 1 ? plainReading([]) : 'only assignments are understood'),
    allow: ['export A=1', 'export NODE_ENV=test; ls', 'export GIT_PAGER=cat; ls'],
    notAllow: [
      'export PATH=/x',
      'export GIT_PAGER=less; ls',
      'export PAGER=$X; ls',
      'export -f f',
      'export -p',
    ],
  },
  {
    names: 'help',
    options: '-dms',
    operands: 'text*',
    allow: ['help', 'help cd', 'help -d test read | head'],
    notAllow: ['help "$X"', "sh -c 'help cd'"],
  },
  {
    names: 'ulimit',
    read: (args) =>
      args.slice(1).every((arg) => /^-[HSacdefilmnpqrstuvx]+$/.test(textOf(arg) ?? ''))
        ? plainReading([])
        : 'it sets a limit',
    allow: ['ulimit -a', 'ulimit -n', 'ulimit -Hn'],
    notAllow: ['ulimit -n 100', 'ulimit -c unlimited', 'ulimit 10', 'ulimit -n "$X"'],
  },
  {
    names: 'umask',
    options: '-S',
    allow: ['umask', 'umask -S'],
    notAllow: ['umask 077', 'umask -p 0'],
  },
  {
    names: 'wait',
    read: (args) =>
      args.slice(1).every(isProcess) ? plainReading([]) : 'a process is not told by its number',
    allow: [
      'ls & wait',
      'ls & wait $!',
      'ls & wait "$!"; echo $?',
      'ls & p=$!; wait "$p"',
      'ls & wait -n %1',
      'wait $$ 12',
    ],
    notAllow: [
      "wait -n -p 'a[$(id)]'",
      'wait -p x',
      'wait -px 1',
      'wait "$X"',
      'wait $X',
      'wait -$!',
      'wait %ls',
      'p=$!; read p; wait $p',
      "p=$!; p='-p PATH'; wait $p",
      'wait *',
    ],
  },
  {
    names: 'times',
    allow: ['times'],
    notAllow: ['times > f'],
  },
  {
    names: 'jobs',
    options: '-lnprs',
    allow: ['jobs', 'jobs -l', 'jobs -rp'],
    notAllow: ['jobs -x touch f', 'jobs -lx touch f', 'jobs %1'],
  },
];
