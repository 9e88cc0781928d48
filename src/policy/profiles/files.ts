import { hasAny, isDeeperThanOne, listing } from './listing.ts';
import { type Profile, type Reading, valuesGiven } from './profile.ts';

const help = '--help --version';

/** `iconv` reads a set of characters whose name holds a slash from a file, but for a suffix such as `//TRANSLIT`. */
function namesCharsets(reading: Reading): string | null {
  return valuesGiven(reading, '-f', '-t').every((name) => /^[\w.:-]*(\/\/[A-Z/]*)?$/.test(name ?? '/'))
    ? null
    : 'its set of characters could be a file';
}

/** What is there: names, sizes, kinds, differences, and readers beyond the core utilities. */
export const files = (): readonly Profile[] => [
  {
    names: 'ls dir vdir',
    options: `-aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ1 -I,--ignore:text -T,--tabsize:number -w,--width:number --all --almost-all --author --escape --block-size:text --ignore-backups --color?text --directory --dired --classify?text --file-type --format:text --full-time --group-directories-first --no-group --human-readable --si --dereference-command-line --dereference-command-line-symlink-to-dir --hide:text --hyperlink?text --indicator-style:text --inode --kibibytes --dereference --numeric-uid-gid --literal --hide-control-chars --show-control-chars --quote-name --quoting-style:text --reverse --recursive --size --sort:text --time:text --time-style:text --context --zero ${help}`,
    operands: 'list*',
    also: listing(hasAny('-R', '--recursive')),
    follows: hasAny('-L', '--dereference'),
    allow: [
      'ls',
      'ls -la',
      'ls -lah --color=never src',
      'ls *.txt',
      'ls ~',
      'ls -1 | head -5',
      'ls "$PWD"',
      'ls {a,b}',
    ],
    notAllow: ['ls > out', 'ls "$X"', 'ls --frob', './ls', 'ls $(rm x)'],
  },
  {
    names: 'stat',
    options: `-c,--format:text -f,--file-system -L,--dereference -t,--terse --printf:text --cached:text -x -s -n -q -r -l -F ${help}`,
    operands: 'list*',
    allow: ['stat f', "stat -c '%s %n' f", 'stat -L a b'],
    notAllow: ['stat --frob f'],
  },
  {
    names: 'file',
    options: `-b,--brief -i,--mime --mime-type --mime-encoding -L,--dereference -h,--no-dereference -k,--keep-going -r,--raw -0,--print0 -F,--separator:text -N,--no-pad -n,--no-buffer --extension -E -v,--version --help !-z,--uncompress !-Z !-C,--compile !-m,--magic-file:read !-f,--files-from:read !-p !-s,--special-files`,
    operands: 'read*',
    allow: ['file f', 'file -b --mime-type f', 'file -i a b'],
    notAllow: ['file -z f', 'file -C -m x', 'file -f list'],
  },
  {
    names: 'tree',
    style: 'words',
    options: `-a -d -l -f -x -L:number -P:text -I:text -i -A -S -n -C -X -J -Q -q -N -p -u -g -s -h --si -D -F -t -c -r -U -v --dirsfirst --filesfirst --noreport --prune --matchdirs --ignore-case --charset:text --filelimit:number --timefmt:text --inodes --device --du --gitignore --sort:text --metafirst ${help}`,
    operands: 'list*',
    also: listing(isDeeperThanOne('-L')),
    follows: hasAny('-l'),
    allow: ['tree', 'tree -L 2 src', "tree -a -I 'node_modules|.git'", 'tree -L 3 --dirsfirst'],
    notAllow: ['tree -o out', 'tree -R -H x', 'tree --fromfile f', 'tree -Po x out', 'tree -aIo x out'],
  },
  {
    names: 'eza exa',
    options: `-1lGxRTFaAdrDfbBghHimuUnSMZv -L,--level:number -s,--sort:text -I,--ignore-glob:text -t,--time:text -w,--width:number --oneline --long --grid --across --recurse --tree --classify?text --color?text --colour?text --icons?text --hyperlink --all --almost-all --list-dirs --treat-dirs-as-files --reverse --group-directories-first --group-directories-last --only-dirs --only-files --git-ignore --git --binary --bytes --group --header --links --inode --modified --accessed --created --changed --numeric --blocksize --mounts --time-style:text --no-permissions --no-filesize --no-user --no-time --no-icons --no-git --octal-permissions --no-quotes ${help}`,
    operands: 'list*',
    also: listing(hasAny('-R', '--recurse', '-T', '--tree')),
    allow: [
      'eza',
      'eza -la',
      'eza -lah --git src',
      'eza --tree --level=2',
      'eza -T -L 2 -I node_modules',
      'exa -l',
    ],
    // The next ones read names, or count what lies below.
    notAllow: ['eza --stdin', 'eza -l --total-size', 'eza -X', 'eza "$X"', 'eza > f'],
  },
  {
    names: 'du',
    options: `-0abcDHhklmLPsSx -A -B,--block-size:text -d,--max-depth:number -t,--threshold:text --null --all --apparent-size --bytes --total --dereference-args --human-readable --inodes --count-links --dereference --no-dereference --separate-dirs --si --summarize --time?text --time-style:text -X,--exclude-from:read --exclude:text --one-file-system !--files0-from:read ${help}`,
    operands: 'list*',
    also: listing((reading) => !hasAny('-s', '--summarize')(reading) && isDeeperThanOne('-d')(reading)),
    follows: hasAny('-L', '--dereference'),
    allow: ['du -sh .', 'du -h --max-depth=1', 'du -sh node_modules src'],
    notAllow: ['du --files0-from=f'],
  },
  {
    names: 'df',
    options: `-aBhHiklPTv -B,--block-size:text -t,--type:text -x,--exclude-type:text --all --human-readable --si --inodes --local --no-sync --portability --print-type --total --output?text !--sync ${help}`,
    operands: 'list*',
    allow: ['df -h', 'df -hT .', 'df --output=avail .'],
    notAllow: ['df --sync'],
  },
  {
    names: 'readlink realpath',
    options: `-femnqsvzELP --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --verbose --zero --logical --physical --relative-to:list --relative-base:list --strip --no-symlinks ${help}`,
    operands: 'list*',
    allow: ['readlink f', 'realpath .', 'readlink -f a/b', 'realpath --relative-to=. src'],
    notAllow: ['readlink --frob x'],
  },
  {
    names: 'basename dirname',
    options: `-a,--multiple -s,--suffix:text -z,--zero ${help}`,
    operands: 'text*',
    plain: true,
    allow: ['basename a', 'dirname a/b', 'basename "$PWD"', 'basename -s .ts a.ts', 'dirname "$X"'],
    notAllow: ['basename --frob a'],
  },
  {
    names: 'diff',
    options: `-# -aBbcdDeEHilnNpPqrstTuUvwWyZ -c,--context?number -u,--unified?number -C:number -U:number -W,--width:number -I,--ignore-matching-lines:text -F,--show-function-line:text -x,--exclude:text -X,--exclude-from:read -S,--starting-file:text -L,--label:text -D,--ifdef:text --text --ignore-blank-lines --ignore-space-change --minimal --ed --rcs --ignore-tab-expansion --ignore-trailing-space --ignore-case --new-file --unidirectional-new-file --show-c-function --brief --recursive --report-identical-files --expand-tabs --initial-tab --tabsize:number --suppress-blank-empty --ignore-all-space --side-by-side --left-column --suppress-common-lines --normal --no-dereference --ignore-file-name-case --no-ignore-file-name-case --horizon-lines:number --speed-large-files --color?text --palette:text --strip-trailing-cr --from-file:tree --to-file:tree --line-format:text --old-line-format:text --new-line-format:text --unchanged-line-format:text --old-group-format:text --new-group-format:text --unchanged-group-format:text --changed-group-format:text !--paginate ${help}`,
    operands: 'tree*',
    allow: [
      'diff a b',
      'diff -u a b',
      'diff -rq src lib',
      'diff --color=always -U5 a b',
      'diff -y -W 160 a b',
    ],
    notAllow: ['diff -l a b', 'diff --paginate a b', 'diff a .env'],
    // Of two folders it compares the files right in them, and what links there lead to.
    follows: ({ options }) => !options.has('--no-dereference'),
    veto: ({ options }) => (options.has('-l') ? 'it starts a pager' : null),
  },
  {
    names: 'diff3',
    options: `-AeE3xXmiaT -L,--label:text --show-all --ed --show-overlap --easy-only --overlap-only --merge --text --strip-trailing-cr --initial-tab !--diff-program:text ${help}`,
    operands: 'read read read',
    starts: 'diff',
    allow: ['diff3 a b f', 'diff3 -m a b f'],
    notAllow: ['diff3 a b .env', 'diff3 --diff-program=x a b f', 'diff3 --diff-p x a b f'],
  },
  {
    names: 'sdiff',
    options: `-iEbWBatdHls -w,--width:number -I,--ignore-matching-lines:text --ignore-case --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --text --left-column --suppress-common-lines --expand-tabs --tabsize:number --minimal --speed-large-files --strip-trailing-cr !-o,--output:write !--diff-program:text ${help}`,
    operands: 'tree tree',
    follows: () => true,
    starts: 'diff',
    allow: ['sdiff a b', 'sdiff -s -w 120 a b'],
    notAllow: ['sdiff -o f a b', 'sdiff -so f a b', 'sdiff --diff-program=x a b', 'sdiff a .env'],
  },
  {
    names: 'cmp',
    options: `-b,--print-bytes -i,--ignore-initial:text -l,--verbose -n,--bytes:number -s,--quiet,--silent -v ${help}`,
    operands: 'read read? number*',
    allow: ['cmp a b', 'cmp -s a b'],
    notAllow: ['cmp a id_rsa'],
  },
  {
    names: 'xxd',
    style: 'words',
    options: '-a -b -c:number -C -d -e -E -g:number -h -i -l:text -n:text -o:text -p -ps -s:text -u -v',
    operands: 'read?',
    leading: true,
    allow: ['xxd f', 'xxd -l 64 f', 'xxd -p f', 'xxd -s 16 -l 32 f'],
    notAllow: ['xxd f out', 'xxd -r f out', 'xxd f -p', 'xxd f -c 8'],
  },
  {
    names: 'hexdump hd',
    options:
      '-bcCdovx -e:text -n:text -s:text -L?text -h,--help -V,--version --one-byte-octal --canonical --length:text --skip:text',
    operands: 'read*',
    allow: ['hexdump -C f', 'hexdump -n 32 -C f'],
    notAllow: ['hexdump -f fmt f'],
  },
  {
    names: 'strings',
    options: `-adfwo -s,--output-separator:read -n,--bytes:number -t,--radix:text -e,--encoding:text --all --data --print-file-name --include-all-whitespace -U,--unicode:text !-T ${help}`,
    operands: 'read*',
    allow: ['strings f', 'strings -n 8 f'],
    argumentFiles: true,
    notAllow: [
      'strings .env',
      'strings @f',
      'strings @*',
      'strings @d/*',
      'strings "@$x"',
      'strings *',
      'strings -s -t .env',
    ],
  },
  {
    names: 'column',
    // Of some versions a word follows `-n`.
    options:
      '-txeJLd !-n -c,--output-width:number -s,--separator:text -o,--output-separator:text -N,--table-columns:text -R,--table-right:text -H,--table-hide:text -l,--table-columns-limit:number --table --json --tree:text --help --version',
    operands: 'read*',
    allow: ['column -t f', 'column -t -s, f'],
    notAllow: ['column --frob f', 'column -tn f', 'column -t -n -s .env'],
  },
  {
    names: 'iconv',
    options:
      '-c -s -l -f,--from-code:text -t,--to-code:text --list --silent --verbose -V,--version -h,--help !-o,--output:write',
    operands: 'read*',
    veto: namesCharsets,
    allow: ['iconv -f latin1 -t utf-8 f'],
    notAllow: ['iconv -f latin1 -o out f', 'iconv -f ./.env f', 'iconv -t sub/x f'],
  },
  {
    names: 'nm size',
    options: `-aABCdDgGnoprStuv -f,--format:text -l --demangle?text --dynamic --defined-only --extern-only --numeric-sort --print-size --size-sort --undefined-only --reverse-sort --common --totals -x ${help}`,
    operands: 'read*',
    allow: ['nm -D lib.so', 'size a.out', 'nm --version'],
    argumentFiles: true,
    notAllow: ['nm --plugin x f', 'nm @f', 'nm -D -- @f', 'size ?f', 'nm -f @f a'],
  },
  {
    names: 'addr2line',
    options: `-aifspCrR -b,--target:text -e,--exe:read -j,--section:text --addresses --inlines --functions --basenames --pretty-print --demangle?text --recurse-limit --no-recurse-limit -v ${help}`,
    operands: 'text*',
    argumentFiles: true,
    allow: ['addr2line -e f 0x10', 'addr2line -Cfe f 0x10 0x20', 'echo 0x10 | addr2line -e f'],
    notAllow: ['addr2line -e .env 0', 'addr2line @f', 'addr2line -e f -- @f', 'addr2line --frob'],
  },
  {
    names: 'c++filt',
    options: `-_, -ntpi -s,--format:text --strip-underscore --no-strip-underscore --no-params --types --no-verbose --recurse-limit --no-recurse-limit ${help}`,
    operands: 'text*',
    argumentFiles: true,
    allow: ['c++filt _Z1fv', 'nm f | c++filt', 'c++filt -t i'],
    notAllow: ['c++filt @f', 'c++filt "$X"', 'c++filt --frob'],
  },
  {
    names: 'objdump',
    options: `-afphxdDtTrRswzC --demangle?text -j,--section:text -M,--disassembler-options:text -m,--architecture:text --archive-headers --file-headers --private-headers --section-headers --headers --all-headers --disassemble?text --disassemble-all --disassemble-zeroes --syms --dynamic-syms --reloc --dynamic-reloc --full-contents --wide --no-show-raw-insn --start-address:text --stop-address:text !-S,--source !--source-comment?text !-l,--line-numbers !-g,--debugging !-e !-W?text !--dwarf?text !-P,--private:text !--plugin:text ${help}`,
    operands: 'read read*',
    argumentFiles: true,
    allow: [
      'objdump -d f',
      'objdump -t -C f',
      'objdump -Cd f',
      'objdump -x -j .text f',
      'objdump -s --section=.rodata f',
      'objdump --version',
    ],
    // Its debug data names the source files that these show.
    notAllow: [
      'objdump -S f',
      'objdump -dS f',
      'objdump -dl f',
      'objdump -CS f',
      'objdump --source f',
      'objdump -W f',
      'objdump @f',
      'objdump -d id_rsa',
    ],
  },
  {
    names: 'readelf',
    options: `-aehlSstgdDnruAIVWC -x,--hex-dump:text -p,--string-dump:text --all --file-header --program-headers --segments --section-headers --sections --section-groups --section-details --headers --symbols --syms --dyn-syms --notes --relocs --unwind --dynamic --version-info --arch-specific --histogram --wide !-w?text !--debug-dump?text ${help}`,
    operands: 'read read*',
    argumentFiles: true,
    allow: ['readelf -h f', 'readelf -d f', 'readelf -Ws f', 'readelf -p .comment f'],
    notAllow: ['readelf -w f', 'readelf --debug-dump=info f', 'readelf @f', 'readelf -h .env'],
  },
  {
    names: 'tee',
    options: `-aip --append --ignore-interrupts --output-error?text ${help}`,
    operands: 'write*',
    allow: ['ls | tee', 'ls | tee -a'],
    notAllow: ['ls | tee out', 'ls | tee -a ~/.bashrc'],
  },
];
