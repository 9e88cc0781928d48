import type { ExpectedMount } from './sandbox-mounts.ts';

/** A path that must not be created inside a sandbox: it is made beforehand, made read-only there, and removed afterwards. */
export interface Placeholder {
  readonly path: string;
  /** The text of a file; null for an empty folder. */
  readonly text: string | null;
}

/** A sandbox of namespaces made by bubblewrap. */
export interface Bubblewrap {
  readonly by: 'bubblewrap';
  readonly program: string;
  /** Options of bubblewrap except variables, descriptors and the working folder. */
  readonly options: readonly string[];
  readonly placeholders: readonly Placeholder[];
  /** The folder that notes users of the placeholders and all sandboxed runs; null for a trial, which needs neither. */
  readonly marks: string | null;
  /** The argv that runs this program, which puts a command in the foreground of its terminal. */
  readonly launcher: readonly string[];
  /** The file that a closed input is read from instead of the system's null device; null for that one. */
  readonly nullDevice: string | null;
  /** Whether it has a network of its own, whose counters show attempts. */
  readonly isCutOff: boolean;
}

/** What is allowed below a path by Landlock. */
export interface LandlockRule {
  /** A real path, unless it is to be used. */
  readonly path: string;
  readonly access: 'list' | 'read' | 'use' | 'write';
}

/** Restrictions that a process applies to itself before it becomes the command. */
export interface Landlock {
  readonly by: 'landlock';
  readonly rules: readonly LandlockRule[];
  readonly hasNetwork: boolean;
  /** The argv that runs this program. */
  readonly launcher: readonly string[];
}

/** A profile of macOS. Experimental: built here, not run here. */
export interface Seatbelt {
  readonly by: 'seatbelt';
  readonly profile: string;
}

/** A sandbox with nothing left to resolve; JSON, because it is sent to a keeper. */
export type SandboxSpec = Bubblewrap | Landlock | Seatbelt;

/** Whether it gives all the protection of a sandbox, or part of it. */
export type SandboxLevel = 'full' | 'partial';

/** What the launcher must become, as JSON in a descriptor. */
export interface LaunchJob {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Null in bubblewrap, which restricts it already. */
  readonly restrict: Pick<Landlock, 'rules' | 'hasNetwork'> | null;
  /** A descriptor to write to if it cannot become the command; closed when it does. Null for none. */
  readonly problem: number | null;
  /** Whether it takes the foreground of the terminal. */
  readonly inFront: boolean;
  /** The mounts expected where it starts. */
  readonly mounts: readonly ExpectedMount[];
}

/** Facts about a sandbox once its command has ended. */
export interface SandboxReport {
  readonly level: SandboxLevel;
  /** Whether the command was started at all. */
  readonly isSetUp: boolean;
  /** Packets that had no route out; null if not counted. */
  readonly unrouted: number | null;
}

/** The hidden sub-command that restricts itself and becomes another program. */
export const launchCommand = '__landlock';
