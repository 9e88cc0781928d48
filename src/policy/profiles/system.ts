import { isOneWord, textOf } from '../shell/arg.ts';
import { operandsUnlike } from './conditions.ts';
import { isGiven, type Profile, plainReading, type Reading } from './profile.ts';

const help = '--help --version';

/** `date` that shows: an operand is a format, never a time to set. */
function isFormat({ positionals }: Reading): string | null {
  const starts = positionals.map(({ arg }) => (arg.kind === 'unknown' ? arg.prefix : arg.text));
  return starts.every((text) => text.startsWith('+')) ? null : 'it would set the clock';
}

const sockets = '-tulnpaoemisx46WH';
const socketsLong =
  '--tcp --udp --listening --numeric --processes --all --options --extended --memory --info --summary --wide --help --version';

/** Words of a filter of `ss` that name states and ports: for those that name hosts it asks the network. */
const filterWord =
  /^(state|exclude|all|connected|synchronized|bucket|big|established|syn-sent|syn-recv|fin-wait-[12]|time-wait|closed|close-wait|last-ack|listen|listening|closing|sport|dport|and|or|not|[()!&|]|=|==|!=|[<>]=?|eq|neq?|[gl][te]|:[a-z\d-]+)$/;

function isSocketFilter({ positionals }: Reading): string | null {
  const words = positionals.flatMap(({ arg }) => (textOf(arg) ?? '…').trim().split(/\s+/));
  return words.every((word) => filterWord.test(word)) ? null : 'its filter may name hosts';
}

/** `netstat` that shows addresses by their numbers, or only sums. */
function namesNoHosts(reading: Reading): string | null {
  const isNumeric = isGiven(reading, '-n', '--numeric', '--help', '--version');
  const isSums = isGiven(reading, '-s') && !isGiven(reading, '-r', '--route');
  return isNumeric || isSums ? null : 'without -n it asks the network for the names of addresses';
}

