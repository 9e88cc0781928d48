import { join } from 'node:path';
import { cannot, errnoOf, messageOf, ToolFailure } from '../../core/failure.ts';
import { reasonOf } from '../../platform/files/file-failure.ts';
import { withPathLock } from '../../platform/locks/locks.ts';
import type { Folders } from '../../platform/machine/folders.ts';
import { placeState } from '../../platform/store/place-failure.ts';
import { RecordFolder } from '../../platform/store/record-folder.ts';
import type { ApprovalRequest } from '../service.ts';
import { idStart } from './approval-id.ts';
import { answeredAlready, notWaiting } from './not-waiting.ts';
import { isAskedNow, isOver, type PendingRecord, parseRecord } from './record.ts';
import { timeAfter } from './time-after.ts';

/** Most records at once; a caller that makes more is looping. */
const mostRecords = 500;

/** A call to remember until somebody answers. */
export interface PendingCall {
  readonly digest: string;
  readonly question: ApprovalRequest;
  readonly ruleTool: string;
  readonly inputSession: string | null;
  readonly client: string;
  /** The node that asks, if any. */
  readonly node?: string;
  readonly seconds: number;
}

/** A person's decision on a record; `rule` is already stored. */
export interface Resolution {
  readonly isAllowed: boolean;
  readonly choice: string;
  readonly by: string;
  readonly rule?: string;
  readonly feedback?: string;
}

/** A file in the store that is not a valid record. */
export interface DamagedRecord {
  readonly name: string;
  readonly problem: string;
}

export interface Listing {
  readonly records: readonly PendingRecord[];
  readonly damaged: readonly DamagedRecord[];
}

/** The store cannot be used: it is not damaged, but an answer may be in it (`denied`). */
export class UnusableStore extends ToolFailure {}

/**
 * The pending approvals: one private file per record, changed under one lock. Any problem with the store throws ToolFailure `denied`:
 * what cannot be read allows nothing.
 */
export class PendingStore {
  readonly #folder: RecordFolder;
  readonly #state: string;
  readonly #now: () => number;

  constructor({ state }: Pick<Folders, 'state'>, now: () => number = Date.now) {
    this.#folder = new RecordFolder(join(state, 'approvals'));
    this.#state = state;
    this.#now = now;
  }

  get path(): string {
    return this.#folder.path;
  }

  /** Whether there are no records; then no lock is needed. */
  get isEmpty(): boolean {
    return this.#guarded(() => this.#folder.names().length === 0);
  }

  /** Removes the answer to a call from the store and returns it, to exactly one caller; null for none. */
  takeAnswer(digest: string): Promise<PendingRecord | null> {
    return this.#locked(async () => {
      for (const record of this.#recordsOf(digest)) {
        if (record.state === 'waiting' || this.#isOver(record)) continue;
        if (this.#folder.remove(nameOf(record))) return record;
      }
      return null;
    });
  }

  /**
   * The waiting record of a call, an existing or a new one. With an `asker` it is always a new one, and replaces those whose asker is
   * gone, since nobody would fetch their answer for this question.
   */
  leave(call: PendingCall, asker?: PendingRecord['asker']): Promise<PendingRecord> {
    return this.#locked(async () => {
      this.#sweep();
      const waiting = this.#recordsOf(call.digest).filter(({ state }) => state === 'waiting');
      const [known] = waiting;
      if (known !== undefined && asker === undefined) return known;
      for (const record of waiting) if (record.asker !== undefined) this.#folder.remove(nameOf(record));
      if (this.#folder.names().length >= mostRecords)
        throw cannot(
          'leave',
          'another approval',
          `${mostRecords} wait already`,
          'answers to some of them',
          'denied',
        );
      const record = { ...this.#recordOf(call), ...(asker === undefined ? {} : { asker }) };
      await this.#folder.write(nameOf(record), render(record));
      return record;
    });
  }

