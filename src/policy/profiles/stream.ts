import { type Arg, isOneWord, isPipe, textOf } from '../shell/arg.ts';
import { isHarmlessAwk } from './awk-program.ts';
import { type Operand, operandsOf, type Profile, plainReading, type Reading } from './profile.ts';
import { isHarmlessSed } from './sed-script.ts';

/** A script behind an operand is none to versions that look for no options there: they run the operand. */
function sedScripts({ options, positionals, late }: Reading): string | null {
  const given = options.get('-e') ?? [];
  if (given.length + positionals.length === 0 && (options.has('--version') || options.has('--help')))
    return null;
  const scripts = given.length > 0 ? given : [positionals[0]?.arg ?? null];
  const harmless = scripts.every((arg) => arg?.kind === 'text' && isHarmlessSed(arg.text));
  return harmless && late?.has('-e') !== true ? null : 'its script is not certain to only print';
}

const assignment = /^([A-Za-z_]\w*)=/;
const refusedVariable = /^(ARGV|ARGC|ENVIRON|PROCINFO|SYMTAB|FUNCTAB)=/;

/** How many words an option of `awk` takes, itself included; null for one that is not known to be harmless. */
function awkOptionWords(text: string, next: Arg | undefined): number | null {
  const [kind, joined] = [text.slice(0, 2), text.slice(2)];
  if (kind !== '-F' && kind !== '-v') return null;
  if (joined === '' && !isOneWord(next)) return null;
  const value = joined !== '' ? joined : next?.kind === 'unknown' ? next.prefix : (textOf(next) ?? '');
  if (kind === '-v' && (!assignment.test(value) || refusedVariable.test(value))) return null;
  return joined === '' ? 2 : 1;
}

/** Where the program of `awk` stands; null behind an option that is not known to be harmless. */
function awkStart(args: readonly Arg[]): number | null {
  for (let index = 1; ; ) {
    const text = textOf(args[index]) ?? '';
    if (text === '--') return index + 1;
    if (!text.startsWith('-') || text === '-') return index;
    const words = awkOptionWords(text, args[index + 1]);
    if (words === null) return null;
    index += words;
  }
}

/** `awk` with a program that is certain to be harmless; its operands are files, or text set as variables. */
function readAwk(args: readonly Arg[]): Reading | string {
  if (args.length === 2 && /^--?(version|help)$/.test(textOf(args[1]) ?? '')) return plainReading([]);
  const start = awkStart(args);
  if (start === null) return 'its options are not among those known to be harmless';
  const program = textOf(args[start]);
  if (program === null || !isHarmlessAwk(program)) return 'its program is not certain to only print';
  const operands: Operand[] = [];
  for (const arg of args.slice(start + 1)) {
    const text = arg.kind === 'unknown' ? arg.prefix : arg.kind === 'glob' ? arg.literal : arg.text;
    if (refusedVariable.test(text)) return 'it changes which files are read';
    if (/^\/+inet/.test(text)) return 'it opens a network connection';
    operands.push({ kind: assignment.test(text) ? 'text' : 'read', arg, exposed: false });
  }
  return plainReading(operands);
}

const jqFlags = /^-[rcsneSajCMR]+$/;
const jqLong: ReadonlySet<string> = new Set(
  '--raw-output --raw-output0 --compact-output --slurp --null-input --exit-status --sort-keys --ascii-output --join-output --color-output --monochrome-output --raw-input --tab --seq --stream --stream-errors --unbuffered --version -V --help -h --args --jsonargs'.split(
    ' ',
  ),
);

/** How many words follow the options of `jq` that take some. */
const jqValues: ReadonlyMap<string, number> = new Map([
  ['--indent', 1],
  ['--arg', 2],
  ['--argjson', 2],
  ['--slurpfile', 2],
  ['--rawfile', 2],
]);

/** A filter without the names of the fields that it takes; `..env` and `1.env` are none. */
function withoutFields(filter: string): string {
  return filter.replace(/(?<![.\d])\.[A-Za-z_]\w*/g, '.');
}

/** Words through which a filter reaches the environment, modules or the names of its files. */
const jqReaches = /\b(ENV|env|import|include|input_filename|get_search_list|modulemeta)\b/;

/** How many words an option of `jq` takes, itself included, and the files among them; or why it is not known to be harmless. */
function readJqOption(
  text: string,
  following: readonly Arg[],
): { readonly words: number; readonly files: readonly Operand[] } | string {
  if (jqFlags.test(text) || jqLong.has(text)) return { words: 1, files: [] };
  const count = jqValues.get(text);
  if (count === undefined) return `${text} is not among the options known to be harmless`;
  const values = following.slice(0, count);
  if (!values.every(isOneWord)) return `what follows ${text} can be several words`;
  return { words: 1 + count, files: text.endsWith('file') ? operandsOf('read', values.slice(1)) : [] };
}

