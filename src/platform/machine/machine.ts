import type { ShellFlavour } from '../../core/effect.ts';

/** The program that executes commands. */
export interface ShellInfo {
  readonly flavour: ShellFlavour;
  /** Absolute path. */
  readonly path: string;
  /** As the shell reports it, for example `5.2.15`; null if it is unknown without starting it. */
  readonly version: string | null;
}

/** What the probe found about this machine; reading a field never starts a process during a call. */
export interface Machine {
  readonly os: 'linux' | 'macos' | 'windows' | 'other';
  readonly arch: string;
  readonly osVersion: string;
  /** Null if no shell was found; `shellProblem` then says what was looked for. */
  readonly shell: ShellInfo | null;
  readonly shellProblem: string | null;
  /** Whether this runtime can give a command a terminal. */
  readonly pty: boolean;
  readonly user: string;
}
