import { isAbsolute, join } from 'node:path';
import type { Settings } from '../../config/schema.ts';
import { cannot, errnoOf, messageOf, type ToolFailure } from '../../core/failure.ts';
import { reasonOf } from '../../platform/files/file-failure.ts';
import { sha256 } from '../../platform/files/sha256.ts';
import { withClaimLock } from '../../platform/locks/claim-lock.ts';
import { ownEntry } from '../../platform/locks/claim-name.ts';
import type { Folders } from '../../platform/machine/folders.ts';
import { appendAfterEnd, chainFolder, checkAppendable } from '../../platform/store/chained-file.ts';
import { giveUpReserve, isDiskFull, keepReserve } from '../../platform/store/disk-reserve.ts';
import { stateVariable } from '../../platform/store/place-failure.ts';
import { dropNotes, lostCalls, noteBegun } from './begun.ts';
import type { AuditEntry } from './entry.ts';
import type { Masker } from './mask.ts';

/** The hash before the first line of a trail. */
export const noLine = '0'.repeat(64);
const rotateBytes = 16_777_216;
/** Most milliseconds that a writer waits for the lock; each writer holds it for a fraction of one. */
const lockLimitMs = 5000;

/** The settings that determine the place of the trail. */
export const trailNames = `audit.path, ${stateVariable}`;

/** The path of the trail. */
export function auditPath(settings: Settings, folders: Folders): string {
  const { path } = settings.audit;
  if (path === null) return join(folders.state, 'audit', 'audit.jsonl');
  if (path.startsWith('~/')) return join(folders.home, path.slice(2));
  return isAbsolute(path) ? path : join(folders.state, path);
}

export interface AuditOptions {
  readonly path: string;
  readonly enabled: boolean;
  readonly required: boolean;
  /** The environment of this process, whose secrets must not be written. */
  readonly env: Readonly<Record<string, string>>;
  /** Size in bytes from which the file is rotated. */
  readonly rotateBytes?: number;
}

/** A call to record, and the note that it started; null for none. */
interface Ended {
  readonly entry: AuditEntry;
  readonly note: string | null;
}

/**
 * The audit trail: one JSON line per call with the SHA-256 of the line before it, across all files and writers. Calls that end together
 * are written together. If the trail is required, a note is made before a call runs: when a server is killed, the next writer records
 * its calls.
 */
export class Audit {
  readonly #options: AuditOptions;
  #masker: Promise<Masker> | null = null;
  #loadedMasker: Masker | null = null;
  #waiting: Ended[] = [];
  #flushing: Promise<string | null> | null = null;
  #failure: string | null = null;

  constructor(options: AuditOptions) {
    this.#options = options;
  }

  /** A `denied` failure if the trail is required and cannot be written, so that no call may run; otherwise null. */
  async check(): Promise<ToolFailure | null> {
    const { enabled, required, path } = this.#options;
    if (!enabled || !required) return null;
    try {
      checkAppendable(path);
      keepReserve(reservePath(path));
      await this.#openMasker();
      return this.#failure === null ? null : this.#refusal(this.#failure);
    } catch (error) {
      return this.#refusal(stateOf(error));
    }
  }

  #refusal(state: string): ToolFailure {
    return cannot(
      'run',
      'anything',
      `the audit trail ${this.#options.path} is required and ${state}`,
      'a trail that can be written',
      'denied',
    );
  }

  #openMasker(): Promise<Masker> {
    this.#masker ??= import('./mask.ts').then(({ Masker }) => {
      this.#loadedMasker = new Masker(this.#options.env);
      return this.#loadedMasker;
    });
    return this.#masker;
  }

  /**
   * Notes that a call starts, if the trail is required; after `check`. Returns the note for `record` to remove, or null. Throws
   * `denied` if it cannot be written.
   */
  begin(entry: AuditEntry): string | null {
    const { enabled, required, path } = this.#options;
    if (!enabled || !required || this.#loadedMasker === null) return null;
    try {
      return noteBegun(path, this.#loadedMasker.entry(entry));
    } catch (error) {
      throw this.#refusal(stateOf(error));
    }
  }

  /** Runs the code for the first line once in advance, while a command runs. */
  async warmUp(input: unknown): Promise<void> {
    if (!this.#options.enabled || this.#masker !== null) return;
    const masker = await this.#openMasker();
    sha256(JSON.stringify(masker.input(input)) ?? '');
    ownEntry();
  }

  /** Records a call and removes its note; resolves with a notice if that failed, otherwise null. Never throws. */
  record(entry: AuditEntry, note: string | null = null): Promise<string | null> {
    if (!this.#options.enabled) return Promise.resolve(null);
    this.#waiting.push({ entry, note });
    this.#flushing ??= this.#flush();
    return this.#flushing;
  }

  async #flush(): Promise<string | null> {
    // Joins calls recorded in the same turn into one write.
    await null;
    const ended = this.#waiting;
    this.#waiting = [];
    this.#flushing = null;
    try {
      await this.#write(ended);
      this.#failure = null;
      return null;
    } catch (error) {
      this.#failure = stateOf(error);
      return `this call is not in the audit trail: ${this.#options.path} ${this.#failure}`;
    }
  }

  async #write(ended: readonly Ended[]): Promise<void> {
    const { path, rotateBytes: limit = rotateBytes } = this.#options;
    const lock = `${chainFolder(path)}/lock`;
    const masker = await this.#openMasker();
    const append = () => {
      const lost = lostCalls(path);
      const entries = [...lost.map(({ entry }) => entry), ...ended.map(({ entry }) => masker.entry(entry))];
      appendAfterEnd(path, limit, ({ lastLine }) =>
        linesOf(entries, lastLine === null ? noLine : sha256(lastLine)),
      );
      dropNotes([...lost.map((call) => call.path), ...ended.map(({ note }) => note)]);
    };
    const done = await withClaimLock(lock, lockLimitMs, () => {
      try {
        append();
      } catch (error) {
        if (!this.#options.required || !isDiskFull(error)) throw error;
        // The call has run already; the next one is refused until there is room for the reserve again.
        giveUpReserve(reservePath(path));
        append();
      }
    });
    if (done === null) throw new Error(`is locked by another process for ${lockLimitMs} ms`);
  }
}

function linesOf(entries: readonly object[], before: string): string {
  let prev = before;
  let text = '';
  for (const entry of entries) {
    const line = JSON.stringify({ ...entry, prev });
    prev = sha256(line);
    text += `${line}\n`;
  }
  return text;
}

/** A file that reserves disk space for the line of a call that fills the disk. */
function reservePath(path: string): string {
  return join(chainFolder(path), 'reserve');
}

function stateOf(error: unknown): string {
  return errnoOf(error) === null ? messageOf(error) : `cannot be written (${reasonOf(error)})`;
}
