import { type Arg, textArg, textOf } from '../shell/arg.ts';
import {
  isGiven,
  literalWords,
  type Operand,
  operandsOf,
  type Profile,
  plainReading,
  type Reading,
} from './profile.ts';
import { withSuffixes } from './suffixes.ts';

/** The flags in one word; what follows an f in it would be the archive's name. */
const listingFlags = /^-?(?=.)[tvzjJaxO]*f?$/;
const tarOptions =
  /^--(list|extract|get|to-stdout|verbose|gzip|bzip2|xz|zstd|auto-compress|wildcards|full-time|numeric-owner|(exclude|file)=.*)$/s;
const longLetters: Readonly<Record<string, string>> = {
  '--list': 't',
  '--extract': 'x',
  '--get': 'x',
  '--to-stdout': 'O',
  '--wildcards': '*',
};

/** What the words of `tar` say, as far as they only list or print. */
interface TarWords {
  /** Letters of what it does, those of long options too. */
  readonly letters: string;
  /** Those before its members: behind one, some versions take an option for a member. */
  readonly leading: string;
  readonly file: string | undefined;
  readonly members: readonly string[];
}

/** What an option does, by its letter, or '' for what only changes how; null for a word that is none of those known. */
function tarLetters(word: string, isFirst: boolean): string | null {
  if ((isFirst || word.startsWith('-')) && listingFlags.test(word)) return word;
  return tarOptions.test(word) ? (longLetters[word] ?? '') : null;
}

function tarWords(words: readonly string[]): TarWords | string {
  const members: string[] = [];
  let [letters, leading] = ['', ''];
  let file: string | undefined;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const found = tarLetters(word, index === 0);
    if (found === null && /^-./.test(word)) return `${word} is not among the options known to be harmless`;
    if (found === null) members.push(word);
    letters += found ?? '';
    if (members.length === 0) leading = letters;
    if (found?.endsWith('f') === true) file = words[++index];
    else if (word.startsWith('--file=')) file = word.slice(7);
  }
  return { letters, leading, file, members };
}

/** A member of an archive by its name, which no pattern is. */
const plainMember = /^[^-*?[\]\\][^*?[\]\\]*$/;

/** The name of one file for sure: of a folder `tar` prints all that it holds, and names of folders have dots too (`conf.d`, `next.js`). */
const oneFile =
  /(^|\/)(LICEN[CS]E|README|CHANGELOG|COPYING|NOTICE|AUTHORS|Makefile|Dockerfile|Gemfile|Rakefile|PKG-INFO|METADATA|(index|main|lib)\.([cm]?js|rs)|[^/]+\.(c|cc|cpp|h|hpp|css|csv|go|html|java|json|lock|log|md|mjs|py|rb|rst|sql|svg|toml|tsx?|txt|xml|ya?ml))$/;

/** `tar -t`, and `tar -xO` of members by their names; the archive's name holds no colon, which would start `rsh`. */
function readTar(args: readonly Arg[]): Reading | string {
  const words = literalWords(args);
  if (words === null) return 'an operand is computed or a wildcard';
  const told = tarWords(words);
  if (typeof told === 'string') return told;
  const { letters, leading, file, members } = told;
  const prints = /x.*O|O.*x/.test(leading) && !/[t*]/.test(letters) && members.length > 0;
  const isNamed = members.every((name) => plainMember.test(name));
  if (prints && isNamed && !members.every((name) => oneFile.test(name)))
    return 'a member may be a folder, of which it prints everything';
  const isLook = prints ? isNamed : /^[^x]*t[^x]*$/.test(letters);
  if (!isLook || file === undefined || /^[^/]*:/.test(file))
    return 'it does more than list or print what is in an archive';
  const kind = prints ? 'read' : 'text';
  const shown = members.map((member): Operand => ({ kind, arg: textArg(member), exposed: true }));
  const named = args.find((arg) => textOf(arg) === file) ?? textArg(file);
  return plainReading([...operandsOf('read', [named]), ...shown]);
}

/** Words of `tar` that make an archive and nothing else, up to the one that is its name; what they make is printed. */
const packing = /^(?:-?(?:c|[vzjJ]+c)[vzjJ]*f|-[vzjJ]*c[vzjJ]* -f|--create (?:-f|--file)) -$/;

