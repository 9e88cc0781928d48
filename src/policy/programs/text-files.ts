import type { FileForm } from './file-form.ts';
import { doing, type FilesRow, first, second, type WriteForm } from './program-file.ts';
import { words } from './words.ts';

const all: FileForm = { operandsFrom: 0 };
const ofAwk = words('-f -F -v -e -i');
const readByAwk: FileForm = { ...all, scripted: /^(-f|--file|-e)/ };
const ofMan = words('-C -R -L -m -M -S -s -e -r -P -E -p');
const ofEditors = words('-c -u -U -S -i -T -w -W --cmd');
const shownByEditor: FileForm = { ...all, valued: [...ofEditors, '-s'] };
/** Options of emacs with a file that it opens, which may be joined to it. */
const openedByEmacs = words('-insert --insert -file --file -visit --visit -find-file --find-file');
/** What is run for each line of the files; changed in place they are not shown. */
const eachLine: FileForm = {
  under: /^-[a-zA-Z0]*[np]/,
  unless: /^-[a-zA-Z0]*i/,
  operandsFrom: 0,
  valued: words('-e -E -pe -ne -lne -lpe -nle -ple -pE -nE -I -M'),
};
const inPlaceBySed: WriteForm = {
  given: /^(?:-[nErsuzb]*i|--in-place)/,
  operandsFrom: 0,
  valued: words('-e --expression -f --file -l --line-length'),
  scripted: /^(?:-[nErsuzb]*[ef]|--(?:expression|file)(?:=|$))/,
  isFirm: true,
};

