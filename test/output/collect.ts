import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Collected, Collector, type CollectorOptions } from '../../src/output/collector.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

export const defaultCaps = {
  outputChars: 30_000,
  outputLines: 2000,
  lineChars: 2000,
  spillBytes: 67_108_864,
  finishedMinutes: 30,
};

let folder = '';
let calls = 0;

export interface CollectOptions {
  readonly caps?: Partial<CollectorOptions['caps']>;
  readonly isShownRaw?: boolean;
  /** Bytes of the chunks in turn, repeated; all at once without it. */
  readonly sizes?: readonly number[];
}

/** A new place for the spill file of one call. */
export function newPlace(): { readonly folder: string; readonly name: string } {
  // The files of a worker share this one, and each leaves no folder behind.
  if (!existsSync(folder)) folder = tempFolder();
  calls += 1;
  return { folder: join(folder, 'spill'), name: `call-${calls}` };
}

export function bytesOf(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? new TextEncoder().encode(text) : text;
}

/** The bytes in pieces of `sizes`, each in a buffer that is overwritten once it was used, as a reader's may be. */
export function* chunksOf(bytes: Uint8Array, sizes: readonly number[] = []): Generator<Uint8Array> {
  let turn = 0;
  for (let from = 0; from < bytes.length; ) {
    const size = sizes.length === 0 ? bytes.length : Math.max(1, sizes[turn % sizes.length] ?? 1);
    const chunk = bytes.slice(from, from + size);
    yield chunk;
    chunk.fill(0x21);
    from += size;
    turn += 1;
  }
}

/** What a collector makes of a whole stream. Without `spillBytes` nothing is kept on disk. */
export async function collect(input: string | Uint8Array, options: CollectOptions = {}): Promise<Collected> {
  const collector = new Collector({
    caps: { ...defaultCaps, spillBytes: 0, ...options.caps },
    spill: newPlace(),
    isShownRaw: options.isShownRaw ?? false,
  });
  for (const chunk of chunksOf(bytesOf(input), options.sizes)) await collector.push(chunk);
  return collector.finish();
}
