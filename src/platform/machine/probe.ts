import { delimiter, dirname, join, sep } from 'node:path';
import { lazy } from '../../core/async/lazy.ts';
import type { ShellFlavour } from '../../core/effect.ts';
import { isInsideAny } from '../../core/paths/containment.ts';
import { isClosedFolder } from '../facts/facts-programs.ts';
import { realPathIfAny } from '../files/stats.ts';
import { loadOs } from '../system/builtins.ts';
import { isBun } from '../system/runtime.ts';
import { userName } from './account.ts';
import { findProgram } from './lookup.ts';
import type { Machine, ShellInfo } from './machine.ts';
import { cachedVersion } from './shell-version.ts';

export interface ProbeRequest {
  /** `auto`, or the flavour from the configuration. */
  readonly flavour: ShellFlavour | 'auto';
  /** The program from the configuration, or null. */
  readonly shellPath: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly cacheFolder: string;
  /** The cwd and the workspace's roots, as real paths: a shell inside is used only if there is no other. */
  readonly roots: readonly string[];
}

const platforms: Readonly<Record<string, Machine['os']>> = {
  linux: 'linux',
  darwin: 'macos',
  win32: 'windows',
};

/** Probes the machine without starting a process, each part only when it is used: a file call needs no shell. */
export function probeMachine(request: ProbeRequest): Machine {
  const shell = lazy(() => findShell(request));
  return {
    os: platforms[process.platform] ?? 'other',
    arch: process.arch,
    get osVersion() {
      return loadOs().release();
    },
    get shell() {
      const known = shell();
      return typeof known === 'string' ? null : known;
    },
    get shellProblem() {
      const known = shell();
      return typeof known === 'string' ? known : null;
    },
    pty: isBun && process.platform !== 'win32',
    get user() {
      return userName(request.env);
    },
  };
}

/** The shell, or the sentence that says why there is none. */
function findShell(request: ProbeRequest): ShellInfo | string {
  const { flavour, shellPath, env, cacheFolder, roots } = request;
  const searchPath = env.PATH ?? '';
  if (shellPath !== null) {
    const path = findProgram(shellPath, process.cwd(), searchPath);
    const kind = flavour === 'auto' ? flavourOf(shellPath) : flavour;
    if (path === null)
      return `Cannot run shell "${shellPath}": no such program, expected an executable file (shell.path)`;
    if (kind === null)
      return `Cannot run shell "${shellPath}": not a known shell, expected bash, sh, pwsh, powershell or git-bash (shell.flavour)`;
    return shellAt(path, kind, cacheFolder);
  }
  let other: ShellInfo | null = null;
  for (const [kind, names] of candidates(flavour, env)) {
    for (const path of namedPrograms(names, searchPath)) {
      const shell = shellAt(path, kind, cacheFolder);
      if (!isOpen(path, roots)) return shell;
      other ??= shell;
    }
  }
  if (other !== null) return other;
  return `Cannot find "${flavour === 'auto' ? 'bash or sh' : flavour}": no such shell in PATH (${searchPath}), expected one there or in shell.path`;
}

/** A shell whose version is looked up only when used, which output on a terminal does not need. */
function shellAt(path: string, flavour: ShellFlavour, cacheFolder: string): ShellInfo {
  const version = lazy(() => cachedVersion(path, cacheFolder));
  return {
    flavour,
    path,
    get version() {
      return version();
    },
  };
}

/** All programs of some names: in each folder of a PATH, or at the path that a name is. */
function* namedPrograms(names: readonly string[], searchPath: string): Generator<string> {
  for (const name of names) {
    const folders = /[/\\]/.test(name) ? [''] : searchPath.split(delimiter);
    for (const folder of folders) {
      const path = findProgram(name, '/', folder);
      if (path !== null) yield path;
    }
  }
}

/** Whether a program may come from the workspace or from other users: it would read every command. */
function isOpen(path: string, roots: readonly string[]): boolean {
  if (isInsideAny(path, roots) || isInsideAny(realPathIfAny(path) ?? path, roots)) return true;
  return sep === '/' && !isClosedFolder(dirname(path));
}

/** The programs to look for, best first. fish, nu and the like are never used: policy does not judge their grammar. */
function candidates(
  flavour: ShellFlavour | 'auto',
  env: Readonly<Record<string, string>>,
): readonly (readonly [ShellFlavour, readonly string[]])[] {
  const gitBash = [
    env.PROGRAMFILES,
    env['PROGRAMFILES(X86)'],
    env.LOCALAPPDATA && join(env.LOCALAPPDATA, 'Programs'),
  ]
    .filter((folder) => folder !== undefined && folder !== '')
    .map((folder) => join(String(folder), 'Git', 'bin', 'bash.exe'));
  const all: readonly (readonly [ShellFlavour, readonly string[]])[] =
    process.platform === 'win32'
      ? [
          ['pwsh', ['pwsh']],
          ['powershell', ['powershell']],
          ['git-bash', gitBash],
        ]
      : [
          ['bash', ['bash', '/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash']],
          ['sh', ['sh', '/bin/sh']],
        ];
  if (flavour === 'auto') return all;
  return all.some(([kind]) => kind === flavour)
    ? all.filter(([kind]) => kind === flavour)
    : [[flavour, [flavour]]];
}

/** The flavour for a program's name, or null. */
function flavourOf(path: string): ShellFlavour | null {
  const name =
    path
      .split(/[\\/]/)
      .at(-1)
      ?.toLowerCase()
      .replace(/\.exe$/, '') ?? '';
  if (name === 'bash') return process.platform === 'win32' ? 'git-bash' : 'bash';
  if (name === 'sh' || name === 'dash' || name === 'ash') return 'sh';
  if (name === 'pwsh' || name === 'powershell') return name;
  return null;
}