/** Programs that show, search, divide, change or run files of text. */
export const textFiles = (): readonly FilesRow[] => [
  doing('xargs parallel', { reads: [{ options: ['-a', '--arg-file'] }] }),
  // Lines that are no names of files are shown in what is said about them.
  doing('wc du', { lists: { options: ['--files0-from'] }, reads: [{ options: ['--files0-from'] }] }),
  doing('man', {
    reads: [
      // A word with a slash is a file; without `-l` others are names of pages.
      { ...all, valued: ofMan, operand: /^(.*\/.*)$/s },
      { ...all, valued: ofMan, given: /^(?:-[a-zA-Z]*l|--local-file$)/ },
    ],
  }),
  doing('sort', {
    valued: words(
      '-k -o -S -t -T --batch-size --compress-program --key --output --parallel --temporary-directory',
    ),
    lists: { options: ['--files0-from'] },
    reads: [{ ...all, options: ['--files0-from'] }],
    writes: [{ options: words('-o --output'), fillsDevice: true }],
  }),
  doing('split', {
    valued: words(
      '-a -b -C -l -n -t --bytes --lines --line-bytes --number --suffix-length --separator --filter --additional-suffix',
    ),
    reads: [first],
    writes: [second],
  }),
  doing('csplit', {
    reads: [{ ...first, valued: words('-b -f -n --suffix-format --prefix --digits') }],
    writes: [{ options: words('-f --prefix') }],
  }),
  doing('sed', {
    reads: [
      {
        unless: /^(-[nErsuz]*i|--in-place)/,
        operandsFrom: 0,
        valued: words('-e -f -l'),
        scripted: /^(-[nErsuz]*[ef]|--expression|--file)/,
      },
    ],
    writes: [inPlaceBySed],
  }),
  doing('gsed', { writes: [inPlaceBySed] }),
  doing('awk gawk', {
    valued: ofAwk,
    reads: [readByAwk],
    writes: [{ given: /^(?:inplace|-iinplace|--include=inplace)$/, operandsFrom: 0 }],
  }),
  doing('mawk nawk', { valued: ofAwk, reads: [readByAwk] }),
  doing('perl', { reads: [eachLine], writes: [{ given: /^-[a-zA-Z0-9]*i/, operandsFrom: 0, isFirm: true }] }),
  doing('ruby', {
    reads: [eachLine],
    writes: [{ given: /^-[a-zA-Z0-9]*i/, operandsFrom: 0, valued: words('-e -I -r -C -E') }],
  }),
  // Modules of its own that read the files they are given, or serve them.
  doing('python', {
    reads: [
      {
        under: /^(json\.tool|base64|tokenize|ast|gzip|zipfile|tarfile|quopri)$/,
        operandsFrom: 0,
        valued: ['-m'],
      },
      {
        under: /^(?:http\.server|SimpleHTTPServer|RangeHTTPServer|uploadserver|pyftpdlib)$/,
        options: words('-d --directory'),
        otherwise: ['.'],
      },
    ],
  }),
  doing('php', {
    reads: [
      { options: ['-d', '--define'], value: /^auto_(?:prepend|append)_file=(.+)$/s },
      { given: /^-S/, options: ['-t', '--docroot'], otherwise: ['.'] },
    ],
  }),
  // Shows each line as it reads it, or runs it.
  doing('bash sh dash ksh zsh', {
    reads: [
      {
        under: /^(-[a-zA-Z]*[vx][a-zA-Z]*|--verbose)$/,
        unless: /^-[a-zA-Z]*c/,
        operandsFrom: 0,
        operandsTo: 1,
        valued: words('-o -O +o +O --rcfile --init-file'),
      },
    ],
  }),
  doing('ed', { valued: ['-p'], reads: [all], writes: [all] }),
  doing('red', { valued: ['-p'], writes: [all] }),
  doing('ex vi vim nvim nano pico micro', {
    reads: [shownByEditor],
    writes: [{ ...all, valued: ofEditors }],
  }),
  doing('emacs', {
    reads: [{ ...shownByEditor, options: openedByEmacs }],
    writes: [{ ...all, valued: ofEditors }],
  }),
  doing('make gmake', {
    reads: [{ given: /^(?:-[a-zA-Z]*p|--print-d)/, options: words('-f --file --makefile') }],
  }),
  doing('vimdiff view', { reads: [shownByEditor] }),
  doing('wdiff colordiff m4 cpp xmllint ccat glow mdcat lolcat enscript a2ps lp lpr', { reads: [all] }),
  doing('less more most', { valued: words('-b -D -h -j -k -o -O -p -P -t -T -x -y -z'), reads: [all] }),
  doing('bat batcat pygmentize highlight source-highlight', {
    valued: words(
      '-l -H -r -m -f -O -S --language --highlight-line --line-range --map-syntax --theme --style --tabs --wrap --file-name',
    ),
    reads: [all],
  }),
  doing('pr', { valued: words('-D -h -l -N -o -W -w'), reads: [all] }),
  doing('pandoc', { valued: words('-f -r -t -w -o'), reads: [all] }),
  doing('iconv', { valued: words('-f -t -o'), reads: [all] }),
  doing('look', { valued: ['-t'], reads: [{ operandsFrom: 1 }] }),
  doing('ag ack', { valued: words('-A -B -C -g -G -m -p'), reads: [{ operandsFrom: 1 }] }),
  doing('file', { reads: [{ options: words('-f --files-from -m --magic-file') }] }),
  doing('date', { reads: [{ options: ['-f', '--file'] }] }),
  doing('uuencode', { reads: [first] }),
  doing('uniq', { valued: words('-f -s -w --skip-fields --skip-chars --check-chars'), writes: [second] }),
  doing('tee', { writes: [{ ...all, fillsDevice: true }] }),
  doing('sponge', { writes: [{ ...first, fillsDevice: true }] }),
  doing('logsave', { writes: [first] }),
  doing('sd', { writes: [{ unless: /^(?:-p|--preview)$/, operandsFrom: 2 }] }),
  doing('rename prename file-rename perl-rename', {
    writes: [{ unless: /^(?:-n|--no-act|--dry-run)$/, operandsFrom: 1 }],
  }),
  doing('patch', {
    enters: words('-d --directory'),
    writes: [
      {
        unless: /^(?:-[a-zA-Z]*C|--dry-run|--check)$/,
        ...first,
        options: words('-d --directory -r --reject-file'),
        valued: words('-p -i -F -B -D -V -Y -z -g -o --strip --input --fuzz --prefix --suffix --output'),
      },
    ],
  }),
  doing('script', {
    writes: [
      {
        ...first,
        options: words('-I -O -B -T --log-in --log-out --log-io --log-timing'),
        valued: words('-c --command -E --echo -m --logging-format -o --output-limit'),
      },
    ],
  }),
  // What they print, say or draw is what the file holds.
  doing('logger', { reads: [{ options: ['-f', '--file'] }] }),
  doing('say espeak espeak-ng', { reads: [{ options: ['-f'] }] }),
  doing('qrencode', { reads: [{ options: ['-r', '--read-from'] }] }),
  doing('tidy', { writes: [{ given: /^-(?:m|modify)$/, operandsFrom: 0 }] }),
  doing('msgmerge', { writes: [{ given: /^(?:-U|--update)$/, ...first }] }),
];