/** Whether a word is what it looks like, or a path for sure. */
function isNoOption(arg: Arg | undefined): arg is Arg {
  return arg !== undefined && (arg.kind !== 'unknown' || isPipe(arg));
}

/** `jq`: a filter cannot write or run anything; modules and the environment are left out. */
function readJq(args: readonly Arg[]): Reading | string {
  const operands: Operand[] = [];
  let hasFilter = false;
  let kind: 'read' | 'text' = 'read';
  for (let index = 1; index < args.length; index += 1) {
    const arg = args[index];
    const text = textOf(arg);
    if (!isNoOption(arg)) return 'what a variable holds could be an option';
    if (text !== null && /^-./s.test(text)) {
      const option = readJqOption(text, args.slice(index + 1));
      if (typeof option === 'string') return option;
      if (text === '--args' || text === '--jsonargs') kind = 'text';
      operands.push(...option.files);
      index += option.words - 1;
    } else if (hasFilter) operands.push({ kind, arg, exposed: true });
    else if (text === null || jqReaches.test(withoutFields(text)))
      return 'its filter reaches beyond its input';
    else hasFilter = true;
  }
  return plainReading(operands);
}

const yqFlags = /^(-[reCMP]+|-(o|p)=?(json|yaml|y|j|props|xml|csv|tsv)|--(output|input)-format=\w+)$/;
/** Words through which a filter reaches other files, the environment or programs, or is computed. */
const yqReaches =
  /\b(\w*load\w*|\d*(ENV|env|strenv|envsubst|eval\w*|system|import|include|input\w*|get_search_list|modulemeta))\b/;

