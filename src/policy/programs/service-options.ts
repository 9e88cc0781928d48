import { type Carrying, unlessUsual } from './option-vetoes.ts';
import { each, words } from './words.ts';

/** The name of an installed extension, which is no path. */
const installed = /^\w[\w-]*$/;

const ansible: Carrying = {
  short: 'M',
  long: words(
    '--module-path --vault-password-file --vault-id --ssh-common-args --ssh-extra-args --sftp-extra-args --scp-extra-args',
  ),
  unlessPlain: [
    // A list of hosts, or a file of a usual name; any other may be a program.
    {
      options: words('-i --inventory --inventory-file'),
      plain: /^([\w.-]+(,[\w.-]+)*,|(\.\/)?(inventory|inventories|hosts)(\/[\w-]+)*\/?(\.(ini|ya?ml))?)$/,
    },
    { options: words('-c --connection'), plain: /^(local|ssh|smart)$/ },
    { options: words('-e --extra-vars'), plain: /^(?!@)(?![\s\S]*(?:\{[{%]|ansible_))/ },
  ],
};

const asciidoctor: Carrying = {
  short: 'ITE',
  long: words('--load-path --template-dir --template-engine'),
  unlessPlain: [{ options: words('-r --require'), plain: installed }],
};

const cucumber: Carrying = {
  short: 'i',
  long: words('--import --loader --require-module'),
  unlessPlain: [
    unlessUsual('cucumber\\.([cm]?js|json|ya?ml)'),
    { options: words('-r --require'), plain: /^(\.\/)?features(\/[\w-]+)*(\/|\.rb|\.js)?$/ },
    { options: words('-f --format'), plain: /^[\w-]+(:[\w-][\w./-]*)?$/ },
  ],
};

/** What a recipe puts into a text for a shell, beside the options. */
const recipeText = /^(?!-)[\s\S]*[`$;&|<>\n]/;

/** Options that choose the code or the settings of programs that serve, deploy, test and draw. */
export const services = (): Readonly<Record<string, Carrying>> => ({
  gunicorn: {
    short: 'e',
    long: words('--chdir --pythonpath --paste --paster --logger-class --log-config --env'),
    whole: /^--log-config-json/,
    unlessPlain: [
      unlessUsual('gunicorn\\.conf\\.py'),
      {
        options: words('-k --worker-class'),
        plain: /^(sync|gthread|gevent|eventlet|tornado|uvicorn(\.workers|_worker)\.\w+)$/,
      },
    ],
  },
  uvicorn: { long: words('--app-dir --log-config --env-file') },
  hypercorn: { short: 'c', long: words('--config --log-config') },
  celery: { short: 'Ab', long: words('--app --broker --workdir --loader --config') },
  alembic: { unlessPlain: [unlessUsual('alembic\\.ini')] },
  locust: { unlessPlain: [unlessUsual('locustfile\\.py', ['-f', '--locustfile'])] },
  ansible: { ...ansible, short: 'amM', long: [...(ansible.long ?? []), ...words('--args --module-name')] },
  'ansible-playbook': ansible,
  cucumber,
  'cucumber-js': cucumber,
  blender: {
    short: 'P',
    long: words('--addons --app-template --enable-autoexec'),
    whole: /^(-y|--python.*|--env-system-.*)$/,
  },
  nmap: {
    // One dash or two, and shortened.
    whole: /^--?(?:scr(?!ipt(?:=|$))|dat|res|serviced|versiond|styles)/,
    unlessPlain: [
      {
        options: words('--script -script'),
        plain: /^(default|safe|discovery|version)(,(?:default|safe|discovery|version))*$/,
      },
    ],
  },
  just: {
    short: 'cdegE',
    long: words(
      '--command --working-directory --edit --global-justfile --dotenv-path --dotenv-filename --shell --shell-arg --chooser',
    ),
    whole: recipeText,
    unlessPlain: [unlessUsual('\\.?justfile|Justfile|JUSTFILE', ['-f', '--justfile'])],
  },
  asciidoctor,
  'asciidoctor-pdf': asciidoctor,
  svgo: { unlessPlain: [unlessUsual('svgo\\.config\\.[cm]?js', ['--config'])] },
  'lint-staged': {
    unlessPlain: [unlessUsual('lint-staged\\.config\\.[cm]?[jt]s|\\.lintstagedrc(\\.(json|ya?ml|[cm]?js))?')],
  },
  commitlint: {
    short: 'xp',
    long: words('--extends --parser-preset'),
    unlessPlain: [
      unlessUsual('commitlint\\.config\\.[cm]?[jt]s|\\.commitlintrc(\\.(json|ya?ml|[cm]?[jt]s))?', [
        '-g',
        '--config',
      ]),
      { options: words('-o --format'), plain: /^(@[\w-]+\/)?[\w-]+$/ },
    ],
  },
  // `tasks` is what they look for, along the folders above.
  ...each('invoke inv fab', {
    short: 'rf',
    long: words('--search-root --config'),
    unlessPlain: [{ options: words('-c --collection'), plain: /^tasks$/ }],
  }),
  doit: { short: 'd', long: ['--dir'], unlessPlain: [unlessUsual('dodo\\.py', ['-f', '--file'])] },
  ...each('robot rebot', {
    short: 'VPA',
    long: words(
      '--variablefile --pythonpath --listener --prerunmodifier --prerebotmodifier --parser --argumentfile',
    ),
  }),
  rails: { sub: { names: /^(runner|r|console|c)$/ } },
  flask: { short: 'Ae', long: words('--app --env-file'), sub: { names: /^shell$/ } },
  cdk: { short: 'ab', long: words('--app --build --plugin') },
  knex: { long: ['--cwd'], unlessPlain: [unlessUsual('knexfile\\.[cm]?[jt]s', ['--knexfile'])] },
});
