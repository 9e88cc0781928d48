import type { FileForm } from './file-form.ts';
import { each, words } from './words.ts';

/** Serves what an option names, or else the folder where it runs. */
const byOption = (...options: readonly string[]): FileForm => ({ options, otherwise: ['.'] });
/** Serves its operands, or else the folder where it runs. */
const byOperand = (valued: string, parts: FileForm = {}): FileForm => ({
  operandsFrom: 0,
  valued: words(valued),
  otherwise: ['.'],
  ...parts,
});
const sends = (under: RegExp): FileForm => ({ under, operandsFrom: 1 });

/** What programs show to whoever connects, or send to somebody: folders and files of this machine. */
export const servedForms: Readonly<Record<string, readonly FileForm[]>> = {
  python: [
    {
      under: /^(?:http\.server|SimpleHTTPServer|RangeHTTPServer|uploadserver|pyftpdlib)$/,
      options: words('-d --directory'),
      otherwise: ['.'],
    },
  ],
  httpd: [
    { given: /^-[a-z]*h/, options: ['-h'] },
    { given: /^-[a-z]*[fp]/, unless: /^-[a-z]*h/, otherwise: ['.'] },
  ],
  php: [{ given: /^-S/, options: ['-t', '--docroot'], otherwise: ['.'] }],
  serve: [byOperand('-l --listen -p -c --config --ssl-cert --ssl-key --ssl-pass')],
  ...each('http-server live-server sirv', [
    byOperand('-a -p -d -c -P -U -t --port --host --cors --proxy --ignore --watch -H -C -K --cert --key'),
  ]),
  ws: [byOption('-d', '--directory')],
  'browser-sync': [{ under: /^start$/, options: words('-s --server --serveStatic') }],
  ...each('darkhttpd miniserve simple-http-server dufs', [
    byOperand('-p -i -a -b -m -c --port --addr --interfaces --auth --bind --path-prefix'),
  ]),
  webfsd: [byOption('-r')],
  caddy: [{ under: /^file-server$/, ...byOption('-r', '--root') }],
  ...each('twistd twist', [{ under: /^(?:web|ftp)$/, options: words('--path --root -r') }]),
  rclone: [{ under: /^serve$/, operandsFrom: 2 }],
  ...each('wormhole croc', [sends(/^send$/)]),
  tailscale: [{ under: /^file$/, given: /^cp$/, operandsFrom: 2, operandsTo: -1 }],
};

/** What may stand before a response file where it is passed on. */
const response = /^(?:-W[la],|-J|-i|-x|--?[\w-]+=)?@(.+)$/s;

/** Programs that read further words from a file, and tell what they do not understand of it: `gcc @FILE`. */
export const responseForms: Readonly<Record<string, readonly FileForm[]>> = each(
  'gcc g++ cc c++ c89 c99 clang clang++ clang-cl cl gfortran gnat nvcc icc icx ifort dpcpp emcc em++ cpp as ld ld.gold ld.bfd ld.lld lld lld-link gold mold link lib ar ranlib nm objcopy objdump strip ' +
    'java javac javadoc jar jlink jpackage kotlinc kotlin scalac groovyc rustc rustdoc swiftc swift ghc csc vbc fsc dotnet msbuild mcs dmd ldc2 gdc valac protoc flatc ' +
    '7z 7za 7zz rar pytest mypy moc rcc uic',
  [
    { operandsFrom: 0, operand: response },
    { options: ['-i', '-x', '-Wl', '-Xlinker'], value: response },
  ],
);
