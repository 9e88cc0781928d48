import type { FileHandle } from 'node:fs/promises';
import { reasonOf } from '../files/file-failure.ts';
import type { SpillTarget } from './spill-folder.ts';

export interface SpillPlace extends SpillTarget {
  /** Most bytes of the file. */
  readonly limit: number;
  /** Minutes that older files of ours are kept. */
  readonly keepMinutes: number;
}

/** The result of a spill file. */
export interface SpillResult {
  /** Null if there is no file, because nothing was to be kept or nothing could be written. */
  readonly path: string | null;
  /** Bytes in the file: always a prefix of the stream. */
  readonly bytes: number;
  /** Why the file is shorter than the stream, if not because of its cap, in the system's words; null otherwise. */
  readonly problem: string | null;
}

/** Bytes held before a file is created: most output ends before that and never touches the disk. */
const startBytes = 128 * 1024;
const firstBlock = 16 * 1024;
const fullBlock = 256 * 1024;
/** Blocks of one write, so that the queue shrinks in steps. */
const batchBlocks = 8;
/** Blocks kept for reuse. */
const spareBlocks = 32;
/** Queued bytes above which `pressure` asks to wait, and to which the queue must fall before that wait ends. */
const highWater = 8 * 1024 * 1024;
const lowWater = 4 * 1024 * 1024;
/** Queued bytes at which the file is given up: a source that cannot wait (a terminal) outruns the disk. */
const hardLimit = 64 * 1024 * 1024;

interface Block {
  readonly data: Uint8Array;
  used: number;
}

/** A spill file; null if nothing is to be kept. */
export function newSpill(place: SpillPlace): SpillFile | null {
  return place.limit === 0 || place.keepMinutes === 0 ? null : new SpillFile(place);
}

/** Writes the first bytes of a stream to a file, up to its limit, in the background; no method throws, failures are in the result. */
export class SpillFile {
  private readonly place: SpillPlace;
  private blocks: Block[] = [];
  private readonly spare: Block[] = [];
  private accepted = 0;
  private queued = 0;
  private written = 0;
  private isClosed = false;
  private problem: string | null = null;
  private file: { readonly handle: FileHandle; readonly path: string } | null = null;
  private running: Promise<void> | null = null;
  private waiters: (() => void)[] = [];

  constructor(place: SpillPlace) {
    this.place = place;
  }

  /** Takes a copy of the next bytes; past the cap or after a failure it does nothing. */
  push(bytes: Uint8Array): void {
    if (this.isClosed) return;
    if (this.queued + bytes.length > hardLimit) {
      this.isClosed = true;
      this.problem = 'the disk is slower than the output';
      return;
    }
    const room = this.place.limit - this.accepted;
    this.copy(bytes.length > room ? bytes.subarray(0, room) : bytes);
    if (bytes.length >= room) this.isClosed = true;
    if (this.accepted >= startBytes) this.start();
  }

  /** A promise to wait for if more than 8 MiB are queued. */
  pressure(): Promise<void> | undefined {
    if (this.queued <= highWater) return undefined;
    return new Promise((resolve) => this.waiters.push(resolve));
  }

  /** Writes what is queued and keeps the file. */
  async keep(): Promise<SpillResult> {
    this.isClosed = true;
    this.start();
    await this.running;
    await this.closeFile();
    const path = this.file?.path ?? null;
    if (path !== null && this.written === 0) await remove(path);
    return { path: this.written === 0 ? null : path, bytes: this.written, problem: this.problem };
  }

  /** Drops what is queued and removes the file if there is one. */
  async discard(): Promise<void> {
    this.isClosed = true;
    this.dropQueue();
    await this.running;
    await this.closeFile();
    if (this.file !== null) await remove(this.file.path);
  }

  private copy(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const block = this.block();
      const piece = bytes.subarray(from, from + block.data.length - block.used);
      block.data.set(piece, block.used);
      block.used += piece.length;
      from += piece.length;
    }
    this.accepted += bytes.length;
    this.queued += bytes.length;
  }

  /** The block being filled. */
  private block(): Block {
    const last = this.blocks.at(-1);
    if (last !== undefined && last.used < last.data.length) return last;
    const size = last === undefined && this.accepted === 0 ? firstBlock : fullBlock;
    const block = this.spare.pop() ?? { data: new Uint8Array(size), used: 0 };
    this.blocks.push(block);
    return block;
  }

  /** Starts the writer; with nothing to write it would end at once, and count as running forever. */
  private start(): void {
    if (this.blocks.length > 0) this.running ??= this.drain();
  }

  private async drain(): Promise<void> {
    try {
      this.file ??= await this.create();
      while (this.blocks.length > 0) await this.writeBatch(this.file.handle);
    } catch (error) {
      this.problem = reasonOf(error);
      this.isClosed = true;
      this.dropQueue();
    } finally {
      this.running = null;
    }
  }

  private async create(): Promise<{ readonly handle: FileHandle; readonly path: string }> {
    // Most output never touches the disk.
    const { createSpill, sweepSometimes } = await import('./spill-folder.ts');
    const file = await createSpill(this.place);
    sweepSometimes(this.place.folder, this.place.keepMinutes);
    return file;
  }

  private async writeBatch(handle: FileHandle): Promise<void> {
    const batch = this.blocks.splice(0, batchBlocks);
    let parts: readonly Uint8Array[] = batch.map((block) => block.data.subarray(0, block.used));
    while (parts.length > 0) {
      const { bytesWritten } = await handle.writev(parts);
      this.written += bytesWritten;
      parts = withoutFirst(parts, bytesWritten);
    }
    for (const block of batch) {
      this.queued -= block.used;
      block.used = 0;
      if (block.data.length === fullBlock && this.spare.length < spareBlocks) this.spare.push(block);
    }
    if (this.queued <= lowWater) this.wake();
  }

  private async closeFile(): Promise<void> {
    try {
      await this.file?.handle.close();
    } catch (error) {
      // Network file systems and quotas report here what they could not store.
      this.problem ??= reasonOf(error);
    }
  }

  private dropQueue(): void {
    this.blocks = [];
    this.queued = 0;
    this.wake();
  }

  private wake(): void {
    for (const resolve of this.waiters.splice(0)) resolve();
  }
}

async function remove(path: string): Promise<void> {
  const { removeSpill } = await import('./spill-folder.ts');
  await removeSpill(path);
}

function withoutFirst(parts: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  let left = count;
  const rest: Uint8Array[] = [];
  for (const part of parts) {
    if (left < part.length) rest.push(left > 0 ? part.subarray(left) : part);
    left = Math.max(0, left - part.length);
  }
  return rest;
}
