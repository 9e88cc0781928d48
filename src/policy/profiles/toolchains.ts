import type { Profile } from './profile.ts';

/** Files by which a project chooses the toolchain that runs. */
const toolchainFiles = 'rust-toolchain rust-toolchain.toml';

/** Toolchains that `go` runs in its place where a `go.mod` names one that is newer. https://go.dev/doc/toolchain */
const otherGo = /^go\d/;

/** The toolchains of Rust and Go: what they are, and how files are formatted. Nothing of a project is built. */
export const toolchains = (): readonly Profile[] => [
  {
    names: 'cargo',
    forms: '--version|-V|-vV|--help|-h|--list|help',
    // Whereby it tells of the machine.
    starts: 'getconf lsb_release uname sw_vers',
    unlessFiles: toolchainFiles,
    allow: ['cargo --version', 'cargo -vV', 'cargo --help', 'cargo help', 'cargo --list'],
    // By name help is a page of the manual, and of an alias what it runs.
    notAllow: [
      'cargo build',
      'cargo +nightly --version',
      'cargo --help x',
      'cargo help build',
      'cargo --list x',
    ],
  },
  {
    names: 'rustc',
    forms:
      '--version|-V|-vV|--help|--print sysroot|--print target-libdir|--print target-list|--print cfg|--print host-tuple',
    // Whereby it tells of the machine.
    starts: 'getconf lsb_release uname sw_vers',
    unlessFiles: toolchainFiles,
    allow: ['rustc -vV', 'rustc --help', 'rustc --print sysroot', 'rustc --print target-list'],
    notAllow: ['rustc x.rs', 'rustc --print cfg x.rs', 'rustc --print target-list=x', 'rustc "--print cfg"'],
  },
  {
    names: 'rustup',
    forms: '--version|-V|-vV|toolchain list|toolchain list -v',
    // Whereby it tells of the machine.
    starts: 'getconf lsb_release uname sw_vers',
    unlessFiles: toolchainFiles,
    allow: ['rustup --version', 'rustup toolchain list'],
    notAllow: ['rustup update', 'rustup toolchain install x', 'rustup toolchain list x', 'rustup show'],
  },
  {
    names: 'rustfmt rustdoc',
    forms: '--version|-V|-vV',
    starts: 'getconf lsb_release uname sw_vers',
    unlessFiles: toolchainFiles,
    allow: ['rustfmt --version', 'rustdoc -V'],
    notAllow: ['rustfmt x.rs', 'rustfmt toolchain list'],
  },
  {
    names: 'go',
    startsNamed: otherGo,
    forms: 'version',
    allow: ['go version'],
    notAllow: ['go env -w A=b', 'go build', 'go test ./...', 'go list ./...'],
  },
  {
    names: 'go: help',
    startsNamed: otherGo,
    style: 'exact',
    operands: 'text*',
    allow: ['go help', 'go help build', 'go help mod tidy'],
    notAllow: ['go help > f', 'go -C sub help', 'go doc fmt'],
  },
  {
    names: 'gofmt',
    style: 'exact',
    leading: true,
    // What older versions compare with.
    starts: 'diff',
    options: '-l -d -s -e',
    operands: 'tree*',
    // It reads through links below a folder, and says at which word it stops.
    follows: () => true,
    skips: () => (name) => name.startsWith('.') || !name.endsWith('.go'),
    allow: ['gofmt -l .', 'gofmt -d main.ts', 'gofmt -s -l src', 'gofmt < f', 'test -z "$(gofmt -l .)"'],
    notAllow: [
      'gofmt -w .',
      'gofmt -l -w .',
      'gofmt --w .',
      'gofmt -w=true .',
      'gofmt -cpuprofile f .',
      'gofmt -cpuprofile=f .',
      "gofmt -r 'a -> b' -w f",
      'gofmt .env',
      'gofmt -l $X',
    ],
  },
  {
    names: 'go: env',
    style: 'exact',
    // What it says of cgo it asks the compilers, which start what assembles and links.
    starts: 'gcc g++ clang clang++ cc c++ gfortran as ld',
    startsNamed: otherGo,
    options: '-json -changed',
    operands: 'text*',
    allow: ['go env', 'go env GOPATH GOROOT', 'go env -json'],
    notAllow: ['go env -w A=b', 'go env -u A'],
  },
];
