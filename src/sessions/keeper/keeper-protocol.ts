import type { SandboxSpec } from '../../platform/sandbox/sandbox-spec.ts';
import type { SessionRecord } from '../record.ts';

/** What a keeper can be asked. */
export type KeeperMethod = 'attach' | 'input' | 'inputState' | 'resize' | 'signal' | 'status' | 'stop';

/** Name of the file that says how a session ended. */
export const endFile = 'end.json';

/** Bytes of the line that holds a job: command, environment and standard input. */
export const longestJobBytes = 67_108_864;

/** What a keeper is given: everything is resolved, and the keeper judges nothing. */
export interface KeeperJob {
  readonly record: Omit<SessionRecord, 'startedAt' | 'leader' | 'keeper'>;
  /** The session's folder, which exists. */
  readonly folder: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What the command runs in; null for nothing. */
  readonly sandbox: SandboxSpec | null;
  /** Base64 of the whole standard input; null leaves it open. */
  readonly stdin: string | null;
  /** Whether the end of input is typed behind that into a terminal, which otherwise waits for more to be typed. */
  readonly typesEnd: boolean;
  readonly serverId: string;
  readonly graceMs: number;
  readonly logBytes: number;
  /** Whether it ends with its owner, as long as no line says otherwise. */
  readonly isTied: boolean;
}

/** The line that lets a session outlive its owner from now on. */
export const keepLine = 'keep';

export interface KeeperInput {
  /** Base64. */
  readonly data: string;
  readonly eof: boolean;
  /** What is unfinished after it. */
  readonly pending: string;
  /** The revision it was made for; null takes any (a person types). */
  readonly revision: number | null;
}