/** `tar cf - src`, which prints what lies below what it is given; null where it does another thing. */
function readPacking(args: readonly Arg[]): Reading | null {
  const words = literalWords(args) ?? [];
  const at = words.indexOf('-');
  const members = words.slice(at + 1);
  // Of some versions a word with an at sign is an archive.
  const isPlain = members.length > 0 && members.every((word) => /^[^-@]/.test(word));
  if (at === -1 || !isPlain || !packing.test(words.slice(0, at + 1).join(' '))) return null;
  return plainReading(members.map((word): Operand => ({ kind: 'tree', arg: textArg(word), exposed: true })));
}

/** As a program reads its words, or `--version` or `--help` alone. */
function orAnswer(read: (args: readonly Arg[]) => Reading | string): typeof read {
  const isAnswer = (args: readonly Arg[]) =>
    args.length === 2 && /^--(version|help)$/.test(textOf(args[1]) ?? '');
  return (args) => (isAnswer(args) ? plainReading([]) : read(args));
}

const packed = 'gzip bzip2 xz zstd lzma lzip lzop lz4 lrzip grzip compress uncompress';

/** Of printing, listing, testing and unpacking the last one counts for some, and `bzip2 --version` goes on to pack. */
function keepsFiles(reading: Reading): string | null {
  const has = (...names: readonly string[]) => isGiven(reading, ...names);
  const isAlone = reading.positionals.length === 0 && reading.options.size === 1;
  if (has('-c', '--stdout', '--to-stdout')) return null;
  const isLook = has('-l', '-t', '--list', '--test') && !has('-d', '--decompress', '--uncompress');
  return isLook || (isAlone && has('--version', '--help')) ? null : 'it packs or unpacks its files';
}

