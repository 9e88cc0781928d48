import type { TextForm } from './form-texts.ts';
import { each } from './words.ts';

const make: readonly TextForm[] = [
  { options: ['-E', '--eval'] },
  { anywhere: true, value: /\$[({]shell\s+(.*)/s, until: ')}' },
  { anywhere: true, value: /^(?:SHELL|CC|CXX|CPP|LD|AR|RM|MAKE|INSTALL)\s*:?=(.*)$/s },
];
/** Options of a driver of compilers: what all that it starts is started with, its parts divided by commas, and what it loads. */
const compiler: readonly TextForm[] = [
  { options: ['-wrapper'], value: /^([^,]*)/s },
  { options: ['-wrapper'], value: /^(.*,.*)$/s, apart: ',' },
  { anywhere: true, value: /^-fplugin=(.*)$/s },
  { options: ['-load'] },
];
const linked: readonly TextForm[] = [
  { options: ['-C', '--codegen'], value: /^linker=(.*)$/s },
  { options: ['-Z'], value: /^codegen-backend=(.*\/.*)$/s },
];
const failing: readonly TextForm[] = [
  { anywhere: true, value: /^(?:-J)?-XX:On(?:OutOfMemory)?Error=(.*)$/s },
];
const nodeScripts: readonly TextForm[] = [
  { options: ['-c', '--call', '--script-shell', '--editor', '--viewer', '--git', '--shell'] },
  { behind: /^(?:script-shell|editor|viewer|shell|git)$/, under: /^(?:config|c|set)$/ },
  {
    anywhere: true,
    under: /^(?:config|c|set)$/,
    value: /^(?:script-shell|editor|viewer|shell|git)=(.*)$/s,
  },
  { anywhere: true, under: /^pkg$/, value: /^scripts\.[^=]+=(.*)$/s },
  { behind: /^[\w:-]+$/, under: /^set-script$/ },
];

/** Of compilers, builders and their runners, which words hold texts that a shell reads. */
export const buildTexts: Readonly<Record<string, readonly TextForm[]>> = {
  ...each('make gmake bmake', make),
  ...each('gcc g++ cc c++ clang clang++ gfortran cpp', compiler),
  ld: [{ options: ['-plugin', '--plugin'] }],
  rustc: linked,
  cargo: [
    { options: ['--config'], value: /(?:wrapper|runner|linker|rustc|rustdoc)\s*=\s*["']?(.*?)["']?$/s },
    { options: ['-s', '--shell'], under: /^watch$/ },
  ],
  go: [
    { options: ['-exec', '-toolexec', '-vettool', '--exec', '--toolexec', '--vettool'] },
    { options: ['-ldflags', '--ldflags'], value: /(?:^|\s)-extld[=\s](\S+)/s },
  ],
  ...each('java javac', failing),
  mvn: [{ anywhere: true, value: /^-Dexec\.executable=(.*)$/s }],
  cmake: [
    {
      anywhere: true,
      value: /^-DCMAKE_(?:\w+_(?:COMPILER(?:_LAUNCHER)?|LINKER_LAUNCHER)|MAKE_PROGRAM)(?::\w+)?=(.*)$/s,
    },
  ],
  ctest: [{ options: ['--build-makeprogram'] }],
  just: [{ options: ['--shell', '--chooser'] }],
  ...each('npm npx pnpm', nodeScripts),
};
