import { tarFlags } from './old-options.ts';
import { doing, type FilesRow, final, first, second, type WriteForm } from './program-file.ts';
import { words } from './words.ts';

/** Options with which `tar` puts files into its archive, and with which it writes that. */
const adds = `-${tarFlags}[cruA]|--(?:cr|app|up|cat|conc)`;
const listed = words('-T --files-from');
const toFile = words('-f --file');

/** Packers that replace the files they are given; not with options that keep or only list them. */
const replaced: WriteForm = {
  unless: /^(?:-[A-Za-z0-9]*[cklt]|--(?:stdout|to-stdout|keep|list|test))/,
  operandsFrom: 0,
  isFirm: true,
};
const ofPackers = words('-S --suffix -T --threads -p --processes -b --blocksize -M --memlimit');

/** Programs that pack and unpack. */
export const packingFiles = (): readonly FilesRow[] => [
  doing('tar gtar bsdtar', {
    valued: words(
      '-f -C -X -I -T -g -V -b -F -H -K -L -N --file --directory --exclude-from --exclude --transform --owner --group --mode --mtime',
    ),
    enters: words('-C --directory --cd'),
    lists: { options: listed },
    reads: [{ given: new RegExp(`^(?:${adds})`), options: listed, operandsFrom: 0 }],
    writes: [
      { given: new RegExp(`^(?:${adds}|--del)`), options: toFile, fillsDevice: true },
      { options: words('-g --listed-incremental --index-file') },
      { given: /^--remove-files$/, operandsFrom: 0, isRemoved: true },
      {
        given: new RegExp(`^(?:-${tarFlags}x|--(?:ext|get))`),
        options: words('-C --directory --one-top-level'),
        isFirm: true,
      },
    ],
  }),
  doing('zip', {
    valued: words('-x -i -P -b -t -tt -n -s -O'),
    lists: { word: /^-@$/ },
    reads: [{ operandsFrom: 1 }],
    writes: [
      { unless: /^(?:-sf|--show-files)$/, ...first },
      { options: words('-O -b --output-file') },
      { given: /^(?:-[A-Za-ln-z]*m[A-Za-z]*|--move)$/, operandsFrom: 1, valued: [], isRemoved: true },
    ],
  }),
  doing('unzip', { enters: words('-d --directory'), writes: [{ options: ['-d'], isFirm: true }] }),
  doing('7z 7za 7zr 7zz rar', {
    reads: [{ under: /^a$/, operandsFrom: 2 }],
    writes: [
      { under: /^(?:a|d|u|rn)$/, ...second },
      { given: /^-sdel$/, operandsFrom: 2, isRemoved: true },
    ],
  }),
  doing('jar', {
    reads: [
      {
        given: /^(?:-[0efiMmPv]*[cu][0efiMmPv]*|--create|--update)$/,
        operandsFrom: 0,
        valued: words('-f --file -e -m -C --manifest'),
      },
    ],
    writes: [{ given: /^(?:-[A-Za-z0-9]*[cu]|--create|--update)/, options: toFile }],
  }),
  doing('ar', {
    valued: words('-a -b -i -N'),
    reads: [{ given: /^-[abifNlcSsuvoPVUDTO]*[rq]/, operandsFrom: 1 }],
    writes: [{ given: /^-[abifNlcSsuvoPVUDTO]*[rqdms]/, ...first }],
  }),
  doing('ranlib', { writes: [{ operandsFrom: 0 }] }),
  doing('cpio', {
    enters: words('-D --directory'),
    lists: { word: /^(?:-(?!-)\w*[op]|--create$|--pass-through$)/, isApart: true },
    writes: [
      { given: /^(?:-[A-Za-z0-9]*o|--create)/, options: words('-F --file'), fillsDevice: true },
      { options: words('-O'), fillsDevice: true },
      { given: /^(?:-[A-Za-z0-9]*p|--pass-through)/, operandsFrom: 0 },
      { given: /^(?:-[A-Za-z0-9]*i|--extract)/, options: words('-D --directory') },
    ],
  }),
  doing('pax', {
    lists: { word: /^-(?!-)\w*w/, isApart: true },
    writes: [
      { given: /^-(?![a-z]*r)[a-z]*w/, options: ['-f'] },
      { given: /^-(?=[a-z]*r)[a-z]*w/, ...final(1) },
    ],
  }),
  doing('gzip bzip2 xz lz4 pigz', { valued: ofPackers, reads: [{ operandsFrom: 0 }], writes: [replaced] }),
  doing('zstd', { valued: [...ofPackers, '-o'], reads: [{ operandsFrom: 0 }], writes: [replaced] }),
  doing('gunzip bunzip2 unxz unzstd unpigz pbzip2 lzma unlzma lzip compress uncompress', {
    valued: ofPackers,
    writes: [replaced],
  }),
  doing('brotli', { reads: [{ operandsFrom: 0 }] }),
  doing('mksquashfs', { reads: [{ operandsFrom: 0, operandsTo: -1 }], writes: [second] }),
  doing('unsquashfs', { writes: [{ options: words('-d -dest') }] }),
  doing('genisoimage mkisofs xorrisofs shar', {
    reads: [{ operandsFrom: 0, valued: words('-o -V -b -c -p -publisher -A -x -m') }],
  }),
  doing('xorriso', { writes: [{ options: words('-outdev -dev') }] }),
];