/** Looking into archives and packed files without writing. */
export const archives = (): readonly Profile[] => [
  {
    names: 'tar gtar',
    read: orAnswer((args) => readPacking(args) ?? readTar(args)),
    starts: packed,
    allow: [
      'tar cf - a | wc -c',
      'tar czf - a b | wc -c',
      'tar -cf - a | tar tf -',
      'tar -c -f - sub/a.txt',
      'tar -tf a.tar',
      'tar tzf a.tgz',
      'tar -tvzf a.tgz src',
      'tar --list --file=a.tar',
      'tar -t -f a.tar',
      'tar --version',
      'tar -xOf a.tar package/package.json',
      'tar xzOf a.tgz a/b.ts LICENSE',
      'tar -x -O -f a.tar package/index.js',
      'tar --extract --to-stdout --file=a.tar ./a.txt',
      "tar -tf a.tar --wildcards '*.ts' --exclude='*.d.ts'",
    ],
    notAllow: [
      'tar -xf a.tar',
      'tar -cf a.tar .',
      'tar czf - sub .env',
      'tar cf - id_rsa',
      'tar cf - @f',
      'tar cf - *',
      'tar cf - "$X"',
      'tar cf - -C / etc',
      'tar cf - -T f',
      'tar cf - a --to-command=sh',
      'tar cf - a -I sh',
      'tar cf - a --remove-files',
      'tar cf - a --checkpoint-action=exec=id',
      'tar chf - a',
      'tar cgf - a',
      'tar cf - a | tar xf -',
      'tar -fc - a',
      'tar cf -',
      'tar -tf a --to-command=sh',
      'tar -tf a --to-command=sh--list',
      'tar -tf host:a',
      'tar -tf a -I sh',
      'tar -tf a --exclude-from=.env',
      'tar -tf a --checkpoint-action=exec=id',
      'tar -ft a',
      'tar --version -xf a.tar',
      'tar --help a.tar -xf a.tar',
      'tar -xOf a.tar',
      'tar -xf a.tar a.txt',
      'tar -xf a.tar a.txt -O',
      'tar -xvf a.tar a.txt --to-stdout',
      'tar -xOtf a.tar a.txt',
      'tar -Otf a.tar -x a.txt',
      'tar -xOf a.tar *',
      "tar -xOf a.tar '*'",
      'tar -xOf a.tar --wildcards a.txt',
      'tar -xOf a.tar .',
      'tar xzOf a.tgz ./',
      'tar -xOf a.tar sub',
      'tar -xOf a.tar ./sub a.txt',
      'tar -xOf a.tar a.txt/',
      'tar -xOf a.tar example.com',
      'tar -xOf a.tar conf.d',
      'tar -xOf a.tar next.js',
      'tar -xOf a.tar .env',
      'tar -xOf a.tar secrets.json',
      'tar -xOf host:a a.txt',
      'tar -xOfa.tar a.txt',
      'tar -xOf a.tar a.txt --to-command=sh',
      'tar -xOf .env a.txt',
      'tar -xfO a.tar a.txt',
    ],
  },
  {
    names: 'unzip',
    style: 'words',
    options: '-l -v -Z -Z1 -t -p -q -qq -lq -lv',
    operands: 'read text*',
    // Behind the archive's name they are members, which it unpacks.
    leading: true,
    veto: ({ options, positionals: [, ...members] }) => {
      const prints = options.has('-p') && members.length > 0;
      if (prints && members.every(({ arg }) => plainMember.test(textOf(arg) ?? ''))) return null;
      const isLook = isGiven({ options }, '-l', '-v', '-Z', '-Z1', '-t', '-lq', '-lv');
      return isLook && !options.has('-p') ? null : 'it unpacks';
    },
    also: ({ operands, options }) =>
      options.has('-p') ? operands.map((operand) => ({ ...operand, kind: 'read' })) : operands,
    allow: [
      'unzip -l a.zip',
      'unzip -v a.zip',
      'unzip -t a.zip',
      'unzip -p a.zip a.txt',
      'unzip -q -p a.zip a/b.xml c.xml',
    ],
    notAllow: [
      'unzip a.zip',
      'unzip -o a.zip',
      'unzip -p a.zip',
      "unzip -p a.zip '*'",
      'unzip -p a.zip *',
      'unzip -p a.zip .env',
      'unzip a.zip -p a',
      'unzip a.zip a -t',
      'unzip a.zip -l',
      'unzip -p a.zip a -d x',
      'unzip -p a.zip "$X"',
      'unzip -p -o a.zip a',
      'unzip -l -- --l -o a.zip',
      'unzip -l-l a.zip',
    ],
  },
  {
    names: 'zipinfo',
    style: 'words',
    options: '-1 -2 -l -m -s -v -h -t -z',
    operands: 'read text*',
    allow: ['zipinfo -1 a.zip'],
    notAllow: ['zipinfo --frob a.zip'],
  },
  {
    names: 'zcat bzcat xzcat lzcat zstdcat gzcat',
    options: '-fqvkLV --force --quiet --verbose --help --version',
    operands: 'read*',
    starts: packed,
    also: withSuffixes,
    allow: ['zcat f.gz', 'zcat f.gz | head'],
    notAllow: ['zcat --frob f', 'zcat id_rsa'],
  },
  {
    names: 'gzip gunzip bzip2 bunzip2 xz unxz zstd',
    options:
      '-cdfkqtvl --stdout --to-stdout --decompress --uncompress --list --test --keep --quiet --verbose --force --help --version -V',
    operands: 'read*',
    starts: packed,
    also: withSuffixes,
    veto: keepsFiles,
    allow: ['gzip -l f.gz', 'gunzip -c f.gz', 'gzip -dc f.gz', 'xz -l f.xz', 'xz --test f.xz'],
    notAllow: [
      'gzip f',
      'gunzip f.gz',
      'gzip -9 f',
      'xz -d f.xz',
      'xz -l -d f',
      'xz -td f',
      'zstd --test --decompress f',
      'bzip2 -t --uncompress f',
      'bzip2 --version f',
      'bzip2 -V',
    ],
  },
  {
    names: 'ar',
    read: orAnswer((args) => {
      const [flags, file] = [textOf(args[1]), args[2]];
      if (args.length !== 3 || textOf(file)?.startsWith('@') !== false) return 'it does more than list';
      if (flags === null || !/^-?[tvO]+$/.test(flags) || !flags.includes('t') || file === undefined)
        return 'it does more than list';
      return plainReading(operandsOf('read', [file]));
    }),
    allow: ['ar t lib.a', 'ar -tv lib.a', 'ar --version'],
    notAllow: ['ar --version x', 'ar x lib.a', 'ar rcs lib.a x.o', 'ar t @f', 'ar t lib.a @f', 'ar t *'],
  },
  {
    names: 'jar',
    read: (args) => {
      const [flags, file] = [textOf(args[1]), args[2]];
      if (
        args.length !== 3 ||
        (flags !== 'tf' && flags !== '-tf' && flags !== 'tvf' && flags !== '-tvf') ||
        file === undefined ||
        textOf(file)?.startsWith('@') !== false
      )
        return 'it does more than list';
      return plainReading(operandsOf('read', [file]));
    },
    allow: ['jar tf a.jar'],
    notAllow: ['jar xf a.jar', 'jar tf a.jar -J-javaagent:x', 'jar tf @f'],
  },
];
