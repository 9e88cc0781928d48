import { documents } from './document-tool-options.ts';
import { nodeTools } from './node-tool-options.ts';
import { type Carrying, unlessUsual } from './option-vetoes.ts';
import { services } from './service-options.ts';
import { each, words } from './words.ts';

const byPython = (): Readonly<Record<string, Carrying>> => ({
  pylint: {
    long: words(
      '--load-plugins --init-hook --evaluation --extension-pkg-allow-list --extension-pkg-whitelist --unsafe-load-any-extension',
    ),
    unlessPlain: [
      unlessUsual('\\.?pylintrc(\\.toml)?|pyproject\\.toml|setup\\.cfg|tox\\.ini', ['--rcfile']),
      { options: ['-f', '--output-format'], plain: /^[\w-]+(:[\w./-]+)?(,[\w-]+(:[\w./-]+)?)*$/ },
    ],
  },
  mypy: {
    long: ['--python-executable', '--install-types'],
    unlessPlain: [unlessUsual('\\.?mypy\\.ini|pyproject\\.toml|setup\\.cfg', ['--config-file'])],
  },
  pyright: { short: 'v', long: ['--pythonpath', '--venvpath'] },
  flake8: {
    unlessPlain: [unlessUsual('\\.flake8|setup\\.cfg|tox\\.ini', ['--config', '--append-config'])],
  },
  nox: { unlessPlain: [unlessUsual('noxfile\\.py', ['-f', '--noxfile'])] },
  tox: {
    short: 'cx',
    long: words('--conf --override --root --discover'),
    whole: /^(exec|e)$/,
  },
  coverage: { long: ['--rcfile'], whole: /^run$/ },
  'sphinx-build': { short: 'cD' },
  mkdocs: { unlessPlain: [unlessUsual('mkdocs\\.ya?ml', ['-f', '--config-file'])] },
  'pre-commit': {
    whole: /^(try-repo|hook-impl)$/,
    unlessPlain: [unlessUsual('\\.pre-commit-config\\.ya?ml')],
  },
});

