import { type Arg, textOf } from '../shell/arg.ts';
import { isGiven, operandsOf, type Profile, plainReading, type Reading } from './profile.ts';
import { withSuffixes } from './suffixes.ts';
import { plainMember, readPacking, readTar } from './tar.ts';

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

/** Of a dash alone `unzip` takes no notice: the next word is its archive, and no member of one. */
function hidesArchive({ positionals }: Reading): string | null {
  return textOf(positionals[0]?.arg) === '-' ? 'behind a dash alone another word is its archive' : null;
}

/** Why `unzip` does more than list or test, or print members by their names; null if it does not. */
function unpacks({ options, positionals: [, ...members] }: Reading): string | null {
  const prints = options.has('-p') && members.length > 0;
  if (prints && members.every(({ arg }) => plainMember.test(textOf(arg) ?? ''))) return null;
  const isLook = isGiven({ options }, '-l', '-v', '-Z', '-Z1', '-t', '-lq', '-lv');
  return isLook && !options.has('-p') ? null : 'it unpacks';
}

const unpacking =
  '-cdfkqtv --stdout --to-stdout --decompress --uncompress --test --keep --quiet --verbose --force --help --version -V';

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
    veto: (reading) => hidesArchive(reading) ?? unpacks(reading),
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
      'unzip -p - a.zip',
      'unzip -l - a.zip',
    ],
  },
  {
    names: 'zipinfo',
    style: 'words',
    options: '-1 -2 -l -m -s -v -h -t -z',
    operands: 'read text*',
    veto: hidesArchive,
    allow: ['zipinfo -1 a.zip'],
    notAllow: ['zipinfo --frob a.zip', 'zipinfo -1 - f'],
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
    names: 'gzip gunzip xz unxz zstd',
    options: `${unpacking} -l --list`,
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
    ],
  },
  {
    // It lists nothing: a `pbzip2` in its place takes `-l` for how much it works at once, and packs.
    names: 'bzip2 bunzip2',
    options: unpacking,
    operands: 'read*',
    starts: packed,
    also: withSuffixes,
    veto: keepsFiles,
    allow: ['bzip2 -dc f.bz2', 'bunzip2 -t f.bz2'],
    notAllow: ['bzip2 -l f', 'bzip2 -t --uncompress f', 'bzip2 --version f', 'bzip2 -V'],
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
