import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, messageOf } from '../core/failure.ts';

/** Queued bytes above which a source is asked to wait. */
const pressureBytes = 8 * 1024 * 1024;
/** The names of our files; nothing else in the folder is ever removed. */
const ownName = /^[\w-]+\.spill$/;

export interface SpillPlace {
  readonly folder: string;
  /** File name without its ending: letters, digits, `_` and `-`. */
  readonly name: string;
  /** Bytes the file may have. */
  readonly limit: number;
  /** Minutes that older files of ours stay. */
  readonly keepMinutes: number;
}

export interface SpillResult {
  /** Null when there is no file. */
  readonly path: string | null;
  /** Bytes of the stream that are in it, from its start. */
  readonly bytes: number;
  /** Why it is not complete, null when only the limit ended it. */
  readonly problem: string | null;
}

/** The raw stream on disk: written in the background, never past its limit; trouble is reported, never thrown. */
export class SpillFile {
  readonly #place: SpillPlace;
  readonly #path: string;
  readonly #queue: Uint8Array[] = [];
  #queuedBytes = 0;
  #accepted = 0;
  #written = 0;
  #problem: string | null = null;
  #working: Promise<void> | null = null;
  #file: FileHandle | null = null;
  #waiters: (() => void)[] = [];

  constructor(place: SpillPlace) {
    this.#place = place;
    this.#path = join(place.folder, `${place.name}.spill`);
  }

  /** Takes the next bytes, which must not change afterwards; a returned promise means: wait before sending more. */
  push(bytes: Uint8Array): void | Promise<void> {
    const room = this.#place.limit - this.#accepted;
    if (room <= 0 || this.#problem !== null) return;
    const kept = bytes.length > room ? bytes.subarray(0, room) : bytes;
    this.#accepted += kept.length;
    this.#queuedBytes += kept.length;
    this.#queue.push(kept);
    this.#working ??= this.#work();
    if (this.#queuedBytes > pressureBytes) return new Promise((resolve) => this.#waiters.push(resolve));
  }

  async #work(): Promise<void> {
    try {
      this.#file ??= await this.#open();
      while (this.#queue.length > 0) {
        const batch = this.#queue.splice(0);
        await this.#writeAll(Buffer.concat(batch));
        if (this.#queuedBytes <= pressureBytes) this.#release();
      }
    } catch (error) {
      this.#problem = errnoOf(error) ?? messageOf(error);
      this.#queue.length = 0;
      this.#queuedBytes = 0;
    } finally {
      this.#working = null;
      this.#release();
    }
  }

  async #writeAll(batch: Buffer): Promise<void> {
    for (let from = 0; from < batch.length; ) {
      const { bytesWritten } = (await this.#file?.write(batch, from)) ?? { bytesWritten: batch.length };
      from += bytesWritten;
      this.#written += bytesWritten;
      this.#queuedBytes -= bytesWritten;
    }
  }

  #release(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  async #open(): Promise<FileHandle> {
    const { folder, keepMinutes } = this.#place;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    void sweepSpills(folder, keepMinutes);
    const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    return open(this.#path, O_WRONLY | O_CREAT | O_EXCL | (O_NOFOLLOW ?? 0), 0o600);
  }

  async #close(): Promise<void> {
    while (this.#working !== null) await this.#working;
    const file = this.#file;
    this.#file = null;
    await file?.close().catch((error) => {
      this.#problem ??= messageOf(error);
    });
  }

  /** Waits until everything is written; an empty file is removed. */
  async finish(): Promise<SpillResult> {
    const wasOpened = this.#file !== null || this.#working !== null;
    await this.#close();
    if (this.#written === 0) {
      if (wasOpened) await unlink(this.#path).catch(() => {});
      return { path: null, bytes: 0, problem: this.#problem };
    }
    return { path: this.#path, bytes: this.#written, problem: this.#problem };
  }

  /** Removes what was written: nothing had to be left out after all. */
  async discard(): Promise<void> {
    const wasUsed = this.#accepted > 0;
    await this.#close();
    if (wasUsed && this.#written > 0) await unlink(this.#path).catch(() => {});
  }
}

/** Removes spill files of ours that are older than `keepMinutes`; trouble is ignored. */
export async function sweepSpills(folder: string, keepMinutes: number): Promise<void> {
  const oldest = Date.now() - keepMinutes * 60_000;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!ownName.test(name)) continue;
    const path = join(folder, name);
    const age = await stat(path).catch(() => null);
    if (age !== null && age.mtimeMs < oldest) await unlink(path).catch(() => {});
  }
}
