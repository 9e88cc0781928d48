import { type Arg, textArg } from '../shell/arg.ts';
import { without } from './conditions.ts';
import {
  literalWords,
  type Operand,
  operandsOf,
  type Profile,
  plainReading,
  type Reading,
} from './profile.ts';

/** Without `-r`, which asks the network for the names of addresses. */
const ipFlags = /^-(4|6|br|brief|c|color|d|details|s|statistics|o|oneline|j|json|p|pretty|h|human|N)$/;
const ipObjects = /^(a|addr|address|l|link|r|route|n|neigh|neighbour|rule|m|maddr)$/;
/** A kind of link names a library that is loaded, so only plain words and addresses follow. */
const ipWords = /^(?!type$)[\w.:/@][\w.:/@-]*$/;

/** `ip` that shows: verbs are written out, since beginnings of them mean another one to some objects. */
function readIp(args: readonly Arg[]): Reading | string {
  const words = literalWords(args);
  if (words === null) return 'an operand is computed';
  const start = words.findIndex((word) => !ipFlags.test(word));
  const [object = '', verb = 'show', ...rest] = start === -1 ? [] : words.slice(start);
  if (!ipObjects.test(object)) return 'it shows nothing that is known';
  const shows = /^(show|list|ls)$/.test(verb) || (verb === 'get' && /^r/.test(object) && object !== 'rule');
  if (!shows) return `${verb} is not a verb that only shows`;
  return rest.every((word) => ipWords.test(word)) ? plainReading([]) : 'a word is not understood';
}

const lsofFlags = /^-[nPltaURVbwO]+$/;
/** Options with which no address is shown by its name: with `-t` none is shown. */
const lsofNumeric = /^-[nPltaURVbwO]*[nt]/;
const lsofInternet = /^[46]?(tcp|udp)?(:[\w,-]+)?$/i;
const lsofValues: Readonly<Record<string, RegExp>> = {
  '-p': /^\^?\d+(,\^?\d+)*$/,
  '-u': /^[\w,.^-]+$/,
  '-c': /^[\w.^-]+$/,
  '-s': /^(tcp|udp):[\w,^]+$/i,
  '-d': /^[\w,^-]+$/,
  '-F': /^\w+$/,
};

/** How many words an option of `lsof` for connections takes, itself included; or why it is not known to be harmless. */
function lsofInternetWords(word: string, next: string): number | string {
  const address = /^-[nPltaURVbwO]*i(.*)$/.exec(word)?.[1];
  if (address === undefined || !lsofInternet.test(address)) return `${word} is not understood`;
  if (address !== '' || next === '' || /^[-+]/.test(next)) return 1;
  return lsofInternet.test(next) ? 2 : `${next} may be a name that is looked up`;
}

/** How many words an option of `lsof` takes, itself included; or why it is not known to be harmless. */
function lsofOptionWords(word: string, next: string): number | string {
  if (/^-\w*i/.test(word)) return lsofInternetWords(word, next);
  if (lsofFlags.test(word)) return 1;
  const joined = word.slice(2);
  const isKnown = lsofValues[word.slice(0, 2)]?.test(joined === '' ? next : joined) === true;
  if (!isKnown) return `${word} is not among the options known to be harmless`;
  return joined === '' ? 2 : 1;
}

/** `lsof` that lists: what begins with a plus or is unknown may write a cache or go through folders. */
function readLsof(args: readonly Arg[]): Reading | string {
  // A number, whichever: `$$`.
  const words = literalWords(
    args.map((arg) => (arg.kind === 'unknown' && arg.isNumber === true ? textArg('1') : arg)),
  );
  if (words === null) return 'an operand is computed';
  const operands: Operand[] = [];
  const options: string[] = [];
  for (let index = 0; index < words.length; ) {
    const word = words[index] ?? '';
    const isOption = /^[-+]/.test(word);
    const taken = isOption ? lsofOptionWords(word, words[index + 1] ?? '') : 1;
    if (typeof taken === 'string') return taken;
    if (isOption) options.push(word);
    else operands.push(...operandsOf('list', args.slice(index + 1, index + 2)));
    index += taken;
  }
  const listsOthers = operands.length === 0 || options.some((word) => /^-[pucds]|i/.test(word));
  if (listsOthers && !options.some((word) => lsofNumeric.test(word)))
    return 'without -n it asks the network for the names of addresses';
  return plainReading(operands);
}

