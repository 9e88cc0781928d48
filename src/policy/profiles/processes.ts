import { type Arg, textOf } from '../shell/arg.ts';
import { type Profile, plainReading, type Reading, valuesGiven } from './profile.ts';

/** How words of `ps` begin by the reading that it makes of them: `flags` alone, those before `o` and its columns, before a value. */
interface PsWords {
  readonly flags: RegExp;
  readonly columns: RegExp;
  readonly value: RegExp;
}

const usualPs: PsWords = {
  flags: /^([aAuxfwrl]+|-[AdefFlHTLjwN]+)$/,
  columns: /^(o|-[AdefFlHTLjwN]*o)$/,
  value: /^(-[AdefFlHTLjwN]*[puUgGCt]|--(pid|ppid|user|sort|cols))$/,
};

/** Where one word has an `x` behind a dash (`ps -aux`), it takes all of them for those of BSD, in which `-e` shows environments. */
const bsdPs: PsWords = { flags: /^-?[acfjlruwx]+$/, columns: /^-?[acfjlruwx]*o$/, value: /^--(sort|cols)$/ };

/** `ps` in the forms that show no environment: BSD `e` and unknown columns are refused. */
function readPs(args: readonly Arg[]): Reading | string {
  const columns =
    /^(pid|ppid|pgid|sid|user|uid|ruser|group|gid|comm|cmd|args|command|ucmd|stat|state|s|tty|tt|time|etime|etimes|start|lstart|stime|pcpu|%cpu|pmem|%mem|rss|rsz|vsz|nice|ni|pri|nlwp|thcount|psr|wchan)(:\d+)?(=[\w%-]*)?$/;
  const words = args.some((arg) => /^-[A-Za-z]*x/.test(textOf(arg) ?? '')) ? bsdPs : usualPs;
  for (let index = 1; index < args.length; index += 1) {
    const text = textOf(args[index]);
    if (text === null) return 'an option is computed';
    if (
      words.flags.test(text) ||
      /^(--forest|--no-headers?|--headers|--width=\d+|--sort=[-+%\w,]+)$/.test(text)
    )
      continue;
    const next = args[index + 1];
    // A number, whichever: `$$`.
    const value = next?.kind === 'unknown' && next.isNumber === true ? '1' : (textOf(next) ?? '');
    if (words.columns.test(text)) {
      if (!value.split(',').every((column) => columns.test(column)))
        return 'it shows a column that is not known';
    } else if (!words.value.test(text) || !/^[\w,.+%-]+$/.test(value)) {
      return `${text} is not among the options known to be harmless`;
    }
    index += 1;
  }
  return plainReading([]);
}

/** `kill` that lists signals, and with signal 0, which tells whether processes are there. */
function readKill(args: readonly Arg[]): Reading | string {
  const [first, ...rest] = args.slice(1);
  const isNumber = (arg: Arg) => (arg.kind === 'unknown' ? arg.isNumber === true : /^\d+$/.test(arg.text));
  const isHarmless =
    textOf(first) === '-l'
      ? rest.every((arg) => /^\w+$/.test(textOf(arg) ?? ''))
      : textOf(first) === '-0' && rest.every(isNumber);
  return isHarmless ? plainReading([]) : 'it sends a signal';
}

/** `pwdx` of processes by their numbers. */
function readPwdx(args: readonly Arg[]): Reading | string {
  const isNumber = (arg: Arg) => /^\d+$/.test(textOf(arg) ?? '');
  return args.length > 1 && args.slice(1).every(isNumber)
    ? plainReading([])
    : 'a process is not told by its number';
}

/** Processes: which there are, and where. */
export const processes = (): readonly Profile[] => [
  {
    names: 'ps',
    read: readPs,
    allow: [
      'ps',
      'ps aux',
      'ps -ef',
      'ps -p 1 -o pid,comm',
      'ps -eo pid,args --sort=-pcpu',
      'ps -o pid=,comm=Name',
      'ps aux | grep node',
      'ps -p $$ -o pid,args',
      'ps -aux',
      'ps -ax',
      'ps -auxww | grep node',
      'ps -axo pid,command',
      'ps -ax -o pid=,args --sort=-pcpu',
      'ps -x aux',
      'ps -fp 1',
      'ps -fp $$',
      'ps -fu root',
      'ps -efo pid,args',
    ],
    notAllow: [
      'ps -p "$X"',
      'ps -p $(cat f)',
      'ps $$',
      'ps auxe',
      'ps eww',
      'ps -eo environ',
      'ps axe',
      "ps -o 'pid=a environ'",
      'ps -auxe',
      'ps -axe',
      'ps -efx',
      'ps -ax -e',
      'ps -ef -x',
      'ps -e -aux',
      'ps -ax -eo pid',
      'ps -axo pid,environ',
      'ps -ax -u e',
      'ps -ax -p 1',
      'ps -fp',
    ],
  },
  {
    names: 'pgrep',
    options:
      '-cfilnovxwsaq -d,--delimiter:text -g,--pgroup:text -G,--group:text -P,--parent:text -u,--euid:text -U,--uid:text -t,--terminal:text --list-name --list-full --full --exact --newest --oldest --count --inverse --ignore-case --help --version',
    operands: 'pattern*',
    allow: ['pgrep -fl node'],
    notAllow: ['pgrep --signal 9 x'],
  },
  {
    // The one of sysvinit writes of an option that it does not know to the system's log and the console, and of an id that is none.
    names: 'pidof',
    options: '-chnqsxz -d:text -o:text',
    operands: 'pattern*',
    veto: (reading) =>
      valuesGiven(reading, '-o').every((id) => /^(?:\d|%PPID$)/.test(id ?? ''))
        ? null
        : 'it writes to the console',
    allow: ['pidof bash', 'pidof -s -x bash', 'pidof -o 12 bash', 'pidof -o %PPID -o 1,2 bash', 'pidof -h'],
    notAllow: ['pidof -i bash', 'pidof --version', 'pidof --exact bash', 'pidof -t bash', 'pidof -o a bash'],
  },
  {
    names: 'kill',
    builtin: true,
    read: readKill,
    allow: ['kill -l', 'kill -l 9', 'kill -0 1234', 'kill -0 1 2 2>/dev/null && echo up', 'kill -0 $$'],
    notAllow: [
      'kill 1',
      'kill -9 1',
      'kill -0 -s 9 1',
      'kill -0 -9',
      'kill -0 "$X"',
      'kill -0 $X',
      'kill -s 0 1',
      'kill -l -9 1',
    ],
  },
  {
    names: 'pwdx',
    read: readPwdx,
    allow: ['pwdx 1', 'pwdx 1 2'],
    notAllow: ['pwdx', 'pwdx x', 'pwdx "$X"'],
  },
];
