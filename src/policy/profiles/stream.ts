import { type Arg, isOneWord, textOf } from '../shell/arg.ts';
import { isHarmlessAwk } from './awk-program.ts';
import { type Operand, type Profile, plainReading, type Reading } from './profile.ts';
import { isHarmlessSed } from './sed-script.ts';

/** Whether a script is harmless, with whichever numbers in it. */
function isHarmlessScript(arg: Arg | null): boolean {
  if (arg?.kind === 'text') return isHarmlessSed(arg.text);
  return arg?.kind === 'unknown' && arg.single && arg.samples?.every(isHarmlessSed) === true;
}

/** A script behind an operand is none to versions that look for no options there: they run the operand. */
function sedScripts({ options, positionals, late }: Reading): string | null {
  const given = options.get('-e') ?? [];
  if (given.length + positionals.length === 0 && (options.has('--version') || options.has('--help')))
    return null;
  const scripts = given.length > 0 ? given : [positionals[0]?.arg ?? null];
  const harmless = scripts.every(isHarmlessScript);
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

/** Programs with a small language of their own, as far as a text in it is certain to be harmless. */
export const stream = (): readonly Profile[] => [
  {
    names: 'sed gsed',
    options:
      '-nErsuz -e,--expression:pattern --line-length:number --quiet --silent --regexp-extended --separate --unbuffered --null-data --posix --debug --sandbox --help --version !-i?text !--in-place?text !-f,--file:read',
    operands: 'pattern read*',
    firstUnless: '-e',
    noNumbers: true,
    veto: sedScripts,
    allow: [
      "sed '1i\\text' f",
      "sed '/foo/i\\  bar' f",
      "sed '$a\\text' f",
      "sed '/x/{i\\\na b\np\n}' f",
      "sed '3c a\\tb' f",
      "sed 's/^x/y/gM' f",
      'sed -n "1,$(wc -l < f)p" f',
      'n=$(wc -l < f); sed -n "$n,\\$p" f',
      'sed -n "$((1+1)),$((2*3))p" f',
      'sed -e "$(nproc)d" f',
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
      "sed '1i\\text\nw out' f",
      "sed '1i\\\ntext\nw out' f",
      "sed '1i text\\\nw out' f",
      "sed '1i\\text\\\nw out' f",
      "sed -e '1i\\' -e 'w out' f",
      "sed -e '1i\\' -e p f",
      "sed '1i\\text' .env",
      'sed -n "$(wc -l f)p" f',
      'sed -n $(wc -l < f)p f',
      'sed -n "1,$(wc -l < f)w out" f',
      'sed "s/a/b/$(wc -l < f)e" f',
      'sed -e "$((1))e id" f',
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
      "awk -- '{print}' f",
      'awk --version',
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
      "awk '{s += length} END {s /= NR; print s}' f",
      "awk '{a[$1] /= 2}\n{print length($0) - 1, $2/$3}' f",
    ],
    notAllow: [
      "awk '{print}' ENVIRON=x f",
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
      // A slash that divides to one awk and begins a pattern to another.
      'awk -v X=id \'BEGIN{length /"/; system(X) #"\n}\'',
      'awk -v X=id \'BEGIN{1 /="/; system(X) #"\n}\'',
      'awk -v X=id \'BEGIN{!a /= "\\\n/; system(X) #"\n}\'',
      "awk -v X=id 'BEGIN{case /1; system(X); x = 1/1}'",
      'awk -v X=id \'BEGIN{while (0) break /"/; system(X) #"\n}\'',
      'awk \'/[^]/]"/{system("id")}#"\' f',
      "gawk '{print}' /inet/tcp/0/localhost/80",
      "gawk '{print}' /inet/tcp/0/*x.localhost/80",
      "awk -F $(cat f) '{print $1}' f",
      "awk -F * '{print $1}' f",
      "awk -v a=$X '{print $1}' f",
    ],
  },
  {
    names: 'bc',
    options: '-l,--mathlib -q,--quiet -s,--standard -w,--warn -h,--help -v,--version',
    allow: ["echo '2^10' | bc", "bc -l <<< 'scale=2; 10/3'", 'bc --version'],
    notAllow: ['bc f', 'bc .env', 'bc -i', 'bc < .env', 'BC_ENV_ARGS=.env bc'],
  },
];