/** Commands of the console of sbt that are code, start a program, or load what lies elsewhere. */
const sbtCommands =
  /(^|[;~+^\s])([<!]|(eval|set|apply|alias|console\w*|new|onFailure|addPluginSbtFile)\b|project\s+\{)/;

const builders = (): Readonly<Record<string, Carrying>> => ({
  sbt: {
    whole: new RegExp(
      `^-D(?!sbt\\.(color|ci|supershell|log\\.\\w+|progress)=)|^-J|^--?(sbt-|java-home|addPluginSbtFile|jvm-|dsbt)|^@|${sbtCommands.source}`,
    ),
  },
  act: {
    short: 'CP',
    long: words(
      '--directory --platform --container-options --container-daemon-socket --container-cap-add --privileged ' +
        '--action-cache-path --local-repository --bind',
    ),
    whole: /^--env-file/,
    unlessPlain: [unlessUsual('\\.github/workflows(/[\\w.-]+)?/?', ['-W', '--workflows'])],
  },
  rspec: { short: 'rIO', long: words('--require --options') },
  rubocop: {
    short: 'r',
    long: ['--require', '--plugin'],
    unlessPlain: [unlessUsual('\\.rubocop\\.yml')],
  },
  rake: {
    short: 'rRIepE',
    long: words('--require --rakelibdir --libdir --execute --execute-print --execute-continue'),
    unlessPlain: [unlessUsual('Rakefile', ['-f', '--rakefile'])],
  },
  phpunit: {
    long: words('--loader --printer --extension --include-path --prepend'),
    unlessPlain: [
      unlessUsual('phpunit(\\.dist)?\\.xml(\\.dist)?', ['-c', '--configuration']),
      unlessUsual('(vendor/autoload|tests?/bootstrap)\\.php', ['--bootstrap']),
    ],
  },
  composer: { short: 'd', long: ['--working-dir'], whole: /^(exec|config)$/ },
  'golangci-lint': {
    unlessPlain: [unlessUsual('\\.golangci\\.(ya?ml|toml|json)')],
    whole: /^custom$/,
  },
  ...each('lerna nx opam', { whole: /^exec$/ }),
  mix: { short: 'er', long: words('--eval --rpc-eval --require'), whole: /^(eval|cmd)$/ },
  dotnet: { whole: /^(exec|fsi|script)$/ },
  kubectl: { long: words('--kubeconfig --helm-command --enable-exec') },
  helm: {
    long: words('--post-renderer --post-renderer-args --kubeconfig'),
    sub: { names: /^plugin$/ },
  },
  ...each('terraform tofu', { whole: /^--?(plugin-dir|from-module)(=|$)/ }),
  bazel: {
    whole:
      /^--(run_under|workspace_status_command|bazelrc|output_base|output_user_root|host_jvm_args|override_repository|server_javabase)/,
  },
  ant: { whole: /^-(f|file|buildfile|lib|listener|logger|inputhandler|main|propertyfile)$/ },
  meson: { long: words('--cross-file --native-file --wrapper --wrap --gdb-path') },
  scons: { short: 'fC', long: words('--file --makefile --sconstruct --site-dir --directory') },
  cabal: { short: 'w', long: words('--project-file --config-file'), whole: /^(--with-|exec$)/ },
  stack: { long: ['--stack-yaml'], whole: /^(--with-|exec$|runghc$|runhaskell$|script$|ghci$|repl$|eval$)/ },
  ghc: { whole: /^-(pgm|F$|fplugin|package-db)/ },
  dune: { whole: /^(exec|utop|top)$/, long: ['--root', '--workspace'] },
  nim: { whole: /^--?(r|run|eval|[\w.]*(exe|linkerexe|path))([:=]|$)|^(e|r|secret)$/ },
  zig: { whole: /^--?(build-file|build-runner|zig-lib-dir|test-cmd)/ },
  tcc: { whole: /^-(run|B)/ },
  dmd: { whole: /^-(run|conf=)/ },
  haxe: { whole: /^--?(cmd|macro|run|interp)$/ },
  kotlinc: { whole: /^-(script|e|expression|Xplugin|P)/ },
  ld: { whole: /^(--?plugin|@)/ },
});

/** What is no name and no plain replacement in them, to programs that rename by code of Perl. */
const perlCode =
  /^(?!(?!(?:exec|system|eval|do|require)$)[\w./=-]*$|(?:s|y|tr)\/(?:[^/`@$({\\]|\\.|\((?!\?)|\$(?=[/)|]))+\/(?:[^/`@${\\]|\\.|\$\d)*\/[gimsxrcd]*$)/s;

/** A class of addresses of socat that are commands. */
const commandAddress = /(^|!!)(exec|system|shell):/i;

const others = (): Readonly<Record<string, Carrying>> => ({
  ...each('nc netcat', { short: 'ec' }),
  ncat: { short: 'ec', long: words('--exec --sh-exec --lua-exec') },
  socat: { whole: commandAddress },
  cloc: {
    long: words('--extract-with --config --read-lang-def --force-lang-def'),
    unlessPlain: [{ options: ['--vcs'], plain: /^(git|svn|auto)$/ }],
  },
  gpg: {
    long: words('--photo-viewer --exec-path --agent-program --dirmngr-program --keyboxd-program --options'),
  },
  openssl: { whole: /^-(engine|provider|provider-path|config)$|^engine$/ },
  'ssh-keygen': { short: 'Dw' },
  'ssh-add': { short: 'sS' },
  tshark: { short: 'X' },
  certbot: { whole: /^--\w[\w-]*-hook/ },
  restic: { short: 'o', long: ['--password-command', '--option'] },
  rclone: {
    long: words('--password-command --config --sftp-ssh --metadata-mapper --auth-proxy'),
    // A remote with its settings: `:sftp,ssh=./x:`.
    whole: /^:\w+,|^rcd?$/,
  },
  borg: { long: words('--rsh --remote-path') },
  gh: {
    whole: /^(alias|extension|ext|extensions)$/,
    sub: { names: /^(config|auth|codespace|cs)$/ },
  },
  aws: { sub: { names: /^configure$/ } },
  'redis-cli': { long: ['--eval'], whole: /^(config|module)$/i },
  mongosh: { long: ['--eval', '--file'], short: 'f', whole: /\.[cm]?js$/ },
  jekyll: { short: 'p', long: words('--plugins --config') },
  // Filters that load a library, scripts that stand for a film, and filters that are read from a file.
  ...each('ffmpeg ffplay ffprobe', {
    whole:
      /(?:^|[[\],;:=\s])(?:frei0r(?:_src)?|ladspa)(?:@\w+)?=|\.(?:vpy|avs)$|^vapoursynth$|^-(?:filter(?:_complex)?_script|\/)/i,
  }),
  mpv: { long: words('--script --scripts --input-conf --config-dir --include'), whole: /^--scripts-/ },
  kustomize: { long: words('--enable-exec --enable-alpha-plugins --helm-command') },
  prove: { short: 'eI', long: words('--exec --source --harness') },
  ...each('rename prename file-rename perl-rename', { whole: perlCode }),
  gvpr: { whole: /[({]/ },
  sk: { short: 'ci', long: words('--cmd --preview --bind') },
  mosh: { long: words('--ssh --client --server') },
  'ssh-copy-id': { short: 'oF' },
  sshfs: { whole: /\b(?:ssh_command|ProxyCommand|LocalCommand|sftp_server)=/i },
  'redis-server': { long: ['--loadmodule'] },
  'cargo-watch': { short: 'sx', long: words('--shell --exec --use-shell') },
});

/** Options that carry or choose a program, of the tools of developers by the language that they are for. */
export const developerTools = (): Readonly<Record<string, Carrying>> => ({
  ...nodeTools(),
  ...byPython(),
  ...documents(),
  ...services(),
  ...builders(),
  ...others(),
});