/** `getent` in databases that are neither secret nor asked of the network. */
function readGetent(args: readonly Arg[]): Reading | string {
  const [database = '', ...keys] = literalWords(args) ?? [];
  if (!/^(passwd|group|services|protocols)$/.test(database)) return 'only people and ports are looked up';
  return keys.every((key) => /^\w[\w.-]*$/.test(key)) ? plainReading([]) : 'a word is not understood';
}

/** What runs on the machine and listens: connections, open files and what the kernel says. */
export const services = (): readonly Profile[] => [
  {
    names: 'ip',
    read: readIp,
    allow: [
      'ip a',
      'ip addr',
      'ip -br link',
      'ip route show table all',
      'ip -4 addr show dev eth0',
      'ip route get 10.0.0.1',
    ],
    notAllow: [
      'ip',
      'ip link set eth0 down',
      'ip l s',
      'ip addr add 10.0.0.1/8 dev eth0',
      'ip addr flush dev eth0',
      'ip addr save',
      'ip route flush cache',
      'ip link show type ../../x',
      'ip netns exec x sh',
      'ip vrf exec x sh',
      'ip -b f',
      'ip -batch f',
      'ip -n x addr',
      'ip -r neigh',
      'ip -4 -r route',
      'ip addr show "$X"',
    ],
  },
  {
    names: 'lsof',
    read: readLsof,
    allow: [
      'lsof -ni :3000',
      'lsof -nP -iTCP -sTCP:LISTEN',
      'lsof -ti:8080',
      'lsof -n -p 1',
      'lsof -n -u root -c node',
      'lsof f',
      'lsof -n -p $$',
      'lsof -n -a -d cwd -p "$PPID"',
    ],
    notAllow: [
      'lsof',
      'lsof -i :3000',
      'lsof -p 1',
      'lsof -P -u root f',
      'lsof -D b',
      'lsof -p $X',
      'lsof -p$$',
      'lsof $!',
      'lsof -Dbx',
      'lsof -nD b',
      'lsof +D .',
      'lsof +m x',
      'lsof -k x',
      'lsof -i @example.com',
      'lsof -i@example.com:80',
      'lsof -i "$X"',
      'lsof -r 1',
    ],
  },
  {
    names: 'pstree',
    options: '-aAcghlnpstTuV',
    operands: 'text?',
    style: 'exact',
    allow: ['pstree', 'pstree -p', 'pstree -ap 1'],
    notAllow: ['pstree -f f'],
  },
  {
    names: 'top',
    style: 'exact',
    options: '-bcHi1 -n:number -d:number -o:text -p:text -u:text -w?number',
    veto: without('-b -n', 'it goes on and reads keys'),
    allow: ['top -bn1', 'top -b -n 1 -o %MEM', 'top -bn1 -p 1 | head'],
    notAllow: ['top', 'top -b', 'top -n 1', 'top -bn1 -X'],
  },
  {
    names: 'dmesg',
    style: 'exact',
    options:
      '-dekrtTuxP --ctime --reltime --kernel --userspace --notime --decode --raw --nopager --show-delta -f:text --facility:text -l:text --level:text -s:number --since:text --until:text --color?text -L?text --version',
    allow: ['dmesg', 'dmesg -T | tail', 'dmesg --level=err,warn', 'dmesg -l err'],
    notAllow: [
      'dmesg -c',
      'dmesg -C',
      'dmesg -Tc',
      'dmesg --clear',
      'dmesg --cl',
      'dmesg -n 1',
      'dmesg -D',
      'dmesg -E',
      'dmesg -H',
      'dmesg -F f',
      'dmesg --console-off',
    ],
  },
  {
    names: 'crontab',
    forms: '-l',
    otherwise: 'it does more than show',
    allow: ['crontab -l'],
    notAllow: ['crontab', 'crontab -e', 'crontab -r', 'crontab f', 'crontab -', 'crontab -l -u root'],
  },
  {
    names: 'getent',
    read: readGetent,
    allow: ['getent passwd root', 'getent group', 'getent services ssh'],
    notAllow: [
      'getent',
      'getent shadow',
      'getent gshadow root',
      'getent hosts example.com',
      'getent passwd -s x',
      'getent -s x passwd',
      'getent passwd "$X"',
    ],
  },
  {
    names: 'tput stty',
    forms: 'cols|lines|colors|size|-a',
    otherwise: 'it does more than show',
    allow: ['tput cols', 'stty size'],
    notAllow: ['tput init', 'tput -T x init', 'tput -S', 'stty sane', 'stty -F /dev/ttyS0 9600', 'stty raw'],
  },
];
