import { spawnSync } from 'node:child_process';
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
    await expect(connectLocally(path)).rejects.toMatchObject({ code: 'ENOENT' });
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

/** What a program gives in the runtime of the binary, which has sockets of its own; it knows `path` and what the module exports. */
function giving(script: string): unknown {
  const module = join(import.meta.dirname, '../../../src/platform/sessions/local-socket.ts');
  const program = `
    import { connectLocally, listenLocally } from ${JSON.stringify(module)};
    const path = ${JSON.stringify(join(folder, 'socket'))};
    const piece = new Uint8Array(1_048_576).fill(7);
    /** How many pieces the peer has taken of so many. */
    const sent = { pieces: 0 };
    const send = async (stream, count) => {
      for (; sent.pieces < count; sent.pieces += 1) await stream.write(piece);
    };
    /** Lets everything arrive that was sent: the system hands it on at once, and each turn of the loop takes some. */
    const arrived = async () => {
      for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    };
    const give = (value) => {
      process.stdout.write(JSON.stringify(value));
      process.exit();
    };
    ${script}`;
  const bun = join(import.meta.dirname, '../../../node_modules/.bin/bun');
  const { stdout, stderr, status } = spawnSync(bun, ['--eval', program], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([stderr, status]).toEqual(['', 0]);
  return JSON.parse(stdout);
}

describe('a socket of the runtime', () => {
  it('makes its peer wait for who does not read, and brings all once it is read', { tags: ['slow'] }, () => {
    const given = giving(`
      await listenLocally(path, (stream) => void send(stream, 64).then(() => stream.close()));
      const stream = await connectLocally(path);
      let taken = 0;
      do {
        taken = sent.pieces;
        await arrived();
      } while (taken === 0 || taken !== sent.pieces);
      let bytes = 0;
      let wrong = 0;
      for await (const chunk of stream.input) {
        bytes += chunk.length;
        if (chunk.some((byte) => byte !== 7)) wrong += 1;
      }
      give([taken < 8, bytes, wrong]);`);
    expect(given).toEqual([true, 64 * 1_048_576, 0]);
  });

  it('refuses all that waits, and what is written later, once the peer is gone', () => {
    const given = giving(`
      const peer = Promise.withResolvers();
      await listenLocally(path, peer.resolve);
      const stream = await connectLocally(path);
      const writes = Array.from({ length: 8 }, () => stream.write(piece).then(() => 'sent', (error) => error.message));
      (await peer.promise).close();
      const told = await Promise.all(writes);
      const later = await stream.write(piece).then(() => 'sent', (error) => error.message);
      for await (const _ of stream.input) throw new Error('nothing was sent');
      give([told.at(-1), later]);`);
    expect(given).toEqual(['the connection is closed', 'the connection is closed']);
  });

  it('hands on what came while its reader did something else', () => {
    const given = giving(`
      const peer = Promise.withResolvers();
      await listenLocally(path, peer.resolve);
      void peer.promise.then((one) => one.write(Buffer.from('first')));
      const stream = await connectLocally(path);
      const parts = [];
      for await (const chunk of stream.input) {
        parts.push(Buffer.from(chunk).toString());
        if (parts.length === 2) give(parts);
        await (await peer.promise).write(Buffer.from('second'));
        await arrived();
      }`);
    expect(given).toEqual(['first', 'second']);
  });

  it('hands on what came before its end, also to who reads it later', () => {
    const given = giving(`
      const closed = Promise.withResolvers();
      await listenLocally(path, (stream) => void stream.write(piece).then(() => stream.close()).then(closed.resolve));
      const stream = await connectLocally(path);
      await closed.promise;
      await arrived();
      let bytes = 0;
      for await (const chunk of stream.input) bytes += chunk.length;
      give(bytes);`);
    expect(given).toBe(1_048_576);
  });
});