/** `yq`: there are two programs of that name. One takes a first word that is a file for a file. */
function readYq(args: readonly Arg[]): Reading | string {
  const words = args.slice(1).filter((arg) => !yqFlags.test(textOf(arg) ?? ''));
  const filter = textOf(words[0]);
  if (filter === null || !/^[.[{(]/.test(filter)) return 'its filter is not understood';
  if (yqReaches.test(withoutFields(filter))) return 'its filter reaches beyond its input';
  const isOption = (arg: Arg) => /^-./.test(textOf(arg) ?? '-x') || arg.kind === 'unknown';
  if (words.slice(1).some(isOption)) return 'its options are not among those known to be harmless';
  return plainReading(operandsOf('read', words));
}

/** Programs with a small language of their own, as far as a text in it is certain to be harmless. */
export const stream = (): readonly Profile[] => [
  {
    names: 'sed gsed',
    options:
      '-nErsuz -e,--expression:pattern --line-length:number --quiet --silent --regexp-extended --separate --unbuffered --null-data --posix --debug --sandbox --help --version !-i?text !--in-place?text !-f,--file:read',
    operands: 'pattern read*',
    firstUnless: '-e',
    veto: sedScripts,
    allow: [
      "sed -n '1,5p' file.txt",
      "sed -n '/start/,/end/p' f",
      "sed 's/a/b/g' f",
      "sed -e 's/a/b/' -e '1d' f",
      "ls | sed 's|/| |g'",
      "sed -n '$p' f",
      "sed '/^#/d;s/x/y/' f",
      "sed -n '10,20{p;}' a b",
      'sed 1q f',
      'sed --version',
      "sed -E 's/(a|b)+/x/2' f",
      "sed 's/[^]x]*//;s/[[:space:]]*$//' f",
      "sed 's/[^\\/]*$//' f",
      "sed -n '\\|^/usr|p' f",
    ],
    notAllow: [
      "sed 's/x/id/e' f",
      "sed -i 's/a/b/' f",
      "sed -n '1e id' f",
      "sed 'w out' f",
      "sed 's/a/b/w out' f",
      "sed 'r .env' f",
      'sed -f s f',
      "sed -n '1,5p' .env",
      'sed --in-place=.b 1d f',
      "sed '1!G;e' f",
      'sed -n "$X" f',
      "sed 's/a/b/ge' f",
      "sed 'W x'",
      "sed -s -n --expr='1e id' f",
      "sed 's/[/]/e' f",
      "sed 's/[]/]/g;a/w out' f",
      "sed 's/[^]/]/g;a/w out' f",
      "sed 's/[[:x]/]/g;a/w out' f",
      "sed '/[\\]a[]/]/p;a/w out' f",
      'sed -l 1wo p f',
      "sed '\\|a|w out' f",
      "sed '\\|[|]|e' f",
      "sed 'w out' f -e p",
    ],
  },
  {
    names: 'awk gawk mawk nawk',
    read: readAwk,
    allow: [
      "awk '{print $1}' f",
      "ls -l | awk '{print $5, $9}'",
      "awk -F: '$3 > 5 {print $1}' f",
      "awk 'NR==1,NR==5' f",
      "awk '/foo/{c++} END{print c}' f",
      "awk -v n=3 'NR<=n' f",
      'awk \'{s+=$1} END {printf "%d\\n", s/NR}\' f',
      "awk '!seen[$0]++' f",
      "awk -F '[]:[]' '/[^]x]+/{print $1}' f",
      'awk -F "$X" "{print}" f',
      "awk '{for(i=1;i<=NF;i++) print $i}' f",
      'awk \'length($0) > 80 {print FILENAME":"FNR}\' f',
    ],
    notAllow: [
      'awk \'BEGIN{system("id")}\'',
      'awk \'{print > "out"}\' f',
      'awk \'{print | "sh"}\' f',
      'awk \'BEGIN{while(("id" | getline x)) print x}\'',
      'awk -f p.awk f',
      'awk \'BEGIN{ARGV[1]=".env";ARGC=2}{print}\'',
      'awk \'{ if (1) /"/; system("id"); x = /"/ }\' f',
      'awk \'@load "x"\'',
      "awk '{print $1}' .env",
      'awk "$X" f',
      "awk -i inplace '{print}' f",
      'awk \'{print ENVIRON["X"]}\'',
      'awk \'{print >> "o"}\' f',
      'awk -vARGV=x 1 f',
      'awk \'BEGIN{for(;i<1;print "x" > "out")i++}\'',
      'awk \'/[]/]"/{system("id")}#"\' f',
      'awk \'/[^]/]"/{system("id")}#"\' f',
      "gawk '{print}' /inet/tcp/0/localhost/80",
      "gawk '{print}' /inet/tcp/0/*x.localhost/80",
      "awk -F $(cat f) '{print $1}' f",
      "awk -F * '{print $1}' f",
      "awk -v a=$X '{print $1}' f",
    ],
  },
  {
    names: 'jq',
    read: readJq,
    allow: [
      'jq . f',
      "jq -r '.a.b' f",
      "cat f | jq '.[] | select(.x > 1)'",
      "jq --arg a b '.x == $a' f",
      'jq --arg a "$X" --indent 2 . f',
      'jq -rc .scripts package.json',
      "jq '.include, (.services[]? | .env)' tsconfig.json",
      'jq \'.jobs.a.env as $x | $x.import, "\\(.env)"\' f',
      "jq 'keys' < f",
    ],
    notAllow: [
      'jq . .env',
      "jq -n '$ENV'",
      'jq -f prog f',
      'jq \'import "a" as $a; .\' f',
      'jq -L . x f',
      'jq -n env',
      "jq -n '$ ENV'",
      "jq '..env' f",
      "jq '.a.env, env' f",
      "jq '{env}' f",
      "jq '1.env' f",
      'jq \'"\\(env)"\' f',
      'jq \'import "a.env" as $a; .a\' f',
      'jq --arg a $(cat f) . f',
      'jq --indent $X . f',
      'jq --rawfile $X f . f',
      'jq --arg a * . f',
      'jq --rawfile a id_rsa . f',
      'jq "$X" f',
    ],
  },
  {
    names: 'yq',
    starts: 'jq',
    read: readYq,
    allow: ["yq '.a.b' f", 'yq -r .a f', "yq '.payload.env' f", "cat f | yq -o=json '.items[] | .name'"],
    notAllow: [
      'yq -i .a=1 f',
      'yq -s .a f',
      'yq .env',
      'yq . .env',
      'yq \'load(".env")\' f',
      'yq \'. | load_str(".env")\' f',
      'yq \'. | str_load(".env")\' f',
      'yq \'. | xmlload(".env")\' f',
      'yq \'.a = 1load(".env")\' f',
      "yq '.a | envsubst' f",
      'yq \'..load(".env")\' f',
      "yq 'env(HOME)' f",
      "yq eval '.a' f",
      'yq e \'load(".env")\' f',
      "yq '.a' f -i",
      'yq --from-file x f',
      'yq "$X" f',
      "yq '.a | eval(.b)' f",
    ],
  },
  {
    names: 'bc',
    options: '-l,--mathlib -q,--quiet -s,--standard -w,--warn -h,--help -v,--version',
    allow: ["echo '2^10' | bc", "bc -l <<< 'scale=2; 10/3'", 'bc --version'],
    notAllow: ['bc f', 'bc .env', 'bc -i', 'bc < .env', 'BC_ENV_ARGS=.env bc'],
  },
];