  /** Writes an answer into a waiting record. Throws `tool_failed` if it is already answered or over. */
  resolve(id: string, { isAllowed, ...given }: Resolution): Promise<PendingRecord> {
    return this.#locked(async () => {
      const record = this.#find(id);
      if (record.state !== 'waiting') throw answeredAlready(id, record.answer?.by ?? 'somebody');
      if (this.#isOver(record)) {
        const { node, expiresAt } = record;
        const state = node === undefined ? `it ended at ${expiresAt}` : `its call on node "${node}" is gone`;
        throw notWaiting('resolve', id, state);
      }
      const now = this.#now();
      const answered: PendingRecord = {
        ...record,
        state: isAllowed ? 'allowed' : 'rejected',
        expiresAt: timeAfter(record.seconds, now),
        answer: { ...given, at: timeAfter(0, now) },
      };
      await this.#folder.write(nameOf(record), render(answered));
      return answered;
    });
  }

  forget(id: string): Promise<void> {
    return this.#locked(async () => {
      this.#folder.remove(`${id}.json`);
    });
  }

  /** Removes a record and returns its last state; null if it is gone or invalid. Also without a lock: only that needs room. */
  async withdraw(id: string): Promise<PendingRecord | null> {
    const take = () => {
      const record = this.#read(`${id}.json`);
      this.#folder.remove(`${id}.json`);
      return record === null || 'problem' in record ? null : record;
    };
    try {
      return await this.#locked(async () => take());
    } catch {
      return this.#guarded(take);
    }
  }

  /** The record with this id, or the only one whose id starts with it. Throws `tool_failed` if there is none or several. */
  find(id: string): PendingRecord {
    return this.#guarded(() => this.#find(id));
  }

  /** All records that wait or whose answer was not fetched, oldest first. */
  list(): Listing {
    return this.#guarded(() => {
      const records: PendingRecord[] = [];
      const damaged: DamagedRecord[] = [];
      for (const name of this.#folder.names()) {
        const record = this.#read(name);
        if (record === null) continue;
        if ('problem' in record) damaged.push(record);
        else if (!this.#isOver(record)) records.push(record);
      }
      return { records: records.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)), damaged };
    });
  }

  #find(id: string): PendingRecord {
    if (id.length < 4)
      throw notWaiting('find', `approval ${id}`, 'that is too short', '4 characters of an id');
    const names = this.#folder.names().filter((name) => name.startsWith(id));
    if (names.length > 1)
      throw notWaiting('find', `approval ${id}`, `${names.length} begin so`, 'a longer id');
    const record = names[0] === undefined ? null : this.#read(names[0]);
    if (record === null)
      throw notWaiting('find', `approval ${id}`, 'there is none', 'an id of "agent-tools approvals list"');
    if ('problem' in record) throw damaged(this.#folder.path, record);
    return record;
  }

  #read(name: string): PendingRecord | DamagedRecord | null {
    try {
      const text = this.#folder.read(name);
      if (text === null) return null;
      const record = parseRecord(text);
      if (record !== null && nameOf(record) === name) return record;
      return { name, problem: 'it is not what was written' };
    } catch (error) {
      if (passing.has(errnoOf(error) ?? '')) throw error;
      return { name, problem: reasonOf(error) };
    }
  }

  /** The records of one call. Throws `denied` for a damaged one, since that may be its rejection. */
  #recordsOf(digest: string): readonly PendingRecord[] {
    const names = this.#folder.names().filter((name) => name.startsWith(idStart(digest)));
    return names.flatMap((name) => {
      const record = this.#read(name);
      if (record === null) return [];
      if ('problem' in record) throw damaged(this.#folder.path, record);
      return record.digest === digest && !isAskedNow(record) ? [record] : [];
    });
  }

  #recordOf({ question, ...call }: PendingCall): PendingRecord {
    const { approvalId, tool, title, reason, cwd, host, display, choices } = question;
    const now = this.#now();
    return {
      version: 1,
      ...call,
      id: approvalId,
      state: 'waiting',
      tool,
      title,
      reason,
      cwd,
      host,
      display: [...display],
      choices: [...choices],
      createdAt: timeAfter(0, now),
      expiresAt: timeAfter(call.seconds, now),
      answer: null,
    };
  }

  #isOver(record: PendingRecord): boolean {
    return isOver(record, this.#now());
  }

  #sweep(): void {
    const names = this.#folder.names();
    if (names.length === 0) return;
    this.#folder.removeUnfinished();
    for (const name of names) {
      const record = this.#read(name);
      if (record !== null && !('problem' in record) && this.#isOver(record)) this.#folder.remove(name);
    }
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw asDenied(error, this.#folder.path);
    }
  }

  /** Works under the lock of the store; any problem with the lock throws `denied`. */
  async #locked<T>(work: () => Promise<T>): Promise<T> {
    const { path } = this.#folder;
    let isHeld = false;
    try {
      return await withPathLock({ folder: this.#state, path, shown: path }, async ({ problem }) => {
        if (problem !== null) throw unusable(path, `it cannot be locked (${problem})`, lockable);
        isHeld = true;
        return work();
      });
    } catch (error) {
      throw isHeld || !(error instanceof ToolFailure)
        ? asDenied(error, path)
        : new UnusableStore('denied', error.message);
    }
  }
}

function nameOf({ id }: PendingRecord): string {
  return `${id}.json`;
}

function render(record: PendingRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}

function damaged(folder: string, { name, problem }: DamagedRecord): ToolFailure {
  return cannot('read', join(folder, name), problem, 'a record; remove the file to ask anew', 'denied');
}

/** System errors that are not about a file; the record may be valid. */
const passing: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']);

const lockable = 'a state folder with room, that can be written';

/** A system error becomes `denied`: a store that fails allows nothing. */
function asDenied(error: unknown, path: string): ToolFailure {
  if (error instanceof ToolFailure) return error;
  const code = errnoOf(error);
  return code === null ? unusable(path, messageOf(error)) : unusable(path, ...placeState(code));
}

function unusable(path: string, state: string, wanted = 'a private folder that can be written'): ToolFailure {
  return new UnusableStore('denied', cannot('use the pending approvals in', path, state, wanted).message);
}
