import { ownValue } from '../../core/record.ts';
import { withoutTrailing } from '../../core/text/trailing.ts';
import { placingOf } from '../commands/placed.ts';
import { optionValue } from './option-value.ts';
import { words } from './words.ts';

/** Options that name a file to write, whatever the program. */
const outputs = words(
  '-o --output --out --outfile --out-file --output-file --outFile --output-document --output-directory',
);

/** Options of which the value is no operand, by program. */
const valued: Readonly<Record<string, readonly string[]>> = {
  touch: words('-d --date -t -r --reference'),
  truncate: words('-s --size -r --reference'),
  sed: words('-e --expression -f --file -l --line-length'),
};

/** Operands with the options before and between them left out. */
function operandsOf(base: string, args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  const options = ownValue(valued, base) ?? [];
  return args.filter((word, index) => {
    if (end !== -1 && index >= end) return index > end;
    return !word.startsWith('-') && !options.includes(args[index - 1] ?? '');
  });
}

function editedBySed(args: readonly string[]): readonly string[] {
  if (!args.some((word) => /^(-[nErsuzb]*i|--in-place)/.test(word))) return [];
  const operands = operandsOf('sed', args);
  return args.some((word) => /^(-[nErsuzb]*[ef]|--(expression|file)(=|$))/.test(word))
    ? operands
    : operands.slice(1);
}

/** A path that is written. */
export interface Written {
  readonly path: string;
  /** Whether that holds only where the path before its last name is a folder. */
  readonly isInside: boolean;
}

function exactly(path: string): Written {
  return { path, isInside: false };
}

/** Where things are put; a name that they get in a folder counts as well. */
function placedBy(base: string, args: readonly string[]): readonly Written[] {
  const placing = placingOf(base, args);
  if (placing === null) return [];
  const { sources, into, isExact } = placing;
  const names = isExact ? [] : sources.map((source) => withoutTrailing(source, '/').replace(/^.*\//s, ''));
  return [exactly(into), ...names.map((name) => ({ path: `${into}/${name}`, isInside: true }))];
}

/** Values of options, also at the end of a cluster or right behind it. */
function valuesOf(args: readonly string[], options: readonly string[]): readonly string[] {
  return args.flatMap((word, index) => optionValue(word, args[index + 1], options) ?? []);
}

/** What a packer makes of files in their place; nothing where it keeps them, or only tells of them. */
function packedInPlace(args: readonly string[]): readonly string[] {
  const isKept = args.some((word) => /^(-[A-Za-z0-9]*[cklt]|--(stdout|to-stdout|keep|list|test))/.test(word));
  return isKept ? [] : operandsOf('gzip', args);
}

/** Where what is unpacked goes. */
function unpackedTo(args: readonly string[]): readonly string[] {
  const isUnpacking =
    args.slice(0, 1).some((word) => /^-?[A-Za-z]*x/.test(word)) || args.includes('--extract');
  return isUnpacking ? valuesOf(args, ['-C', '--directory']) : [];
}

/** Files of the work that git puts back or removes by their names. */
function restoredByGit([sub = '', ...args]: readonly string[]): readonly string[] {
  const isOther =
    args.some((word) => /^(-S|--staged|--cached|-n|--dry-run)$/.test(word)) && !args.includes('--worktree');
  return /^(restore|checkout|clean)$/.test(sub) && !isOther ? operandsOf('git', args) : [];
}

type Way = (args: readonly string[]) => readonly Written[];

const ways: Readonly<Record<string, Way>> = {
  touch: (args) => operandsOf('touch', args).map(exactly),
  truncate: (args) => operandsOf('truncate', args).map(exactly),
  mkdir: (args) => operandsOf('mkdir', args).map(exactly),
  sed: (args) => editedBySed(args).map(exactly),
  gsed: (args) => editedBySed(args).map(exactly),
  wget: (args) => valuesOf(args, ['-O', '-P', '--directory-prefix']).map(exactly),
  unzip: (args) => valuesOf(args, ['-d']).map(exactly),
  tar: (args) => unpackedTo(args).map(exactly),
  git: (args) => restoredByGit(args).map(exactly),
  perl: (args) =>
    args.some((word) => /^-[a-zA-Z0-9]*i/.test(word)) ? operandsOf('perl', args).map(exactly) : [],
  ...Object.fromEntries(
    words('gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4').map((name): [string, Way] => [
      name,
      (args) => packedInPlace(args).map(exactly),
    ]),
  ),
  dd: (args) => args.flatMap((word) => (word.startsWith('of=') ? [exactly(word.slice(3))] : [])),
  ...Object.fromEntries(
    words('cp mv ln install').map((name): [string, Way] => [name, (args) => placedBy(name, args)]),
  ),
};

/**
 * Paths that a command writes, as its words tell: for what no rule about the program opens. A word that is none is harmless here,
 * as it only counts where it leads out of the workspace or to what decides what runs. `args` are the words after the program.
 */
export function writtenBy(base: string, args: readonly string[]): readonly Written[] {
  const named = args.flatMap((word, index) => {
    const value = optionValue(word, args[index + 1], outputs);
    const joined = /^-[A-Za-z]*?o(.+)$/s.exec(word)?.[1];
    return [value, joined].filter((path) => typeof path === 'string');
  });
  return [...named.map(exactly), ...(ownValue(ways, base)?.(args) ?? [])].filter(
    ({ path }) => path !== '' && path !== '-' && path !== '/dev/tty',
  );
}
