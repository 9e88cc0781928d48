import type { ExpectedMount } from './sandbox-mounts.ts';

/** Something that must not come to be inside a sandbox: it is made beforehand, held there, and removed again afterwards. */
export interface Placeholder {
  readonly path: string;
  /** The text of a file; null for an empty folder. */
  readonly text: string | null;
}

/** Namespaces of its own by bubblewrap. */
export interface Bubblewrap {
  readonly by: 'bubblewrap';
  readonly program: string;
  /** Options of bubblewrap but for variables, descriptors and the working folder. */
  readonly options: readonly string[];
  readonly placeholders: readonly Placeholder[];
  /** The folder in which their users, and all that runs in a sandbox, are noted; null for a trial, which needs neither. */
  readonly marks: string | null;
  /** The argv that runs this program, which puts a command in front of its terminal. */
  readonly launcher: readonly string[];
  /** What an input that is closed is read from, in place of the system's null device; null for that one. */
  readonly nullDevice: string | null;
  /** Whether it has a network of its own, so that its counters tell of attempts. */
  readonly isCutOff: boolean;
}

/** What a Landlock domain may do below a path. */
export interface LandlockRule {
  readonly path: string;
  readonly access: 'list' | 'read' | 'use' | 'write';
}

/** Restrictions a process lays upon itself before it becomes the command. */
export interface Landlock {
  readonly by: 'landlock';
  readonly rules: readonly LandlockRule[];
  readonly hasNetwork: boolean;
  /** The argv that runs this program. */
  readonly launcher: readonly string[];
}

/** A profile of macOS. Experimental: made here, not run here. */
export interface Seatbelt {
  readonly by: 'seatbelt';
  readonly profile: string;
}

/** A sandbox with nothing left to resolve; JSON, because a keeper is handed it. */
export type SandboxSpec = Bubblewrap | Landlock | Seatbelt;

/** Whether it holds all that the sandbox claims, or part of it. */
export type SandboxLevel = 'full' | 'partial';

/** What this program is told to become, as JSON in a descriptor. */
export interface LaunchJob {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Null within bubblewrap, which restricts it already. */
  readonly restrict: Pick<Landlock, 'rules' | 'hasNetwork'> | null;
  /** A descriptor that is written to when it cannot become the command, and closes when it does; null for none. */
  readonly problem: number | null;
  /** Whether it takes the terminal in front. */
  readonly inFront: boolean;
  /** What has to be mounted where it starts. */
  readonly mounts: readonly ExpectedMount[];
}

/** What is known of a sandbox once its command has ended. */
export interface SandboxReport {
  readonly level: SandboxLevel;
  /** Whether the command was started at all. */
  readonly isSetUp: boolean;
  /** Packets that had no route out of it; null where nobody counts. */
  readonly unrouted: number | null;
}

/** The hidden sub-command that restricts itself and becomes another program. */
export const launchCommand = '__landlock';
