import type { ShellFlavour } from '../../core/effect.ts';

/** The program that executes commands. */
export interface ShellInfo {
  readonly flavour: ShellFlavour;
  /** Absolute path. */
  readonly path: string;
  /** As the shell reports it, for example `5.2.15`; null when it is not known without starting it. */
  readonly version: string | null;
}

/** What the probe found out about this machine; no field costs a process on the way of a call. */
export interface Machine {
  readonly os: 'linux' | 'macos' | 'windows' | 'other';
  readonly arch: string;
  readonly osVersion: string;
  /** Null when no shell was found; `shellProblem` then says what was looked for. */
  readonly shell: ShellInfo | null;
  readonly shellProblem: string | null;
  /** Whether this runtime can give a command a terminal. */
  readonly pty: boolean;
  readonly user: string;
}
