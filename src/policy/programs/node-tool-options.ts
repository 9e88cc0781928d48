import { type Carrying, usual } from './option-vetoes.ts';
import { each, words } from './words.ts';

/** Options of programs that read `--setupFiles`, `--setup-files` and a key behind a dot alike. */
function inAnyCase(names: string): RegExp {
  const spelled = words(names).map((name) => name.replace(/[A-Z]/g, (letter) => `-?${letter}`));
  return new RegExp(`^--?(${spelled.join('|')})(?=[.=]|$)`, 'i');
}

/** The name of an installed package, which is no path. */
const installed = /^(@[\w-]+\/)?\w[\w-]*$/;
const modules = '[cm]?[jt]s|json|ya?ml';

const eslint: Carrying = {
  long: words('--rulesdir --resolve-plugins-relative-to --init'),
  unlessPlain: [
    {
      options: ['-c', '--config'],
      plain: usual(`eslint\\.config\\.(${modules})|\\.eslintrc(\\.(${modules}))?`),
    },
    { options: words('-f --format --parser --plugin'), plain: installed },
  ],
};

/** Options that carry or choose a program, of tools that node runs. */
export const nodeTools = (): Readonly<Record<string, Carrying>> => ({
  ...each('eslint eslint_d', eslint),
  stylelint: {
    long: ['--config-basedir'],
    unlessPlain: [
      {
        options: ['-c', '--config'],
        plain: usual(`stylelint\\.config\\.(${modules})|\\.stylelintrc(\\.(${modules}))?`),
      },
      { options: words('-f --formatter --custom-formatter --custom-syntax'), plain: installed },
    ],
  },
  prettier: {
    whole: /^--plugin-search-dir/,
    unlessPlain: [
      {
        options: ['--config'],
        plain: usual(`prettier\\.config\\.(${modules})|\\.prettierrc(\\.(${modules}|toml))?`),
      },
      { options: ['--plugin', '--parser'], plain: installed },
    ],
  },
  jest: {
    whole: inAnyCase(
      'rootDir roots projects globals globalSetup globalTeardown setupFiles setupFilesAfterEnv reporters transform haste ' +
        'moduleLoader moduleNameMapper modulePaths moduleDirectories runtime testResultsProcessor snapshotSerializers ' +
        'snapshotResolver watchPlugins filter testSequencer dependencyExtractor prettierPath',
    ),
    unlessPlain: [
      { options: ['-c', '--config'], plain: usual(`jest\\.config\\.(${modules})|package\\.json`) },
      {
        options: words(
          '--env --testEnvironment --test-environment --preset --resolver --runner --testRunner --test-runner',
        ),
        plain: installed,
      },
    ],
  },
  mocha: {
    short: 'rn',
    long: words(
      '--require --opts --package --file --import --loader --experimental-loader --node-option --compilers --env-file',
    ),
    whole: /^-(opts|package|file)/,
    unlessPlain: [
      { options: ['--config'], plain: usual(`\\.mocharc\\.(${modules}c?)`) },
      { options: words('-R --reporter -u --ui'), plain: installed },
    ],
  },
  vitest: {
    whole: inAnyCase(
      'globalSetup setupFiles execArgv workspace diff typecheck.checker coverage.customProviderModule ' +
        'poolOptions snapshotEnvironment browser.provider',
    ),
    unlessPlain: [
      { options: ['-c', '--config'], plain: usual(`(vitest|vite)\\.config\\.(${modules})`) },
      { options: ['-r', '--root'], plain: usual('\\.') },
      { options: words('--environment --reporter --reporters --pool --runner'), plain: installed },
    ],
  },
  ava: {
    long: ['--node-arguments'],
    unlessPlain: [{ options: ['--config'], plain: usual('ava\\.config\\.[cm]?js') }],
  },
  cypress: {
    short: 'P',
    long: ['--project'],
    unlessPlain: [
      { options: ['-C', '--config-file'], plain: usual(`cypress\\.config\\.(${modules})|cypress\\.json`) },
      { options: ['-b', '--browser'], plain: installed },
    ],
  },
  playwright: {
    long: ['--tsconfig'],
    unlessPlain: [
      { options: ['-c', '--config'], plain: usual(`playwright\\.config\\.(${modules})`) },
      { options: ['--reporter'], plain: installed },
    ],
  },
  webpack: {
    short: 'e',
    long: words('--extends --require --plugin --resolve-loader-alias'),
    unlessPlain: [{ options: ['-c', '--config'], plain: usual(`webpack\\.config\\.(${modules})`) }],
  },
  vite: { unlessPlain: [{ options: ['-c', '--config'], plain: usual(`vite\\.config\\.(${modules})`) }] },
  rollup: {
    unlessPlain: [
      { options: ['-c', '--config'], plain: usual(`rollup\\.config\\.(${modules})`) },
      { options: words('-p --plugin --configPlugin'), plain: installed },
    ],
  },
  babel: {
    long: ['--root'],
    unlessPlain: [
      {
        options: ['--config-file'],
        plain: usual(`babel\\.config\\.(${modules})|\\.babelrc(\\.(${modules}))?`),
      },
      { options: ['--plugins', '--presets'], plain: installed },
    ],
  },
  gulp: {
    short: 'r',
    long: words('--require --preload --cwd'),
    unlessPlain: [{ options: ['-f', '--gulpfile'], plain: usual(`gulpfile\\.(${modules})`) }],
  },
  grunt: {
    long: words('--base --tasks --require --npm'),
    unlessPlain: [{ options: ['--gruntfile'], plain: usual('Gruntfile\\.(js|coffee)') }],
  },
});
