/** A platform a release is built for, in npm's words. */
export interface TargetFacts {
  readonly os: 'linux' | 'darwin' | 'win32';
  readonly cpu: 'x64' | 'arm64';
  readonly libc?: 'glibc' | 'musl';
  /** Whether installing `agent-tools` brings it where it fits; the others are installed by name. */
  readonly isUsual: boolean;
}

/** The platforms a release is built for; the names are what `--target` takes. All but linux-x64 are built here, not run by the tests. */
export const targets = {
  'linux-x64': { os: 'linux', cpu: 'x64', libc: 'glibc', isUsual: true },
  'linux-x64-baseline': { os: 'linux', cpu: 'x64', libc: 'glibc', isUsual: false },
  'linux-arm64': { os: 'linux', cpu: 'arm64', libc: 'glibc', isUsual: true },
  'linux-x64-musl': { os: 'linux', cpu: 'x64', libc: 'musl', isUsual: true },
  'darwin-x64': { os: 'darwin', cpu: 'x64', isUsual: true },
  'darwin-arm64': { os: 'darwin', cpu: 'arm64', isUsual: true },
  'windows-x64': { os: 'win32', cpu: 'x64', isUsual: true },
} as const satisfies Readonly<Record<string, TargetFacts>>;

export type Target = keyof typeof targets;

export const targetNames = Object.keys(targets).filter(isTarget);

export function isTarget(word: string): word is Target {
  return Object.hasOwn(targets, word);
}

/** The target that this machine is, or null. */
export function ownTarget(): Target | null {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `${system}-${process.arch}`;
  return isTarget(name) ? name : null;
}

/** The program's file name on a target. */
export function programName(target: Target): string {
  return targets[target].os === 'win32' ? 'agent-tools.exe' : 'agent-tools';
}
