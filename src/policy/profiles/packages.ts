import { textOf } from '../shell/arg.ts';
import { operandsUnlike } from './conditions.ts';
import { type Profile, type Reading, valuesGiven } from './profile.ts';

/** Settings of npm that hold neither a password nor a token; not where its cache is, since that is set for the call. */
const openSettings =
  /^(registry|prefix|userconfig|globalconfig|loglevel|engine-strict|save-exact|save-prefix|omit|include|legacy-peer-deps|strict-ssl|package-lock|ignore-scripts|fund|audit|tag|access|scope)$/;

const dpkgOptions =
  '-l --list -s --status -L --listfiles -S --search -W --show --get-selections --print-architecture --version';

function onlyShows({ options }: Reading): string | null {
  return options.size > 0 ? null : 'it does more than show';
}

/**
 * `rpm` that asks for what is installed: a package is fetched that an address names, and a list of them shown from a file. A path to
 * find the package of is a template: `%(id)` in it is run, also where it stands in the name of the cwd before a relative one.
 */
function onlyInstalled(reading: Reading): string | null {
  const { options, positionals } = reading;
  if (![...options.keys()].some((name) => /^-q|^--(query|version)/.test(name)))
    return 'it does more than query';
  if (valuesGiven(reading, '--qf', '--queryformat').some((format) => format?.includes('expand') !== false))
    return 'what a package says of itself may be run';
  const isEach = (form: RegExp) => positionals.every(({ arg }) => form.test(textOf(arg) ?? ''));
  if ([...options.keys()].some((name) => /^-q\w*f|^-f$/.test(name)))
    return isEach(/^\/[^%]*$/) ? null : 'a command may stand in the path of a file';
  return isEach(/^(?!.*\.rpm$)\w[\w.+*~^-]*$/i) ? null : 'what it names may be a file or an address';
}

/** Packages that `pkg-config` knows by their names, with a version to compare; one that ends in .pc is a file. */
function onlyKnown({ positionals }: Reading): string | null {
  const isKnown = (text: string) =>
    /^(?!.*\.pc\b)\w[\w+.-]*( *(<=?|>=?|!=|=) *[\w.+-]+)?$|^(<=?|>=?|!=|=)$/.test(text);
  return positionals.every(({ arg }) => isKnown(textOf(arg) ?? '')) ? null : 'what it names may be a file';
}

/** Files of a project that npm reads. */
const npmFiles = 'package.json package-lock.json npm-shrinkwrap.json .npmrc';

