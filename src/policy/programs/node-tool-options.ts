import { type Carrying, unlessUsual } from './option-vetoes.ts';
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
    unlessUsual(`eslint\\.config\\.(${modules})|\\.eslintrc(\\.(${modules}))?`),
    { options: words('-f --format --parser --plugin'), plain: installed },
  ],
};

/** Options that carry or choose a program, of tools that node runs. */
export const nodeTools = (): Readonly<Record<string, Carrying>> => ({
  ...each('eslint eslint_d', eslint),
  stylelint: {
    long: ['--config-basedir'],
    unlessPlain: [
      unlessUsual(`stylelint\\.config\\.(${modules})|\\.stylelintrc(\\.(${modules}))?`),
      { options: words('-f --formatter --custom-formatter --custom-syntax'), plain: installed },
    ],
  },
  prettier: {
    whole: /^--plugin-search-dir/,
    unlessPlain: [
      unlessUsual(`prettier\\.config\\.(${modules})|\\.prettierrc(\\.(${modules}|toml))?`, ['--config']),
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
      unlessUsual(`jest\\.config\\.(${modules})|package\\.json`),
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
      unlessUsual(`\\.mocharc\\.(${modules}c?)`, ['--config']),
      { options: words('-R --reporter -u --ui'), plain: installed },
    ],
  },
  vitest: {
    whole: inAnyCase(
      'globalSetup setupFiles execArgv workspace diff typecheck.checker coverage.customProviderModule ' +
        'poolOptions snapshotEnvironment browser.provider',
    ),
    unlessPlain: [
      unlessUsual(`(vitest|vite)\\.config\\.(${modules})`),
      unlessUsual('\\.', ['-r', '--root']),
      { options: words('--environment --reporter --reporters --pool --runner'), plain: installed },
    ],
  },
  ava: {
    long: ['--node-arguments'],
    unlessPlain: [unlessUsual('ava\\.config\\.[cm]?js', ['--config'])],
  },
  cypress: {
    short: 'P',
    long: ['--project'],
    unlessPlain: [
      unlessUsual(`cypress\\.config\\.(${modules})|cypress\\.json`, ['-C', '--config-file']),
      { options: ['-b', '--browser'], plain: installed },
    ],
  },
  playwright: {
    long: ['--tsconfig'],
    unlessPlain: [
      unlessUsual(`playwright\\.config\\.(${modules})`),
      { options: ['--reporter'], plain: installed },
    ],
  },
  webpack: {
    short: 'e',
    long: words('--extends --require --plugin --resolve-loader-alias'),
    unlessPlain: [unlessUsual(`webpack\\.config\\.(${modules})`)],
  },
  vite: { unlessPlain: [unlessUsual(`vite\\.config\\.(${modules})`)] },
  rollup: {
    unlessPlain: [
      unlessUsual(`rollup\\.config\\.(${modules})`),
      { options: words('-p --plugin --configPlugin'), plain: installed },
    ],
  },
  babel: {
    long: ['--root'],
    unlessPlain: [
      unlessUsual(`babel\\.config\\.(${modules})|\\.babelrc(\\.(${modules}))?`, ['--config-file']),
      { options: ['--plugins', '--presets'], plain: installed },
    ],
  },
  gulp: {
    short: 'r',
    long: words('--require --preload --cwd'),
    unlessPlain: [unlessUsual(`gulpfile\\.(${modules})`, ['-f', '--gulpfile'])],
  },
  grunt: {
    long: words('--base --tasks --require --npm'),
    unlessPlain: [unlessUsual('Gruntfile\\.(js|coffee)', ['--gruntfile'])],
  },
  typedoc: { long: ['--plugin'], unlessPlain: [unlessUsual('typedoc\\.(json|[cm]?js)', ['--options'])] },
  postcss: {
    short: 'u',
    long: words('--use --parser --stringifier --syntax'),
    unlessPlain: [unlessUsual(`postcss\\.config\\.(${modules})`, ['--config'])],
  },
  tailwindcss: {
    long: ['--postcss'],
    unlessPlain: [unlessUsual('tailwind\\.config\\.[cm]?[jt]s')],
  },
  lessc: { whole: /^--?(?:plugin|js)(?:=|$)/ },
  knip: { unlessPlain: [unlessUsual(`knip\\.(config\\.)?(${modules}c?)`)] },
  ...each('markdownlint markdownlint-cli2', {
    short: 'r',
    long: ['--rules'],
    unlessPlain: [unlessUsual('\\.markdownlint(-cli2)?\\.(jsonc?|ya?ml|cjs|mjs)')],
  }),
  'drizzle-kit': { unlessPlain: [unlessUsual('drizzle\\.config\\.[cm]?[jt]s', ['--config'])] },
  sequelize: { long: words('--config --options-path --migrations-path --seeders-path --models-path') },
});
