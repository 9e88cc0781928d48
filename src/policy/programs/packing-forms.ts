import { tarFlags } from './old-options.ts';
import { valuedOf } from './program-options.ts';
import { each, words } from './words.ts';
import { final, first, second, type WriteForm } from './write-form.ts';
import { packer } from './written.ts';

/** Options with which `tar` writes its archive. */
const packs = new RegExp(`^(?:-${tarFlags}[cruA]|--(?:cr|app|up|cat|conc|del))`);
const packed = words(
  '-f -C -X -I -T -g -V -b -F -H -K -L -N --file --directory --exclude-from --exclude --transform --owner --group --mode --mtime',
);
const tar: readonly WriteForm[] = [
  { given: packs, options: words('-f --file') },
  { options: words('-g --listed-incremental --index-file') },
  { given: /^--remove-files$/, operandsFrom: 0, valued: packed, isRemoved: true },
];
const archiver: readonly WriteForm[] = [
  { under: /^(?:a|d|u|rn)$/, ...second },
  { given: /^-sdel$/, operandsFrom: 2, isRemoved: true },
];
const ar: readonly WriteForm[] = [
  { given: /^-[abifNlcSsuvoPVUDTO]*[rqdms]/, ...first, valued: words('-a -b -i -N') },
];
/** Programs that pack and unpack. */
export const packingForms: Readonly<Record<string, readonly WriteForm[]>> = {
  ...each('tar gtar bsdtar', tar),
  zip: [
    { unless: /^(?:-sf|--show-files)$/, ...first, valued: valuedOf.zip },
    { options: words('-O -b --output-file') },
    { given: /^(?:-[A-Za-ln-z]*m[A-Za-z]*|--move)$/, operandsFrom: 1, isRemoved: true },
  ],
  ...each('7z 7za 7zr 7zz rar', archiver),
  jar: [{ given: /^(?:-[A-Za-z0-9]*[cu]|--create|--update)/, options: words('-f --file') }],
  ar,
  ranlib: [{ operandsFrom: 0 }],
  cpio: [
    { given: /^(?:-[A-Za-z0-9]*o|--create)/, options: words('-F --file') },
    { options: words('-O') },
    { given: /^(?:-[A-Za-z0-9]*p|--pass-through)/, operandsFrom: 0 },
    { given: /^(?:-[A-Za-z0-9]*i|--extract)/, options: words('-D --directory') },
  ],
  pax: [
    { given: /^-(?![a-z]*r)[a-z]*w/, options: ['-f'] },
    { given: /^-(?=[a-z]*r)[a-z]*w/, ...final(1) },
  ],
  ...each('pigz unpigz pbzip2 lzma unlzma lzip compress uncompress', [packer]),
  mksquashfs: [second],
  unsquashfs: [{ options: words('-d -dest') }],
  xorriso: [{ options: words('-outdev -dev') }],
};
