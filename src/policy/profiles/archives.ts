import { type Arg, textArg, textOf } from '../shell/arg.ts';
import {
  literalWords,
  type Operand,
  operandsOf,
  type Profile,
  plainReading,
  type Reading,
} from './profile.ts';
import { withSuffixes } from './suffixes.ts';

/** The flags in one word; what follows an f in it would be the archive's name. */
const tarFlags = /^-?(?=.)[tvzjJa]*f?$/;
const tarOptions =
  /^--(list|verbose|gzip|bzip2|xz|zstd|auto-compress|wildcards|full-time|numeric-owner|(exclude|file)=.*)$/s;

/** `tar -t`: the listing flags, in one word or as long options; the archive's name holds no colon, which would start `rsh`. */
function readTar(args: readonly Arg[]): Reading | string {
  const words = literalWords(args);
  if (words === null) return 'an operand is computed or a wildcard';
  const members: Operand[] = [];
  let lists = false;
  let file: string | undefined;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if ((index === 0 || word.startsWith('-')) && tarFlags.test(word)) {
      lists ||= word.includes('t');
      if (word.endsWith('f')) file = words[++index];
    } else if (tarOptions.test(word)) {
      lists ||= word === '--list';
      if (word.startsWith('--file=')) file = word.slice(7);
    } else if (word.startsWith('-')) return `${word} is not among the options known to be harmless`;
    else members.push({ kind: 'text', arg: textArg(word), exposed: true });
  }
  if (!lists || file === undefined || /^[^/]*:/.test(file)) return 'it does more than list an archive';
  return plainReading([...operandsOf('read', [textArg(file)]), ...members]);
}

const packed = 'gzip bzip2 xz zstd lzma lzip lzop lz4 lrzip grzip compress uncompress';

/** Of printing, listing, testing and unpacking the last one counts for some, and `bzip2 --version` goes on to pack. */
function keepsFiles({ options, positionals }: Reading): string | null {
  const has = (...names: readonly string[]) => names.some((name) => options.has(name));
  if (has('-c', '--stdout', '--to-stdout')) return null;
  const isLook = has('-l', '-t', '--list', '--test') && !has('-d', '--decompress', '--uncompress');
  const isAnswer = positionals.length === 0 && options.size === 1 && has('--version', '--help');
  return isLook || isAnswer ? null : 'it replaces its files';
}

/** Looking into archives and packed files without writing. */
export const archives = (): readonly Profile[] => [
  {
    names: 'tar gtar',
    read: readTar,
    starts: packed,
    allow: [
      'tar -tf a.tar',
      'tar tzf a.tgz',
      'tar -tvzf a.tgz src',
      'tar --list --file=a.tar',
      'tar -t -f a.tar',
      "tar -tf a.tar --wildcards '*.ts' --exclude='*.d.ts'",
    ],
    notAllow: [
      'tar -xf a.tar',
      'tar -cf a.tar .',
      'tar -tf a --to-command=sh',
      'tar -tf a --to-command=sh--list',
      'tar -tf host:a',
      'tar -tf a -I sh',
      'tar -tf a --exclude-from=.env',
      'tar -tf a --checkpoint-action=exec=id',
      'tar -ft a',
    ],
  },
  {
    names: 'unzip',
    style: 'words',
    options: '-l -v -Z -Z1 -t -q -qq -lq -lv',
    operands: 'read text*',
    veto: ({ options }) =>
      ['-l', '-v', '-Z', '-Z1', '-t', '-lq', '-lv'].some((name) => options.has(name)) ? null : 'it unpacks',
    allow: ['unzip -l a.zip', 'unzip -v a.zip', 'unzip -t a.zip'],
    notAllow: [
      'unzip a.zip',
      'unzip -o a.zip',
      'unzip -p a.zip',
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
    read: (args) => {
      const [flags, file] = [textOf(args[1]), args[2]];
      if (args.length !== 3 || textOf(file)?.startsWith('@') !== false) return 'it does more than list';
      if (flags === null || !/^-?[tvO]+$/.test(flags) || !flags.includes('t') || file === undefined)
        return 'it does more than list';
      return plainReading(operandsOf('read', [file]));
    },
    allow: ['ar t lib.a', 'ar -tv lib.a'],
    notAllow: ['ar x lib.a', 'ar rcs lib.a x.o', 'ar t @f', 'ar t lib.a @f', 'ar t *'],
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
