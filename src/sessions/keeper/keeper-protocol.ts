import type { SandboxSpec } from '../../platform/sandbox/sandbox-spec.ts';
import type { SessionRecord } from '../record.ts';

/** The requests that a keeper answers. */
export type KeeperMethod = 'attach' | 'input' | 'inputState' | 'resize' | 'signal' | 'status' | 'stop';

/** Name of the file that records how a session ended. */
export const endFile = 'end.json';

/** Most bytes of the line that holds a job: command, environment and standard input. */
export const longestJobBytes = 67_108_864;

/** How a keeper runs its command; everything is resolved, and the keeper judges nothing. */
export interface KeptCommand {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The command's sandbox; null for none. */
  readonly sandbox: SandboxSpec | null;
  /** Whether the end of input is typed into the terminal afterwards, which would otherwise wait for more. */
  readonly typesEnd: boolean;
  readonly serverId: string;
  readonly graceMs: number;
  readonly logBytes: number;
  /** Whether it ends with its owner until `keepLine` arrives. */
  readonly isTied: boolean;
}

/** The job of a keeper. */
export interface KeeperJob extends KeptCommand {
  readonly record: Omit<SessionRecord, 'startedAt' | 'leader' | 'keeper'>;
  /** The session's folder, which must exist. */
  readonly folder: string;
  /** The whole standard input in base64; null leaves it open. */
  readonly stdin: string | null;
}

/** The line that lets a session outlive its owner. */
export const keepLine = 'keep';

export interface KeeperInput {
  /** The bytes in base64. */
  readonly data: string;
  readonly eof: boolean;
  /** How many of the bytes are one stroke each; empty if all are typed at once. */
  readonly strokes: readonly number[];
  /** The text that is unfinished afterwards. */
  readonly pending: string;
  /** The revision it was made for; null accepts any (a person types). */
  readonly revision: number | null;
}
