import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../helpers/temp-folder.ts';

const bun = join(import.meta.dirname, '../../../node_modules/.bin/bun');
const sources = join(import.meta.dirname, '../../../src/platform');

/** What a program gives that has a `writer` to a pipe, whose other end is the descriptor `read`. */
function giving(script: string): unknown {
  const program = `
    import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
    import { PipeWriter } from ${JSON.stringify(join(sources, 'process/pipe-writer.ts'))};
    import { loadLibc } from ${JSON.stringify(join(sources, 'system/libc.ts'))};
    const libc = await loadLibc();
    const { read, write } = libc.pipe();
    const writer = new PipeWriter(write);
    const bytes = (count) => Uint8Array.from({ length: count }, (_, index) => index % 251);
    const state = () => [writer.isOpen, writer.queued];
    const readToEnd = async () => {
      const parts = [];
      for (const part = Buffer.alloc(50_000); ; await Bun.sleep(1)) {
        if (libc.unread(read) > 0) parts.push(Buffer.from(part.subarray(0, readSync(read, part))));
        else if (libc.hasNoWriter(read)) return Buffer.concat(parts);
      }
    };
    const give = (value) => writeSync(1, JSON.stringify(value));
    ${script}`;
  const { stdout, stderr, status } = spawnSync(bun, ['--eval', program], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([stderr, status]).toEqual(['', 0]);
  return JSON.parse(stdout);
}

it('takes a mebibyte that nobody reads beside what the pipe holds, and no more', () => {
  const given = giving(`
    const taken = [writer.write(bytes(1_048_576)), writer.write(bytes(65_537)), writer.write(bytes(65_536))];
    give([...taken, ...state()]);
    process.exit();`);
  expect(given).toEqual([true, false, true, true, 1_048_576]);
});

it('brings all of it in order to who reads slowly, then the end', () => {
  const given = giving(`
    const sent = [bytes(200_000), bytes(1), bytes(300_000)];
    for (const part of sent) writer.write(part);
    const waiting = state();
    writer.end();
    const ending = state();
    const received = await readToEnd();
    give([waiting, ending, received.equals(Buffer.concat(sent)), state()]);`);
  expect(given).toEqual([[true, 500_001 - 65_536], [false, 500_001 - 65_536], true, [false, 0]]);
});

it('writes on once there was room for all that waited, and ends at once when nothing waits', () => {
  const given = giving(`
    writer.write(bytes(200_000));
    let received = 0;
    const part = Buffer.alloc(50_000);
    for (; received < 200_000; await Bun.sleep(1)) if (libc.unread(read) > 0) received += readSync(read, part);
    writer.write(bytes(10));
    const written = [...state(), libc.unread(read)];
    writer.end();
    give([written, state(), libc.hasNoWriter(read), (await readToEnd()).length]);`);
  expect(given).toEqual([[true, 0, 10], [false, 0], true, 10]);
});

it('writes nothing to what has its descriptor once it was closed while it waited for room', () => {
  const file = join(tempFolder(), 'file');
  const given = giving(`
    writer.write(bytes(200_000));
    writer.close();
    const closed = state();
    const others = Array.from({ length: 4 }, () => openSync(${JSON.stringify(file)}, 'a'));
    writer.write(bytes(10));
    writer.end();
    writer.close();
    // Once nothing is left to be done, such as to try the full pipe again.
    process.once('exit', () => give([closed, others.map((other) => fstatSync(other).size), libc.unread(read)]));`);
  expect(given).toEqual([[false, 0], [0, 0, 0, 0], 65_536]);
});

it('closes when nobody can read any more, at once or when it next tries', () => {
  const given = giving(`
    writer.write(bytes(200_000));
    closeSync(read);
    while (writer.isOpen) await Bun.sleep(1);
    const told = state();
    const other = libc.pipe();
    closeSync(other.read);
    const refused = new PipeWriter(other.write);
    refused.write(bytes(1));
    give([told, refused.isOpen, refused.queued]);`);
  expect(given).toEqual([[false, 0], false, 0]);
});
