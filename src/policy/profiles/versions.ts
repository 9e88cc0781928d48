import type { Arg } from '../shell/arg.ts';
import { readForms, without } from './conditions.ts';
import { filesOfNode } from './node-expressions.ts';
import { nodeManifest } from './node-manifests.ts';
import { type Profile, plainReading, type Reading } from './profile.ts';

const nodeTells = '--version|-v|--help|-h|--v8-options';

/** What node tells of itself, and of files of JSON. */
function readNode(args: readonly Arg[]): Reading | string {
  const files = filesOfNode(args);
  return files === null ? readForms(nodeTells, args) : plainReading(files);
}

/** Languages, builders and clients that tell which version they are, or how they are called, and else run what they are given. */
export const versions = (): readonly Profile[] => [
  {
    names: 'node nodejs',
    read: readNode,
    looksFor: nodeManifest,
    allow: ['node --version', 'node -v', 'node --help', 'node --v8-options | grep stack', 'node -p 1'],
    notAllow: ['node -v x', 'node --help x', 'node ok.js', 'node', 'node -p id'],
  },
  {
    names: 'make gmake',
    forms: '--version|-v|--help',
    allow: ['make --version', 'make -v', 'make --help'],
    notAllow: ['make', 'make -v x', 'make --help x', 'make -h x', 'make -vf x'],
  },
  {
    names: 'cmake ctest',
    forms: '--version|--help',
    allow: ['cmake --version', 'cmake --help', 'ctest --version'],
    notAllow: ['cmake --help-full x', 'cmake .', 'ctest', 'ctest --version x'],
  },
  {
    names: 'as ld strip vim less',
    forms: '--version',
    allow: ['as --version', 'ld --version', 'strip --version', 'vim --version', 'less --version'],
    // Behind `-v` an assembler goes on to write a.out.
    notAllow: [
      'as',
      'as -v',
      'ld --version f.o',
      'ld --version @f',
      'strip f',
      'vim --version -c !id',
      'less f',
    ],
  },
  {
    names: 'gcc g++',
    forms:
      '--version|--help|-v|-dumpversion|-dumpfullversion|-dumpmachine|-print-search-dirs|-print-multiarch|-print-sysroot|-print-libgcc-file-name',
    allow: ['gcc --version', 'gcc -v', 'gcc -dumpversion', 'g++ -dumpmachine', 'gcc -print-search-dirs'],
    notAllow: ['gcc -v f.c', 'gcc -v --help', 'gcc -dumpversion f.c', 'gcc -dumpspecs', 'gcc @-dumpversion'],
  },
  {
    names: 'cc c++ clang clang++',
    forms: '--version|-v|-dumpversion|-dumpmachine|-print-search-dirs|-print-resource-dir',
    allow: ['cc --version', 'clang -v', 'cc -dumpmachine', 'clang++ -print-resource-dir'],
    notAllow: ['cc -v f.c', 'cc -E -', 'clang -v -x c -', 'clang --config=f -v', 'cc @f'],
  },
  {
    names: 'ldconfig',
    forms: '-p|--print-cache|-V|--version',
    allow: ['ldconfig -p', 'ldconfig -p | grep ssl', 'ldconfig --version'],
    notAllow: ['ldconfig', 'ldconfig -v', 'ldconfig -p -C f', 'ldconfig -n .'],
  },
  {
    names: 'hyperfine',
    forms: '--version|-V|--help|-h',
    allow: ['hyperfine --version', 'hyperfine --help'],
    notAllow: ['hyperfine ls', 'hyperfine --help ls', 'hyperfine -V --prepare ls'],
  },
  {
    names:
      'aws bat delta scc cloc strace htop difft just patch split csplit protoc clang-format clang-tidy ninja bash zsh docker podman kubectl pandoc redis-server redis-cli mysql mariadb mongod ldd',
    forms: '--version',
    allow: ['zsh --version', 'aws --version', 'strace --version', 'patch --version'],
    // Of some `-V` is another option, behind which a shell goes on to read commands.
    notAllow: [
      'strace --version ls',
      'split --version f',
      'patch -V',
      'just',
      'docker ps',
      'docker compose version',
      'aws --version s3 ls',
      'AWS_CONFIG_FILE=f aws --version',
      'bat f',
      'cloc .',
      'docker --help',
      'echo ls | zsh -V',
      'bash -V',
      'redis-server -V',
    ],
  },
  {
    names: 'gdb',
    forms: '--version',
    // By which it learns of sets of characters.
    starts: 'iconv',
    allow: ['gdb --version'],
    notAllow: ['gdb --version f', 'gdb -v -ex !id', 'gdb f'],
  },
  {
    names: 'gh',
    forms: '--version|version',
    starts: 'infocmp',
    allow: ['gh --version', 'gh version'],
    notAllow: ['gh pr list', 'gh version x', 'gh api x', 'gh --version x'],
  },
  {
    names: 'tsc',
    forms: '--version|-v|--help|-h|--all|--help --all',
    starts: 'node',
    allow: ['tsc --version', 'tsc -v', 'tsc --help', 'tsc --all'],
    notAllow: ['tsc', 'tsc -v x', 'tsc --noEmit', 'tsc --help --init', 'tsc --init', 'tsc --showConfig'],
  },
  {
    names: 'ruby',
    forms: '--version|-v',
    allow: ['ruby -v'],
    notAllow: ['ruby -v x.rb', 'ruby -ve x'],
  },
  {
    names: 'php',
    forms: '--version|-v|-m|--ini',
    allow: ['php -v', 'php --version', 'php -m | grep curl', 'php --ini'],
    notAllow: ['php -m x', 'php -i', 'php -r x', 'php -v -r x'],
  },
  {
    names: 'kubectl: version',
    style: 'exact',
    options: '--client -o:text --output:text',
    veto: without('--client', 'it asks the cluster'),
    allow: ['kubectl version --client', 'kubectl version --client -o json'],
    // Google's build asks the cluster for its version before it shows what is configured, too.
    notAllow: [
      'kubectl version',
      'kubectl version --client --kubeconfig f',
      'kubectl get pods',
      'kubectl config view',
      'kubectl config current-context',
      'kubectl config get-contexts -o name',
    ],
  },
  {
    names: 'curl',
    forms: '--version|-V|--help|-h|--help all|-h all|--help category|-h category',
    allow: ['curl --version', 'curl --help', 'curl --help all | grep -i proxy', 'curl -h category'],
    notAllow: [
      'curl --help all x',
      'curl -h x',
      'curl all',
      'curl --version -o f x',
      'CURL_HOME=. curl --help all',
      'curl --help all -K f',
    ],
  },
  {
    names: 'bun',
    forms: '--version|-v|--revision',
    allow: ['bun --version', 'bun -v', 'bun --revision'],
    notAllow: [
      'bun',
      'bun x.ts',
      'bun --revision x.ts',
      'bun --revision --preload ./x.ts',
      'BUN_OPTIONS=--preload=./x.ts bun --revision',
    ],
  },
  {
    names: 'fish',
    forms: '--version|-v',
    allow: ['fish --version', 'fish -v'],
    notAllow: [
      'fish',
      'fish x.fish',
      'fish -c id',
      'fish -C id --version',
      'fish --version x',
      'FISH_DEBUG_OUTPUT=o fish --version',
    ],
  },
  {
    names: 'gpg gpgv gpgconf',
    forms: '--version',
    allow: ['gpg --version', 'gpgconf --version'],
    notAllow: [
      'gpg',
      'gpg -k',
      'gpg --version --list-keys',
      'gpg --options f --version',
      'gpg --homedir . --version',
      'gpgconf --list-dirs',
      'gpgconf --kill gpg-agent',
      'GNUPGHOME=. gpg --version',
    ],
  },
  {
    names: 'python python3 wget',
    forms: '--version|-V|-VV|--help',
    allow: ['python3 --version', 'python3 -V', 'python3 -VV', 'python3 --help', 'wget --version'],
    notAllow: ['python3 --version x.py', 'python3 -VV x.py', 'python3 --help x.py', 'python3 x.py'],
  },
  {
    names: 'python2 pypy3 deno psql ssh rsync uv ruff',
    forms: '--version|-V',
    allow: ['deno --version', 'ssh -V', 'uv --version'],
    notAllow: ['ssh host', 'ssh --help', 'uv version', 'uv run x', 'ruff check .', 'ruff --version x'],
  },
  {
    names: 'ruff: rule|version',
    style: 'exact',
    options: '--all --output-format:text',
    operands: 'text?',
    allow: ['ruff rule E501', 'ruff rule --all', 'ruff version'],
    notAllow: [
      'ruff check',
      'ruff format x',
      'ruff rule E501 --config f',
      'ruff --config f rule E501',
      'ruff config',
    ],
  },
  {
    names: 'tmux',
    forms: '-V',
    allow: ['tmux -V'],
    notAllow: ['tmux', 'tmux ls', 'tmux -V new', 'tmux -f x -V'],
  },
  {
    names: 'nginx',
    forms: '-v|-V|--version',
    allow: ['nginx -v', 'nginx -V 2>&1 | tr " " "\\n" | head'],
    notAllow: ['nginx', 'nginx -t', 'nginx -v -c f', 'nginx -s stop'],
  },
  {
    names: 'httpd apache2',
    forms: '-v',
    // With -V it reads its configuration.
    allow: ['httpd -v'],
    notAllow: ['httpd -V', 'httpd -v -f f', 'apache2 -k start'],
  },
  {
    names: 'terraform helm',
    forms: '--version|-version|-v|version|version --short',
    allow: ['terraform version', 'terraform -version', 'terraform --version', 'helm version --short'],
    notAllow: [
      'terraform version -json > f',
      'terraform plan',
      'terraform -chdir=sub version',
      'helm version -x',
    ],
  },
  {
    names: 'mvn',
    forms: '-v|--version',
    // By which it starts Java, and what tells it where.
    starts: 'java uname dirname ls expr which readlink tr xargs',
    // Options of Java, extensions and agents among them, are named there.
    unlessFiles: '.mvn',
    allow: ['mvn -v', 'mvn --version | head -1'],
    notAllow: [
      'mvn test',
      'mvn -v -f f',
      'mvn -version',
      'MAVEN_OPTS=-javaagent:x mvn -v',
      'JAVA_HOME=. mvn -v',
    ],
  },
  {
    names: 'dotnet',
    forms: '--version|--list-sdks|--list-runtimes',
    // It may name a folder of the project to look for a toolchain in.
    unlessFiles: 'global.json',
    allow: ['dotnet --version', 'dotnet --list-sdks'],
    notAllow: ['dotnet build', 'dotnet --version x.dll', 'dotnet x.dll', 'DOTNET_ROOT=. dotnet --version'],
  },
  {
    names: 'java javac ffmpeg ffprobe sqlite3',
    forms: '-version|--version',
    allow: ['java -version', 'ffmpeg -version'],
    notAllow: ['java version', 'java -jar x.jar', 'sqlite3 x.db'],
  },
];
