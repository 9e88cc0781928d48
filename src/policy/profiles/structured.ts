import { setOf } from '../programs/words.ts';
import { type Arg, isOneWord, isPipe, textOf } from '../shell/arg.ts';
import { startOf } from './argument-words.ts';
import { type Operand, operandsOf, type Profile, plainReading, type Reading } from './profile.ts';

const jqFlags = /^-[rcsneSajCMR]+$/;
const jqLong = setOf(
  '--raw-output --raw-output0 --compact-output --slurp --null-input --exit-status --sort-keys --ascii-output --join-output --color-output --monochrome-output --raw-input --tab --seq --stream --stream-errors --unbuffered --version -V --help -h --args --jsonargs',
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

/** Words through which a filter reaches the environment or modules. */
const jqReaches = /\b(ENV|env|import|include|get_search_list|modulemeta)\b/;

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

/** The sub-commands that do what is done without one. */
const yqVerbs = /^(e|eval|ea|eval-all)$/;

/** `yq`: there are two programs of that name. One takes a first word that is a file for a file. */
function readYq(args: readonly Arg[]): Reading | string {
  if (args.length === 2 && /^(--version|-V)$/.test(textOf(args[1]) ?? '')) return plainReading([]);
  const plain = args.slice(1).filter((arg) => !yqFlags.test(textOf(arg) ?? ''));
  // To the other one that is a filter which does not compile.
  const words = yqVerbs.test(textOf(plain[0]) ?? '') ? plain.slice(1) : plain;
  const filter = textOf(words[0]);
  if (filter === null || !/^[.[{(]/.test(filter)) return 'its filter is not understood';
  if (yqReaches.test(withoutFields(filter))) return 'its filter reaches beyond its input';
  const isOption = (arg: Arg) =>
    arg.kind === 'unknown' || (startOf(arg).startsWith('-') && textOf(arg) !== '-');
  if (words.slice(1).some(isOption)) return 'its options are not among those known to be harmless';
  return plainReading(operandsOf('read', words));
}

/** Files by paths that libxml2 takes for nothing else: an address is fetched, and what stands in percent signs is another name. */
function onlyPaths({ positionals }: Reading): string | null {
  const isPath = ({ arg }: Operand) => (arg.kind !== 'unknown' || isPipe(arg)) && !/[:%]/.test(arg.text);
  return positionals.every(isPath) ? null : 'what it names may be an address';
}

/** Filters of JSON, YAML and their like. */
export const structured = (): readonly Profile[] => [
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
      "jq -r '[input_filename, .name] | @tsv' a b",
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
    allow: [
      "yq '.a.b' f",
      "yq e '.a' f",
      "yq eval -o=json '.a' f",
      "yq ea '[.a]' a b",
      'yq -r .a f',
      "yq '.payload.env' f",
      'yq --version',
      'yq -V',
      "yq '.a' src/*.yaml",
      'for f in src/*.yaml; do yq \'.a\' "$f"; done',
      "cat f | yq -o=json '.items[] | .name'",
    ],
    notAllow: [
      'yq -i .a=1 f',
      'yq --version f',
      'yq -V -i',
      'yq -s .a f',
      'yq .env',
      'yq . .env',
      'yq . .e*',
      'yq . *',
      'yq \'load(".env")\' f',
      'yq \'. | load_str(".env")\' f',
      'yq \'. | str_load(".env")\' f',
      'yq \'. | xmlload(".env")\' f',
      'yq \'.a = 1load(".env")\' f',
      "yq '.a | envsubst' f",
      'yq \'..load(".env")\' f',
      "yq 'env(HOME)' f",
      "yq e '.env' f",
      "yq e -i '.a = 1' f",
      "yq eval '.a' .env",
      "yq shell-completion '.a'",
      'yq e \'load(".env")\' f',
      "yq '.a' f -i",
      'yq --from-file x f',
      'yq "$X" f',
      "yq '.a | eval(.b)' f",
    ],
  },
  {
    // Without more options nothing is loaded that a file names: no entity, no definition and no inclusion. `--c14n` loads both of the first.
    names: 'xmllint',
    style: 'exact',
    options:
      '--noout --format --pretty:number --xpath:text --html --nonet --nowarning --noblanks --nocdata --nsclean --recover --huge --version --help',
    operands: 'read*',
    unlessSet: 'XML_CATALOG_FILES SGML_CATALOG_FILES',
    veto: onlyPaths,
    allow: [
      'xmllint --noout f',
      'xmllint --format f | head',
      "xmllint --xpath '//a/@b' f",
      'cat f | xmllint --format -',
      'xmllint --html --noout f',
      'xmllint --noout src/*.xml && echo valid',
      'for f in src/*.xml; do xmllint --noout "$f"; done',
    ],
    notAllow: [
      'xmllint --format f --output f',
      'xmllint --noent f',
      'xmllint --c14n f',
      'xmllint --xinclude f',
      'xmllint --loaddtd --noout f',
      'xmllint --dtdattr --noout f',
      'xmllint --valid --noout f',
      'xmllint --postvalid f',
      'xmllint --noout --schema f g',
      'xmllint --dtdvalid f g',
      'xmllint --catalogs f',
      'xmllint --path . f',
      'xmllint --shell f',
      'xmllint --noout http://example.com/x',
      'xmllint --noout http://*',
      'xmllint --noout file:///etc/shadow',
      'xmllint --noout %2eenv',
      'xmllint --format .env',
      'xmllint --noout "$X"',
      'XML_CATALOG_FILES=f xmllint --noout f',
    ],
  },
];