/** Package managers: what they have and which they are. Nothing of a project is run, no registry is asked. */
export const packages = (): readonly Profile[] => [
  {
    names: 'npm: ls|list|ll|la|root|prefix|pkg get|explain|why',
    style: 'wary',
    options:
      '-g --global --depth:number --all -a --json --long -l --parseable -p --prod --production --omit:text --include:text --link --unicode --package-lock-only --workspaces -ws -w:text --workspace:text',
    operands: 'text*',
    starts: 'node',
    looksFor: npmFiles,
    readsManifests: true,
    allow: [
      'npm ls',
      'npm ls --depth=0',
      'npm list -g --depth 0',
      'npm root -g',
      'npm pkg get scripts',
      'npm ls react',
      'npm explain react',
    ],
    notAllow: ['npm pkg set a=b', 'npm ls --script-shell=x', 'npm ls --prefix /x'],
  },
  {
    // With a name it opens a browser, which the project's settings choose.
    names: 'npm: fund',
    style: 'exact',
    options: '--json --no-browser',
    starts: 'node',
    looksFor: npmFiles,
    readsManifests: true,
    allow: ['npm fund', 'npm fund --json'],
    notAllow: ['npm fund x', 'npm fund --browser=x', 'npm fund --prefix /x', 'npm fund --which 1'],
  },
  {
    names: 'npm: config get',
    style: 'exact',
    operands: 'text text*',
    starts: 'node',
    looksFor: npmFiles,
    veto: operandsUnlike(openSettings, 'the setting may hold a secret'),
    allow: ['npm config get registry', 'npm config get prefix registry'],
    notAllow: [
      'npm config get',
      'npm config get //registry.example/:_authToken',
      'npm config get https-proxy',
      'npm config get cache',
      'npm config set a b',
      'npm config get registry --userconfig f',
    ],
  },
  {
    names: 'npm',
    // Of one command help is a page, which the project's settings may have a program of theirs show.
    forms: '--version|-v|run|run-script|--help|-h|help|version|version --json',
    starts: 'node',
    looksFor: npmFiles,
    allow: ['npm --version', 'npm -v', 'npm run', 'npm run-script', 'npm --help', 'npm help', 'npm version'],
    notAllow: [
      'npm version patch',
      'npm version --help x',
      'npm help install',
      'npm --help install',
      'npm install -h',
      'npm test',
      'npm run build',
      'npm run-script build',
      'npm install',
      'npm exec x',
      'npm',
    ],
  },
  {
    names: 'npx',
    forms: '--version|-v',
    starts: 'node',
    looksFor: npmFiles,
    allow: ['npx --version', 'npx -v'],
    notAllow: ['npx', 'npx cowsay', 'npx --version cowsay', 'npx -y cowsay --version'],
  },
  {
    names: 'pkg-config pkgconf',
    style: 'wary',
    // Of some systems the first is a script around the second.
    starts: 'pkgconf',
    options:
      '--version --help --modversion --exists --list-all --list-package-names --cflags --libs --cflags-only-I --cflags-only-other --libs-only-L --libs-only-l --libs-only-other --static --shared --variable:text --print-variables --print-provides --print-requires --print-requires-private --print-errors --silence-errors --short-errors --errors-to-stdout --atleast-version:text --exact-version:text --max-version:text',
    operands: 'text*',
    veto: onlyKnown,
    allow: [
      'pkg-config --modversion zlib',
      'pkg-config --exists "gtk+-3.0 >= 3.20" && echo yes',
      'pkg-config --cflags --libs zlib libpng',
      'pkg-config --list-all | grep ssl',
      'pkg-config --variable=prefix zlib',
    ],
    notAllow: [
      'pkg-config --cflags ./x.pc',
      'pkg-config --cflags x.pc',
      'pkg-config --cflags "x.pc >= 1"',
      'pkg-config --define-variable=prefix=/x zlib',
      'pkg-config --with-path=. --cflags x',
      'pkg-config --log-file=x --cflags zlib',
      'PKG_CONFIG_LOG=x pkg-config --cflags zlib',
      'PKG_CONFIG_PATH=. pkg-config --cflags zlib',
      'pkg-config --cflags "$X"',
    ],
  },
  {
    names: 'pip pip3: list|show|check|inspect',
    style: 'exact',
    starts: 'uname',
    options:
      '-e --editable -l --local --user --format:text --not-required --include-editable --exclude-editable --exclude:text -f --files -v --verbose -q --quiet --disable-pip-version-check --no-color',
    operands: 'text*',
    allow: ['pip list', 'pip3 show requests', 'pip list --format=json', 'pip check'],
    notAllow: ['pip install x', 'pip list -o', 'pip list --index-url x', 'pip --python x list'],
  },
  {
    names: 'pip pip3',
    forms: '--version|-V|--help|-h',
    allow: ['pip --version', 'pip --help'],
    notAllow: ['pip', 'pip download x', 'pip --help x', 'pip help install'],
  },
  {
    names: 'gem: list|which',
    style: 'exact',
    starts: 'ruby',
    options: '-l --local -a --all -d --details --no-versions -q --quiet',
    operands: 'text*',
    allow: ['gem list --local'],
    notAllow: ['gem install x', 'gem list --remote'],
  },
  {
    names: 'gem',
    forms: '--version|-v',
    starts: 'ruby',
    allow: ['gem --version'],
    // It tells the addresses of sources, in which passwords may stand.
    notAllow: ['gem env', 'gem build x'],
  },
  {
    names: 'dpkg',
    style: 'exact',
    starts: 'dpkg-query dpkg-deb',
    options: dpkgOptions,
    operands: 'text*',
    veto: onlyShows,
    allow: ['dpkg -l', 'dpkg -s bash', 'dpkg -L bash', 'dpkg --print-architecture'],
    // With -f it unpacks what a package says of itself.
    notAllow: ['dpkg -i x.deb', 'dpkg -r x', 'dpkg --configure -a', 'dpkg -f x.deb', 'dpkg -f x.deb -l a'],
  },
  {
    names: 'dpkg-query',
    style: 'exact',
    options: `${dpkgOptions} -f:text --showformat:text`,
    operands: 'text*',
    veto: onlyShows,
    allow: ["dpkg-query -W -f '%{Package}' bash"],
    notAllow: ['dpkg-query --admindir=x -l', 'dpkg-query bash'],
  },
  {
    names: 'apt: list|show|search|policy|depends|rdepends',
    style: 'exact',
    options: '--installed --upgradable --manual-installed -a --all-versions --names-only',
    operands: 'text*',
    allow: ['apt list --installed', 'apt show bash', 'apt policy bash'],
    notAllow: ['apt install x', 'apt -o x=y list', 'apt update'],
  },
  {
    names: 'apt-cache: policy|search|show|showpkg|depends|rdepends|madison|pkgnames|stats',
    style: 'exact',
    options: '-n --names-only -a --all-versions --installed',
    operands: 'text*',
    allow: ['apt-cache policy bash', 'apt-cache search foo'],
    notAllow: ['apt-cache -o x=y show bash', 'apt-cache gencaches'],
  },
  {
    names: 'rpm',
    style: 'exact',
    options: '-q -qa -qi -ql -qf --query -a --all -i --info -l --list --qf:text --queryformat:text --version',
    operands: 'text*',
    veto: onlyInstalled,
    allow: ['rpm -qa', 'rpm -qi bash', 'rpm -ql bash', 'rpm -qf /usr/bin/env', "rpm -qa 'python3*'"],
    notAllow: [
      'rpm -q https://example.com/x.rpm',
      'rpm -qi x.rpm',
      'rpm -ql sub/x',
      "rpm -qf '%(id)'",
      "rpm -qf 'sub/%{lua:x}'",
      "rpm -qf '/usr/%(id)'",
      'rpm -qf f',
      'rpm -qf *',
      "rpm -qa --qf '%{NAME:expand}'",
      'rpm -q --all x.rpm',
      'rpm -i x.rpm',
      'rpm -e x',
      'rpm --eval x',
      'rpm -qf --pipe x f',
      'rpm -qf --eval x',
    ],
  },
  {
    names: 'brew: list|info|deps|leaves|config|--prefix|--version|--cellar',
    style: 'exact',
    options: '--versions --formula --cask --json?text --tree --installed -1 -l',
    operands: 'text*',
    // Names of formulae and casks: a file, an address or a text of Ruby is loaded, and a tap is fetched.
    veto: operandsUnlike(/^\w[\w+-]*(@([\d.]+|[a-z-]+))?$/, 'what it names may be loaded'),
    allow: [
      'brew list',
      'brew list --versions',
      'brew --prefix',
      'brew info python@3.12 qt',
      'brew deps --tree x',
    ],
    notAllow: [
      'brew install x',
      'brew edit x',
      'brew info ./x.rb',
      'brew deps x.rb',
      'brew info a/b/x',
      'brew info https://example.com/x.rb',
      'brew info \'cask "x" do end\'',
    ],
  },
];
