import type { FileForm } from './file-form.ts';
import { doing, type FilesRow } from './program-file.ts';
import { setOf, words } from './words.ts';

/** Serves what an option names, or else the folder where it runs. */
const byOption = (...options: readonly string[]): FileForm => ({ options, otherwise: ['.'] });
/** Serves its operands, or else the folder where it runs. */
const byOperand = (valued: string): FileForm => ({
  operandsFrom: 0,
  valued: words(valued),
  otherwise: ['.'],
});

/** What programs show to whoever connects, or send to somebody: folders and files of this machine. */
export const servedFiles = (): readonly FilesRow[] => [
  doing('httpd', {
    reads: [
      { given: /^-[a-z]*h/, options: ['-h'] },
      { given: /^-[a-z]*[fp]/, unless: /^-[a-z]*h/, otherwise: ['.'] },
    ],
  }),
  doing('serve', { reads: [byOperand('-l --listen -p -c --config --ssl-cert --ssl-key --ssl-pass')] }),
  doing('http-server live-server sirv', {
    reads: [
      byOperand('-a -p -d -c -P -U -t --port --host --cors --proxy --ignore --watch -H -C -K --cert --key'),
    ],
  }),
  doing('ws', { reads: [byOption('-d', '--directory')] }),
  doing('browser-sync', { reads: [{ under: /^start$/, options: words('-s --server --serveStatic') }] }),
  doing('darkhttpd miniserve simple-http-server dufs', {
    reads: [byOperand('-p -i -a -b -m -c --port --addr --interfaces --auth --bind --path-prefix')],
  }),
  doing('webfsd', { reads: [byOption('-r')] }),
  doing('caddy', { reads: [{ under: /^file-server$/, ...byOption('-r', '--root') }] }),
  doing('twistd twist', { reads: [{ under: /^(?:web|ftp)$/, options: words('--path --root -r') }] }),
  doing('wormhole magic-wormhole croc', { reads: [{ under: /^send$/, operandsFrom: 1 }] }),
  doing('tailscale', { reads: [{ under: /^file$/, given: /^cp$/, operandsFrom: 2, operandsTo: -1 }] }),
];

/** What may stand before a response file where it is passed on. */
const response = /^(?:-W[la],|-J|-i|-x|--?[\w-]+=)?@(.+)$/s;

const takeResponses = setOf(
  'gcc g++ cc c++ c89 c99 clang clang++ clang-cl cl gfortran gnat nvcc icc icx ifort dpcpp emcc em++ cpp as ld ld.gold ld.bfd ld.lld lld lld-link gold mold link lib ar ranlib nm objcopy objdump strip ' +
    'java javac javadoc jar jlink jpackage kotlinc kotlin scalac groovyc rustc rustdoc swiftc swift ghc csc vbc fsc dotnet msbuild mcs dmd ldc2 gdc valac protoc flatc ' +
    '7z 7za 7zz rar pytest mypy moc rcc uic',
);

/** The forms of programs that read further words from a file, and tell what they do not understand of it: `gcc @FILE`. */
export function responseForms(base: string): readonly FileForm[] {
  if (!takeResponses.has(base)) return [];
  return [
    { operandsFrom: 0, operand: response },
    { options: ['-i', '-x', '-Wl', '-Xlinker'], value: response },
  ];
}