/** The machine, its people and its processes. */
export const system = (): readonly Profile[] => [
  {
    names: 'whoami logname hostid tty arch nproc',
    options: `-s,--silent,--quiet --all --ignore:number ${help}`,
    allow: ['whoami', 'nproc', 'nproc --all', 'tty', 'arch'],
    // What follows `arch` is started on macOS.
    notAllow: ['nproc --frob', 'arch ls'],
  },
  {
    names: 'groups',
    options: help,
    operands: 'text*',
    allow: ['groups', 'groups root'],
    notAllow: ['groups --frob'],
  },
  {
    names: 'users',
    options: help,
    operands: 'read?',
    allow: ['users'],
    notAllow: ['users .env'],
  },
  {
    names: 'uname',
    options: `-asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --hardware-platform --operating-system ${help}`,
    allow: ['uname -a', 'uname -sr', 'uname'],
    notAllow: ['uname x'],
  },
  {
    names: 'lsb_release',
    options: '-hvidrcas --help --version --id --description --release --codename --all --short',
    // It is a script, of a shell or of Python.
    starts: 'python3 sh getopt cat cut tr sed grep head expr apt-cache dpkg-query',
    allow: ['lsb_release -a', 'lsb_release -cs'],
    // A shell reads the file that the variable names.
    notAllow: ['lsb_release x', 'LSB_OS_RELEASE=./x lsb_release -a'],
  },
  {
    names: 'hostname',
    options:
      '-adfiIsy --alias --all-ip-addresses --fqdn --long --domain --ip-address --short -V,--version -h,--help',
    allow: ['hostname', 'hostname -f', 'hostname -I'],
    // Of every address `-A` asks the network for the name.
    notAllow: ['hostname -A', 'hostname --all-fqdns', 'hostname evil', 'hostname -F f', 'hostname -b x'],
  },
  {
    names: 'id',
    options: `-aZgGnruz --context --group --groups --name --real --user --zero ${help}`,
    operands: 'text*',
    allow: ['id', 'id -u', 'id -un root'],
    notAllow: ['id --frob'],
  },
  {
    names: 'date',
    options: `-d,--date:text -I?text --iso-8601?text -r,--reference:list -R,--rfc-email --rfc-3339:text -u,--utc,--universal --debug !-f,--file:read !-s,--set:text ${help}`,
    operands: 'text?',
    veto: isFormat,
    allow: ['date', 'date +%s', 'date -u +%Y-%m-%d', "date -d '1 day ago' +%F", 'date -r f'],
    notAllow: ['date 010100002030', 'date -s x', 'date --set=x'],
  },
  {
    names: 'vmstat',
    options:
      '-afmnsdDwtyV --active --forks --slabs --one-header --stats --disk --disk-sum --wide --timestamp --no-first -S,--unit:text --version -h,--help',
    operands: 'number? number?',
    allow: ['vmstat', 'vmstat 1 3', 'vmstat -s', 'vmstat -w 1 2 | tail -1'],
    notAllow: ['vmstat -p f', 'vmstat 1 2 3', 'vmstat "$X"'],
  },
  {
    names: 'uptime free',
    options:
      '-abdghiklmpstvwxV --bytes --kibi --mebi --gibi --kilo --mega --giga --human --si --lohi --total --wide --pretty --since --stats --help --version',
    allow: ['uptime', 'uptime -s', 'free -h', 'free -m'],
    notAllow: ['free -s 1'],
  },
  {
    names: 'lscpu lsmem',
    options:
      '-abceJxyprSV --bytes --json --extended?text --parse?text --all --online --offline --summary?text --raw --pairs --help --version',
    allow: ['lscpu', 'lscpu -e', 'lscpu --json', 'lsmem -a'],
    // A folder in which it looks for the machine, also behind other letters.
    notAllow: ['lscpu -s x', 'lscpu -sx', 'lscpu -asx', 'lsmem --sysroot x'],
  },
  {
    names: 'who w',
    options:
      '-abdHlmpqrstTuwfhiosV --all --boot --dead --heading --login --count --short --mesg --help --version',
    allow: ['who', 'who -a', 'w', 'w -hs'],
    notAllow: ['who file'],
  },
  {
    names: 'pinky',
    options: `-fiqsw ${help}`,
    allow: ['pinky', 'pinky -q'],
    // In the long form it shows files of the home of a user, and of a host it asks the network.
    notAllow: ['pinky -l root', 'pinky root', 'pinky --lookup'],
  },
  {
    names: 'last lastlog',
    options: '-aFhiwxV --help --version -n:number -#',
    allow: ['last', 'last -5', 'last -n 3', 'lastlog'],
    // A file it reads, also behind other letters; with `-d` it asks the network for names.
    notAllow: ['last file', 'last -f x', 'last -fa', 'last -wfa', 'last -d', 'last -ad'],
  },
  {
    names: 'lsblk',
    options:
      '-abdDfilmnOpPrsStTJ -o,--output:text --all --bytes --nodeps --fs --json --list --noheadings --output-all --paths --pairs --raw --inverse --topology --help --version',
    operands: 'list*',
    allow: ['lsblk', 'lsblk -f'],
    notAllow: ['lsblk --sysroot x'],
  },
  {
    names: 'netstat',
    options: `${sockets} ${socketsLong} -r --route --interfaces`,
    veto: namesNoHosts,
    allow: ['netstat -tuln', 'netstat -rn', 'netstat --tcp --numeric', 'netstat -s'],
    notAllow: ['netstat -D f', 'netstat f', 'netstat', 'netstat -tul', 'netstat -r', 'netstat -sr'],
  },
  {
    names: 'ss',
    options: `${sockets} ${socketsLong} -z,--contexts -O,--oneline -4,--ipv4 -6,--ipv6 --unix --raw --no-header`,
    operands: 'text*',
    veto: isSocketFilter,
    allow: [
      'ss -tlnp',
      'ss -tan state established',
      'ss -ltn sport = :3000',
      "ss -tn '( dport = :443 or sport = :22 )'",
      "ss -o state time-wait 'sport = :http'",
    ],
    // `-r` asks the network for names.
    notAllow: [
      'ss -r',
      'ss -tlr',
      'ss -K',
      'ss -D f',
      'ss -F f',
      'ss dst example.com',
      'ss -K dport = :22',
      'ss "$X"',
      'ss f',
    ],
  },
  {
    names: 'getconf',
    options: '-a -v --help --version',
    operands: 'text*',
    style: 'exact',
    allow: ['getconf PAGESIZE', 'getconf -a'],
    notAllow: ['getconf --frob', 'GETCONF_DIR=. getconf -v POSIX_V7_ILP32_OFF32 PAGESIZE'],
  },
  {
    names: 'locale',
    options:
      '-a --all-locales -m --charmaps -c --category-name -k --keyword-name -v --verbose --help --version',
    operands: 'text*',
    style: 'exact',
    // By which it reads the sets of characters.
    starts: 'gzip bzip2',
    allow: ['locale', 'locale -a', 'locale -m'],
    notAllow: ['locale --frob'],
  },
  {
    names: 'cal ncal',
    options: '-13jmsywhJ -n:number -A:number -B:number --help --version',
    operands: 'text*',
    allow: ['cal', 'cal 2026'],
    notAllow: ['cal --frob'],
  },
  {
    names: 'sleep',
    options: help,
    operands: 'number*',
    allow: ['sleep 1', 'sleep 0.5'],
    notAllow: ['sleep "$X"'],
  },
  {
    names: 'printenv',
    operands: 'text text*',
    veto: operandsUnlike(
      /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TERM|TZ|PWD|TMPDIR|CI|NODE_ENV)$/,
      'the variable may hold a secret',
    ),
    allow: ['printenv PATH', 'printenv HOME USER'],
    notAllow: ['printenv', 'printenv API_TOKEN'],
  },
  {
    names: 'lsmod',
    options: help,
    allow: ['lsmod', 'lsmod | grep kvm'],
    notAllow: ['lsmod x'],
  },
  {
    names: 'mount',
    style: 'exact',
    options: '-l -V --version',
    allow: ['mount', 'mount -l | grep ext4'],
    notAllow: [
      'mount -a',
      'mount /x',
      'mount -o remount,rw /',
      'mount -t x a b',
      'mount --bind a b',
      'mount -T f',
    ],
  },
  {
    names: 'findmnt',
    style: 'exact',
    options:
      '-l -n -r -P -J -D -A -b -f -R -o:text -t:text --list --noheadings --raw --pairs --json --df --all --bytes --real --pseudo --output:text --types:text',
    operands: 'list?',
    allow: ['findmnt', 'findmnt /', 'findmnt -t ext4 -o TARGET,SOURCE', 'findmnt --json'],
    notAllow: [
      'findmnt -F f',
      'findmnt --tab-file f',
      'findmnt -p',
      'findmnt --poll',
      'findmnt -N 1',
      'findmnt -x',
    ],
  },
  {
    names: 'namei',
    options: '-xmolvnV --mountpoints --modes --owners --long --vertical --nosymlinks --help --version',
    operands: 'list*',
    allow: ['namei -l f', 'namei -om a/b'],
    notAllow: ['namei --frob f'],
  },
  {
    names: 'expr',
    read: (args) => (args.every(isOneWord) ? plainReading([]) : 'its words are computed'),
    allow: ['expr 1 + 2', 'expr "$A" + 1'],
    notAllow: ['expr 1 \\* $X'],
  },
];
