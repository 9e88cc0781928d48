import type { TextForm } from './form-texts.ts';
import { settingThatRuns, valueOfSettingThatRuns } from './git-settings.ts';
import { type StartsRow, starting } from './program-start.ts';
import type { RecipeForm } from './recipes.ts';
import { words } from './words.ts';

const make: readonly TextForm[] = [
  { options: ['-E', '--eval'] },
  { anywhere: true, value: /\$[({]shell\s+(.*)/s, until: ')}' },
  { anywhere: true, value: /^(?:SHELL|CC|CXX|CPP|LD|AR|RM|MAKE|INSTALL)\s*:?=(.*)$/s },
];
const makefile: RecipeForm = {
  kind: 'make',
  files: /(^|\/)(GNUm|[mM])akefile$|\.mk$/,
  options: ['-f', '--file', '--makefile'],
};
/** Options of a driver of compilers: what all that it starts is started with, its parts divided by commas, and what it loads. */
const compiler: readonly TextForm[] = [
  { options: ['-wrapper'], value: /^([^,]*)/s },
  { options: ['-wrapper'], value: /^(.*,.*)$/s, apart: ',' },
  { anywhere: true, value: /^-fplugin=(.*)$/s },
  { options: ['-load'] },
];
const code = (files: RegExp): RecipeForm => ({ kind: 'code', files });
const ofC = code(/\.(c|cc|cpp|cxx)$/);
const python = code(/(^|\/)(conftest|test_\w*|\w*_test|setup|noxfile|tasks|fabfile|dodo)\.py$/);

const filters = words('tree index msg env commit parent tag-name').map((name) => `--${name}-filter`);
/** Words of git that hold texts which a shell reads. */
const git: readonly TextForm[] = [
  {
    options: ['-c', '--config'],
    value: valueOfSettingThatRuns,
  },
  { options: ['-c', '--config'], value: /^alias\.[^=]+=(?!!)(.*)$/is, before: 'git ' },
  { behind: /^alias\./i, value: /^!(.*)$/s },
  { behind: /^alias\./i, under: /^config$/, value: /^(?!!)(.*)$/s, before: 'git ' },
  { behind: settingThatRuns, under: /^config$/, value: /^!?(.*)$/s },
  {
    options: [
      ...['--exec', '--extcmd', '--upload-pack', '--receive-pack', '--open-files-in-pager', '--setup'],
      ...['--access-hook', '--httpd', '--smtp-server', ...filters],
    ],
  },
  { anywhere: true, under: /^grep$/, value: /^-[A-Za-z]*O(.+)$/s },
  { options: ['-u'], under: /^clone$/ },
  { options: ['-x'], under: /^(rebase|difftool)$/ },
  { anywhere: true, value: /(?:^|=)ext::(.*)$/s },
  // An address that stands for another: `url.ext::sh.insteadOf=x`.
  { anywhere: true, value: /^(?:.*=)?url\.ext::(.*)\.(?:push)?insteadof(?:=.*)?$/is },
];

/** Compilers, builders and git, with what they run. */
export const buildStarts = (): readonly StartsRow[] => [
  starting('meson', { subs: [{ sub: /^devenv$/ }] }),
  starting('cmake', {
    subs: [{ sub: /^(env|time|chdir)$/, under: /^-E$/ }],
    texts: [
      {
        anywhere: true,
        value: /^-DCMAKE_(?:\w+_(?:COMPILER(?:_LAUNCHER)?|LINKER_LAUNCHER)|MAKE_PROGRAM)(?::\w+)?=(.*)$/s,
      },
    ],
    recipes: [{ kind: 'commands', files: /(^|\/)CMakeLists\.txt$|\.cmake$/ }],
  }),
  starting('ctest', { subs: [{ sub: /^--test-command$/ }], texts: [{ options: ['--build-makeprogram'] }] }),
  starting('just', {
    subs: [{ sub: /^(-c|--command)$/ }],
    texts: [{ options: ['--shell', '--chooser'] }],
    enters: words('-d --working-directory'),
    recipes: [{ kind: 'lines', files: /(^|\/)\.?[jJ]ustfile$/, options: ['-f', '--justfile'] }],
  }),
  starting('git', {
    subs: [{ sub: /^(foreach|run)$/, under: /^(submodule|bisect)$/ }],
    texts: git,
    enters: ['-C'],
    recipes: [{ kind: 'git', files: /(^|\/)(\.git\/config|\.gitconfig)$/ }],
  }),
  starting('cargo', {
    subs: [{ sub: /^watch$/ }],
    texts: [
      { options: ['--config'], value: /(?:wrapper|runner|linker|rustc|rustdoc)\s*=\s*["']?(.*?)["']?$/s },
      { options: ['-s', '--shell'], under: /^watch$/ },
    ],
    enters: ['-C'],
    recipes: [code(/\.rs$/)],
  }),
  starting('make gmake', { texts: make, enters: words('-C --directory'), recipes: [makefile] }),
  starting('bmake', { texts: make, recipes: [makefile] }),
  starting('gcc g++ cc c++ clang clang++', { texts: compiler, recipes: [ofC] }),
  starting('gfortran cpp', { texts: compiler }),
  starting('ld', { texts: [{ options: ['-plugin', '--plugin'] }] }),
  starting('rustc', {
    texts: [
      { options: ['-C', '--codegen'], value: /^linker=(.*)$/s },
      { options: ['-Z'], value: /^codegen-backend=(.*\/.*)$/s },
    ],
    recipes: [code(/\.rs$/)],
  }),
  starting('go', {
    texts: [
      { options: ['-exec', '-toolexec', '-vettool', '--exec', '--toolexec', '--vettool'] },
      { options: ['-ldflags', '--ldflags'], value: /(?:^|\s)-extld[=\s](\S+)/s },
    ],
    recipes: [code(/\.go$/)],
  }),
  starting('java javac', {
    texts: [{ anywhere: true, value: /^(?:-J)?-XX:On(?:OutOfMemory)?Error=(.*)$/s }],
    recipes: [code(/\.java$/)],
  }),
  starting('mvn', { texts: [{ anywhere: true, value: /^-Dexec\.executable=(.*)$/s }] }),
  starting('latex pdflatex xelatex lualatex', {
    texts: [{ anywhere: true, value: /\\write18\s*\{(.*)/s, until: '}' }],
  }),
  starting('ninja', {
    enters: ['-C'],
    recipes: [{ kind: 'lines', files: /(^|\/)build\.ninja$/, options: ['-f'] }],
  }),
  starting('pytest py.test invoke fab doit nox pip pip3', { recipes: [python] }),
  starting('scons', { recipes: [code(/(^|\/)SCons(truct|cript)$/)] }),
  starting('rake', {
    recipes: [{ kind: 'code', files: /(^|\/)Rakefile$|\.rake$/, options: ['-f', '--rakefile'] }],
  }),
  starting('gradle', { recipes: [code(/(^|\/)build\.gradle$/)] }),
  starting('tcc', { recipes: [ofC] }),
];
