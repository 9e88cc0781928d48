import { type Arg, textOf } from '../shell/arg.ts';
import { type Operand, operandsOf, type Profile, plainReading, type Reading } from './profile.ts';

/** `tar -t`: the listing flags, in one word or as long options; the archive's name holds no colon, which would start `rsh`. */
function readTar(args: readonly Arg[]): Reading | string {
  const operands: Operand[] = [];
  let lists = false;
  let file: Arg | undefined;
  for (let index = 1; index < args.length; index += 1) {
    const arg = args[index];
    const text = textOf(arg);
    if (arg === undefined || text === null) return 'an operand is computed or a wildcard';
    const isFlags = (index === 1 || text.startsWith('-')) && /^-?[tvzjJaf]+$/.test(text);
    if (isFlags) {
      lists ||= text.includes('t');
      if (!text.includes('f')) continue;
      if (!text.endsWith('f')) return 'f is not the last of its flags';
      index += 1;
      file = args[index];
    } else if (/^--(list|verbose|gzip|bzip2|xz|zstd|auto-compress)$/.test(text)) lists ||= text === '--list';
    else if (text.startsWith('--file=')) file = { kind: 'text', text: text.slice(7) };
    else if (text.startsWith('-')) return `${text} is not among the options known to be harmless`;
    else operands.push({ kind: 'text', arg, exposed: true });
  }
  const name = textOf(file);
  if (!lists || file === undefined || name === null || /^[^/]*:/.test(name))
    return 'it does more than list an archive';
  return plainReading([...operandsOf('read', [file]), ...operands]);
}

const packed = 'gzip bzip2 xz zstd lzma lzip';

/** Looking into archives and packed files without writing. */
export const archives: readonly Profile[] = [
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
    ],
    notAllow: [
      'tar -xf a.tar',
      'tar -cf a.tar .',
      'tar -tf a --to-command=sh',
      'tar -tf host:a',
      'tar -tf a -I sh',
      'tar -tf a --checkpoint-action=exec=id',
      'tar -ft a',
    ],
  },
  {
    names: 'unzip',
    style: 'exact',
    options: '-l -v -Z -Z1 -t -q -qq -lq -lv',
    operands: 'read text*',
    veto: ({ options }) =>
      ['-l', '-v', '-Z', '-Z1', '-t', '-lq', '-lv'].some((name) => options.has(name)) ? null : 'it unpacks',
    allow: ['unzip -l a.zip', 'unzip -v a.zip', 'unzip -t a.zip'],
    notAllow: ['unzip a.zip', 'unzip -o a.zip', 'unzip -p a.zip'],
  },
  {
    names: 'zipinfo',
    style: 'exact',
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
    allow: ['zcat f.gz', 'zcat f.gz | head'],
    notAllow: ['zcat --frob f', 'zcat id_rsa'],
  },
  {
    names: 'gzip gunzip bzip2 bunzip2 xz unxz zstd',
    options:
      '-cdfkqtvl --stdout --to-stdout --decompress --uncompress --list --test --keep --quiet --verbose --force --help --version -V',
    operands: 'read*',
    veto: ({ options }) =>
      ['-c', '-l', '-t', '--stdout', '--to-stdout', '--list', '--test', '--version', '--help', '-V'].some(
        (name) => options.has(name),
      )
        ? null
        : 'it replaces its files',
    allow: ['gzip -l f.gz', 'gunzip -c f.gz', 'gzip -dc f.gz', 'xz -l f.xz', 'xz --test f.xz'],
    notAllow: ['gzip f', 'gunzip f.gz', 'gzip -9 f', 'xz -d f.xz'],
  },
  {
    names: 'ar',
    read: (args) => {
      const [flags, file] = [textOf(args[1]), args[2]];
      if (args.length !== 3) return 'it does more than list';
      if (flags === null || !/^-?[tvO]+$/.test(flags) || !flags.includes('t') || file === undefined)
        return 'it does more than list';
      return plainReading(operandsOf('read', [file]));
    },
    allow: ['ar t lib.a', 'ar -tv lib.a'],
    notAllow: ['ar x lib.a', 'ar rcs lib.a x.o'],
  },
  {
    names: 'jar',
    read: (args) => {
      const [flags, file] = [textOf(args[1]), args[2]];
      if (
        args.length !== 3 ||
        (flags !== 'tf' && flags !== '-tf' && flags !== 'tvf' && flags !== '-tvf') ||
        file === undefined
      )
        return 'it does more than list';
      return plainReading(operandsOf('read', [file]));
    },
    allow: ['jar tf a.jar'],
    notAllow: ['jar xf a.jar', 'jar tf a.jar -J-javaagent:x'],
  },
];
