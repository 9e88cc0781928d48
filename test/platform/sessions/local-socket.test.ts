import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  connectLocally,
  type LocalListener,
  type LocalStream,
  listenLocally,
} from '../../../src/platform/sessions/local-socket.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

let folder = '';
let listener: LocalListener | null = null;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => {
  listener?.close();
  listener = null;
  rmSync(folder, { recursive: true, force: true });
});

/** Listens and sends everything back. */
async function echo(): Promise<string> {
  const path = join(folder, 'socket');
  listener = await listenLocally(path, async (stream) => {
    for await (const chunk of stream.input) await stream.write(chunk).catch(() => {});
    stream.close();
  });
  return path;
}

async function read(stream: LocalStream, bytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream.input) {
    parts.push(chunk);
    size += chunk.length;
    if (size >= bytes) break;
  }
  return Buffer.concat(parts);
}

describe('a socket of this machine', () => {
  it('carries bytes both ways, more than any buffer holds', async () => {
    const stream = await connectLocally(await echo());
    const sent = Buffer.alloc(5_000_000, 'agent');
    const [received] = await Promise.all([read(stream, sent.length), stream.write(sent)]);
    expect(received.equals(sent)).toBe(true);
    stream.close();
  });

  it('may be used by its owner only', async () => {
    const path = await echo();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is gone when the listener closes', async () => {
    const path = await echo();
    listener?.close();
    listener = null;
    await expect(connectLocally(path)).rejects.toThrow(/ENOENT/);
    expect(existsSync(path)).toBe(false);
  });

  it('nobody listens on is a failure', async () => {
    await expect(connectLocally(join(folder, 'nothing'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('ends for the reader when the peer closes', async () => {
    const path = join(folder, 'socket');
    listener = await listenLocally(path, (stream) => {
      void stream.write(Buffer.from('bye')).then(() => stream.close());
    });
    const stream = await connectLocally(path);
    expect((await read(stream, Number.POSITIVE_INFINITY)).toString()).toBe('bye');
  });
});
