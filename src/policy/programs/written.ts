import { ownValue } from '../../core/record.ts';
import type { Words } from '../rules/pattern.ts';
import { dashed, tarFlags } from './old-options.ts';
import { placedBy, placingOf, type Written } from './placing.ts';
import { each, words } from './words.ts';
import { filesWritten, type WriteForm } from './write-form.ts';

/** Options of any program that name a file to write. */
const output: WriteForm = {
  options: words(
    '-o --output --out --outfile --out-file --output-file --outFile --output-document --output-directory',
  ),
};

/** Packers that replace the files they are given; not with options that keep or only list them. */
export const packer: WriteForm = {
  unless: /^(?:-[A-Za-z0-9]*[cklt]|--(?:stdout|to-stdout|keep|list|test))/,
  operandsFrom: 0,
  valued: words('-S --suffix -T --threads -p --processes -b --blocksize -M --memlimit'),
};

/** Files that git restores or removes by name. */
const restored: WriteForm = { under: /^(?:restore|checkout|clean)$/, operandsFrom: 1 };

const forms: Readonly<Record<string, readonly WriteForm[]>> = {
  touch: [{ operandsFrom: 0, valued: words('-d --date -t -r --reference') }],
  truncate: [{ operandsFrom: 0, valued: words('-s --size -r --reference') }],
  mkdir: [{ operandsFrom: 0, valued: words('-m --mode') }],
  ...each('sed gsed', [
    {
      given: /^(?:-[nErsuzb]*i|--in-place)/,
      operandsFrom: 0,
      valued: words('-e --expression -f --file -l --line-length'),
      scripted: /^(?:-[nErsuzb]*[ef]|--(?:expression|file)(?:=|$))/,
    },
  ]),
  perl: [{ given: /^-[a-zA-Z0-9]*i/, operandsFrom: 0 }],
  wget: [{ options: words('-O -P --directory-prefix') }],
  unzip: [{ options: ['-d'] }],
  ...each('tar gtar bsdtar', [
    {
      given: new RegExp(`^(?:-${tarFlags}x|--(?:ext|get))`),
      options: words('-C --directory'),
    },
  ]),
  git: [
    { ...restored, unless: /^(?:-S|--staged|--cached|-n|--dry-run)$/ },
    { ...restored, given: /^--worktree$/ },
  ],
  ...each('gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4', [packer]),
  dd: [{ operandsFrom: 0, operand: /^of=(.+)$/s }],
};

/** What a program copies where on this machine; `rsync` and `scp` may copy to another one. */
function placedHere(base: string, args: readonly string[]): readonly Written[] {
  const placing = /^(?:rsync|scp)$/.test(base) ? null : placingOf(base, args);
  return placing === null ? [] : placedBy(placing);
}

/**
 * Paths that a command writes, by the words behind its name, which are asked about also where a rule allows its program: what
 * `writeForms` tells besides matters to rules about writing alone, and is loaded with them. A word that is none is harmless here, as it
 * only counts where it leads out of the workspace or to what decides what runs.
 */
export function writtenBy(base: string, given: Words): readonly Written[] {
  // What only the run knows has its place among the operands.
  const args = given.map((word) => word ?? '');
  const joined = args.flatMap((word) => /^-[A-Za-z]*?o(.+)$/s.exec(word)?.[1] ?? []);
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  // Behind `--` a dash begins a name.
  const named = args.map((word, at) => (at > end && word.startsWith('-') ? `./${word}` : word));
  const own = dashed(base, named);
  const formed = (ownValue(forms, base) ?? []).flatMap((form) => filesWritten(form, own));
  const all = [...filesWritten(output, args), ...joined, ...formed];
  return [...all.map((path) => ({ path, isInside: false })), ...placedHere(base, args)].filter(
    ({ path }) => path !== '' && path !== '-' && path !== '/dev/tty',
  );
}
